//! Finds a library of Z3 and tells the crate where it is. Nothing is linked: the crate loads the library at run time, and what is found
//! here is one of the places where it looks.
//!
//! Order: the variable `VERDIKT_Z3`; the package `z3-solver` that `z3-solver.txt` pins by hash, fetched once for each
//! target folder with Python's pip; what `pkg-config` or the C compiler knows. Each step has a bound on its time,
//! so that a build without a network ends. If all fail, the build goes on with a warning: whoever runs the program can still say
//! where the library is.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const VARIABLE: &str = "VERDIKT_Z3";
const PIN: &str = "z3-solver.txt";
/// Fetching thirty megabytes may take a while.
const FETCH_TIME: Duration = Duration::from_secs(240);
const ASK_TIME: Duration = Duration::from_secs(20);

fn main() {
    println!("cargo:rerun-if-env-changed={VARIABLE}");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={PIN}");
    let found = match find() {
        Ok(path) => {
            println!("cargo:rerun-if-changed={}", path.display());
            path
        }
        Err(reasons) => {
            println!("cargo:warning=no Z3 library found; the program will look again when it runs");
            for reason in reasons {
                println!("cargo:warning=  {reason}");
            }
            // A file that is never there: the next build looks again, after somebody has done what
            // the warning says.
            println!(
                "cargo:rerun-if-changed={}",
                shared_folder().unwrap_or_default().join("no-z3").display()
            );
            println!(
                "cargo:warning=what to do: install python3 with pip, or libz3-dev, or set {VARIABLE} to libz3"
            );
            PathBuf::new()
        }
    };
    println!("cargo:rustc-env=SMT_Z3_LIBRARY={}", found.display());
    println!("cargo:rustc-env=SMT_Z3_PINNED={}", pinned().unwrap_or_default());
}

/// The version that the crate is tested with.
fn pinned() -> Result<String, String> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?;
    pinned_version(&Path::new(&root).join(PIN))
}

fn find() -> Result<PathBuf, Vec<String>> {
    let mut reasons = Vec::new();
    if let Some(chosen) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        let path = PathBuf::from(chosen);
        let file = if path.is_dir() { path.join(library_name()) } else { path };
        match file.canonicalize() {
            Ok(file) => return Ok(file),
            Err(error) => reasons.push(format!("{VARIABLE}: {}: {error}", file.display())),
        }
    }
    match from_package() {
        Ok(path) => return Ok(path),
        Err(reason) => reasons.push(reason),
    }
    match from_system() {
        Ok(path) => {
            for reason in &reasons {
                println!("cargo:warning={reason}");
            }
            println!("cargo:warning=using the system's Z3 instead: {}", path.display());
            return Ok(path);
        }
        Err(reason) => reasons.push(reason),
    }
    Err(reasons)
}

fn library_name() -> &'static str {
    match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos") => "libz3.dylib",
        Ok("windows") => "libz3.dll",
        Ok(_) | Err(_) => "libz3.so",
    }
}

/// The library of the pinned package, fetched if it is not there.
fn from_package() -> Result<PathBuf, String> {
    if env::var("TARGET") != env::var("HOST") {
        return Err("the package z3-solver is not used for another target".to_owned());
    }
    let root = env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?;
    let pin = Path::new(&root).join(PIN);
    let version = pinned_version(&pin)?;
    let folder = shared_folder()?.join(format!("z3-solver-{version}"));
    let library = folder.join(library_name());
    if library.is_file() {
        return Ok(library);
    }
    let out = PathBuf::from(env::var("OUT_DIR").map_err(|error| error.to_string())?);
    let work = out.join("fetch");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    let done = fetch(&pin, &work).and_then(|()| install(&work, &folder));
    let _ = fs::remove_dir_all(&work);
    done.map(|()| library)
}

fn pinned_version(pin: &Path) -> Result<String, String> {
    let text = fs::read_to_string(pin).map_err(|error| format!("{}: {error}", pin.display()))?;
    let version = text.lines().find_map(|line| line.strip_prefix("z3-solver=="));
    let version = version.and_then(|rest| rest.split_whitespace().next());
    version.map(str::to_owned).ok_or_else(|| format!("{} pins no version", pin.display()))
}

/// A folder that all profiles of a target share: the one above `PROFILE/build/PACKAGE/out`.
fn shared_folder() -> Result<PathBuf, String> {
    let out = PathBuf::from(env::var("OUT_DIR").map_err(|error| error.to_string())?);
    let above =
        out.ancestors().find(|folder| folder.ends_with("build")).and_then(|build| build.ancestors().nth(2));
    Ok(above.map_or_else(|| out.clone(), Path::to_owned))
}

