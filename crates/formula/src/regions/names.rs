//! Names for regions and variables: as in the source where that is possible.

use super::Form;
use super::nodes::{Group, Node, Object};
use cfa::{Cfa, Type, TypeId, VarId, VarKind};

/// The name of a variable, different for different variables.
pub(crate) fn variable(cfa: &Cfa, var: VarId) -> String {
    let variable = &cfa.vars[var];
    // What no symbol can have.
    let mut name = cfa.names.text(variable.name).replace(['|', '\\'], "?");
    if variable.copy > 0 {
        name = format!("{name}~{}", variable.copy);
    }
    match (variable.function, &variable.kind) {
        (Some(function), VarKind::Static(_)) => format!("{}/{name}", cfa.function_name(function)),
        (Some(function), VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result) => {
            format!("{}::{name}", cfa.function_name(function))
        }
        (None, _) => name,
    }
}

/// The name of a region: the part of a variable that it is, or an object that it has bytes of.
pub(super) fn region(cfa: &Cfa, node: &Node, group: &Group, form: Form) -> String {
    let objects = &node.objects;
    let Some(&(first, start)) = objects.iter().min_by_key(|(object, _)| order(*object)) else {
        return "*nothing".to_owned();
    };
    let (lo, len) = (group.lo - start, group.hi - group.lo);
    let (base, ty) = match first {
        Object::Variable(var) => (variable(cfa, var), Some(cfa.vars[var].ty)),
        Object::Site(edge) => (format!("allocated {edge}"), None),
        Object::Unknown => ("unknown".to_owned(), None),
    };
    let part = match ty {
        Some(ty) if node.modulus == 0 => component(cfa, ty, lo, len),
        Some(_) | None if node.groups.len() > 1 => format!("+{lo}"),
        Some(_) | None => String::new(),
    };
    match form {
        Form::Whole => format!("{base}{part}"),
        Form::Cells => format!("*{base}{part}"),
    }
}

/// Variables of the program first: they have the best names.
fn order(object: Object) -> (u8, Object) {
    match object {
        Object::Variable(_) => (0, object),
        Object::Site(_) => (1, object),
        Object::Unknown => (2, object),
    }
}

/// The smallest member or element that has these bytes, in C's notation.
fn component(cfa: &Cfa, ty: TypeId, lo: i64, len: i64) -> String {
    let (mut ty, mut at, mut text) = (ty, lo, String::new());
    loop {
        let size = cfa.types.size(ty).unwrap_or(0) as i64;
        let next = match *cfa.types.get(ty) {
            Type::Array(element, _) => {
                let size = cfa.types.size(element).unwrap_or(0) as i64;
                (size > 0 && at >= 0 && at % size + len <= size).then(|| {
                    text = format!("{text}[{}]", at / size);
                    (element, at % size)
                })
            }
            Type::Record(record) => {
                let has = |field: &&cfa::Field| {
                    let size = cfa.types.size(field.ty).unwrap_or(0) as i64;
                    let size = field
                        .bits
                        .map_or(size, |bits| i64::from(((bits.start % 8) as u32 + bits.width).div_ceil(8)));
                    field.offset as i64 <= at && at + len <= field.offset as i64 + size
                };
                cfa.types.fields(record).iter().find(has).map(|field| {
                    let name = field.name.map_or("", |name| cfa.names.text(name));
                    text = format!("{text}.{name}");
                    (field.ty, at - field.offset as i64)
                })
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Function(_) => None,
        };
        let is_exact = at == 0 && (len == size || cfa.types.is_scalar(ty));
        match next {
            Some(_) if is_exact && !matches!(cfa.types.get(ty), Type::Record(_) | Type::Array(..)) => {
                return text;
            }
            Some((inner, offset)) => (ty, at) = (inner, offset),
            None if is_exact => return text,
            None => return format!("{text}+{at}"),
        }
    }
}
