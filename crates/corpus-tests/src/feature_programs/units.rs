//! Programs of two units: linkage, tentative definitions, types and functions that both know.

use super::expressions::{INTEGERS, Variable, constant, effect, locals, mix_all, pure};
use super::initialisers::{Values, initialiser};
use super::records::{Type, declarator, mix_leaves, structure};
use super::{Area, PRELUDE, Writer};

/// Writes a second unit and the function that uses it.
pub(super) fn write(out: &mut Writer) {
    let before = out.text.len();
    let record = structure(out, 2);
    // Both units spell the types out, as with a header.
    let types = out.text[before..].to_owned();
    let ty = Type::Record(record.clone());
    let (shared, array, tentative, external) =
        (out.fresh("g"), out.fresh("g"), out.fresh("g"), out.fresh("f"));
    let (private, element, parameter) = (out.fresh("p"), out.pick(INTEGERS), out.pick(INTEGERS));
    let value = initialiser(out, &ty, Values::Constant);
    let hidden = constant(out);
    let mut other = format!("{PRELUDE}{types}");
    other.push_str(&format!(
        "{} = {value};\n{element} {array}[] = {{ {}, {}, [4] = {} }};\nint {tentative}; extern int {tentative};\nint {tentative}; static {element} {private}; static {element} {private} = {hidden};\n",
        declarator(&ty, &shared),
        constant(out),
        constant(out),
        constant(out)
    ));
    let (statics, mut variables) = locals(out, 2, "static ");
    variables.push(Variable { name: private.clone(), ty: element });
    variables.push(Variable { name: "x".to_owned(), ty: parameter });
    variables.push(Variable { name: tentative.clone(), ty: "int" });
    let (first, second, result) =
        (effect(out, &variables, 2), effect(out, &variables, 2), pure(out, &variables, 2));
    other.push_str(&format!(
        "static int helper(int x) {{ return x * 3 + {private}; }}\n{element} {external}({parameter} x, {name} *r) {{\n{statics}  {first}; {second};\n  *r = {shared}; mix(helper(x)); {array}[2]++;\n  {{ extern int {tentative}; {tentative} += 5; }}\n  return {result};\n}}\n",
        name = record.name
    ));
    out.others.push(other);

    let unit = out.fresh("helper");
    out.line(&format!(
        "extern {};\nextern {element} {array}[];\nextern int {tentative};\n{element} {external}({parameter}, {name} *);\nstatic short {private} = 9;\nstatic int {unit}(int x) {{ return x - {private}++; }}",
        declarator(&ty, &shared),
        name = record.name
    ));
    let (mut text, variables) = locals(out, 2, "");
    text.push_str(&format!("  {} r;\n", record.name));
    for _ in 0..3 {
        let argument = effect(out, &variables, 1);
        text.push_str(&format!(
            "  mix({external}({argument}, &r)); mix({unit}({tentative})); {tentative} -= 2;\n"
        ));
    }
    mix_leaves("r", &ty, &mut text);
    mix_leaves(&shared, &ty, &mut text);
    text.push_str(&format!("  for (int i = 0; i < 5; i++) mix({array}[i]);\n"));
    text.push_str(&mix_all(&variables));
    out.function(Area::Units, &text);
}