fn fetch(pin: &Path, work: &Path) -> Result<(), String> {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"])
        .args([
            "--no-deps",
            "--only-binary",
            ":all:",
            "--require-hashes",
            "--timeout",
            "20",
            "--retries",
            "1",
        ])
        .arg("--dest")
        .arg(work)
        .arg("--requirement")
        .arg(pin);
    run(&mut pip, work, FETCH_TIME)
        .map(|_| ())
        .map_err(|reason| format!("pip download z3-solver: {reason}"))?;
    let files = fs::read_dir(work).map_err(|error| error.to_string())?;
    let wheel = files
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .ok_or("pip download z3-solver: no wheel came")?;
    let mut unpack = Command::new("python3");
    unpack.args(["-m", "zipfile", "--extract"]).arg(wheel).arg(work.join("unpacked"));
    run(&mut unpack, work, ASK_TIME.saturating_mul(3))
        .map(|_| ())
        .map_err(|reason| format!("unpacking z3-solver: {reason}"))
}

/// Moves the library and the program, which benchmarks compare with, to where they stay. The last step is a rename, so that
/// a build that is stopped, or two at a time, leave no half of a library.
fn install(work: &Path, folder: &Path) -> Result<(), String> {
    let staged = work.join("staged");
    let show = |error: std::io::Error| format!("keeping z3-solver in {}: {error}", folder.display());
    fs::create_dir_all(&staged).map_err(show)?;
    let name = library_name();
    fs::copy(work.join("unpacked/z3/lib").join(name), staged.join(name)).map_err(show)?;
    if let Some(program) = find_program(&work.join("unpacked")) {
        fs::copy(program, staged.join("z3")).map_err(show)?;
        make_executable(&staged.join("z3")).map_err(show)?;
    }
    let is_there =
        |error: std::io::Error| if folder.join(name).is_file() { Ok(()) } else { Err(show(error)) };
    fs::rename(&staged, folder).or_else(is_there)
}

fn find_program(unpacked: &Path) -> Option<PathBuf> {
    let folders = fs::read_dir(unpacked).ok()?;
    let mut paths = folders.filter_map(|entry| entry.ok().map(|entry| entry.path().join("data/bin/z3")));
    paths.find(|path| path.is_file())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

/// What is installed: `pkg-config`'s folder, or where the C compiler would take it from.
fn from_system() -> Result<PathBuf, String> {
    let out = PathBuf::from(env::var("OUT_DIR").map_err(|error| error.to_string())?);
    let mut asked = Command::new("pkg-config");
    asked.args(["--variable=libdir", "z3"]);
    let by_package =
        run(&mut asked, &out, ASK_TIME).map(|folder| Path::new(folder.trim()).join(library_name()));
    if let Some(path) = by_package.ok().filter(|path| path.is_file()) {
        return Ok(path);
    }
    let mut asked = Command::new("cc");
    asked.arg(format!("-print-file-name={}", library_name()));
    let by_compiler = run(&mut asked, &out, ASK_TIME).map(|path| PathBuf::from(path.trim()));
    let found = by_compiler.ok().filter(|path| path.is_absolute() && path.is_file());
    found.ok_or_else(|| "neither pkg-config nor the C compiler knows a Z3 library".to_owned())
}

/// Runs a command and returns what it prints, or how it failed. It is killed when the time is up. Its output goes to files, so that it never
/// waits for a reader.
fn run(command: &mut Command, work: &Path, time: Duration) -> Result<String, String> {
    let (out, err) = (work.join("stdout"), work.join("stderr"));
    let create = |path: &Path| fs::File::create(path).map_err(|error| error.to_string());
    command.stdin(Stdio::null()).stdout(create(&out)?).stderr(create(&err)?);
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().map_err(|error| format!("{program}: {error}"))?;
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() < time => thread::sleep(Duration::from_millis(20)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{program} took more than {} s", time.as_secs()));
            }
            Err(error) => return Err(format!("{program}: {error}")),
        }
    };
    if status.success() {
        return fs::read_to_string(&out).map_err(|error| error.to_string());
    }
    let words = fs::read_to_string(&err).unwrap_or_default();
    let mut lines = words.lines().filter(|line| !line.trim().is_empty());
    let first = lines.clone().find(|line| line.contains("ERROR")).or_else(|| lines.next_back());
    Err(format!("{program} failed: {}", first.unwrap_or("no message").trim()))
}
