//! Result files as they lie on the disk: XML or lines, plain or compressed, whole or cut.
//!
//! The format is told by the content, not by the name, so that a renamed file still works. What is whole in a file that was cut is kept, with a warning that says how much;
//! a file of which nothing can be read is an error.

use crate::lines::read_lines;
use crate::model::ResultSet;
use crate::xml;
use std::fmt;
use std::io::Read;
use std::path::Path;

/// More than this is not unpacked: a file of a few kilobytes can claim to hold terabytes.
const LIMIT: u64 = 4 << 30;

/// What a file gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The sets of results, in their order.
    pub sets: Vec<ResultSet>,
    /// What a user should know, such as that the file was cut.
    pub warnings: Vec<String>,
}

/// Why nothing could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError(String);

impl LoadError {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LoadError {}

/// Reads a result file.
pub fn load(path: &Path) -> Result<Loaded, LoadError> {
    let bytes =
        std::fs::read(path).map_err(|error| LoadError::new(format!("{}: {error}", path.display())))?;
    parse(&bytes).map_err(|error| LoadError::new(format!("{}: {error}", path.display())))
}

/// Reads the content of a result file.
pub fn parse(bytes: &[u8]) -> Result<Loaded, LoadError> {
    let (bytes, cut) = unpack(bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let mut loaded = match text.as_bytes().first() {
        Some(b'<') => xml::read(text)?,
        Some(b'{') => read_lines(text)?,
        Some(_) => {
            return Err(LoadError::new(
                "this is neither result XML nor JSON lines; give a file that `verdikt-bench run` or benchexec wrote",
            ));
        }
        None => return Err(LoadError::new(cut.unwrap_or_else(|| "the file is empty".to_owned()))),
    };
    loaded.warnings.splice(0..0, cut);
    Ok(loaded)
}

/// The content without its compression, and what is wrong with it if it is not whole.
fn unpack(bytes: &[u8]) -> Result<(Vec<u8>, Option<String>), LoadError> {
    if bytes.starts_with(b"BZh") {
        unpacked("BZip2", bzip2::read::MultiBzDecoder::new(bytes))
    } else if bytes.starts_with(&[0x1f, 0x8b]) {
        unpacked("GZip", flate2::read::MultiGzDecoder::new(bytes))
    } else {
        Ok((bytes.to_vec(), None))
    }
}

fn unpacked(format: &str, mut reader: impl Read) -> Result<(Vec<u8>, Option<String>), LoadError> {
    let mut out = Vec::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        match reader.read(&mut chunk) {
            Ok(0) => return Ok((out, None)),
            Ok(count) => out.extend_from_slice(&chunk[..count]),
            Err(error) => {
                let why = format!(
                    "the {format} data is cut or damaged ({error}); {} bytes of it could be unpacked",
                    out.len()
                );
                return Ok((out, Some(why)));
            }
        }
        if out.len() as u64 > LIMIT {
            return Err(LoadError::new(format!(
                "the {format} data unpacks to more than {LIMIT} bytes, which no result file has"
            )));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Write;

    const XML: &str = "<result tool='T'><run name='a'><column title='status' value='true'/></run></result>";

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn bzip2(text: &[u8]) -> Vec<u8> {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn compression_is_told_by_content() {
        let plain = parse(XML.as_bytes()).unwrap();
        assert_eq!(plain.sets[0].runs[0].name, "a");
        assert_eq!(parse(&gzip(XML.as_bytes())).unwrap(), plain);
        assert_eq!(parse(&bzip2(XML.as_bytes())).unwrap(), plain);
        assert_eq!(parse(format!("\u{feff}\n{XML}").as_bytes()).unwrap(), plain);
    }

    #[test]
    fn a_cut_archive_keeps_what_is_whole_or_says_that_nothing_is() {
        let runs: String =
            (0..20_000).map(|i| format!("<run name='task-{}'/>\n", i * 7919 % 104_729)).collect();
        let whole = format!("<result tool='T'>{runs}</result>");
        let packed = gzip(whole.as_bytes());
        let loaded = parse(&packed[..packed.len() / 2]).unwrap();
        let kept = loaded.sets[0].runs.len();
        assert!(kept > 1_000 && kept < 20_000, "{kept}");
        assert!(loaded.warnings[0].starts_with("the GZip data is cut or damaged"), "{:?}", loaded.warnings);
        assert!(loaded.warnings[1].contains("ends before </result>"), "{:?}", loaded.warnings);
        let packed = bzip2(XML.as_bytes());
        let error = parse(&packed[..packed.len() / 2]).unwrap_err().to_string();
        assert!(error.starts_with("the BZip2 data is cut or damaged"), "{error}");
    }

    proptest! {
        /// No bytes panic, whatever they claim to be.
        #[test]
        fn any_bytes(kind in 0..5_usize, mut bytes in prop::collection::vec(any::<u8>(), 0..200), place in any::<prop::sample::Index>()) {
            let _ = parse(&[[&b""[..], b"BZh9", b"\x1f\x8b\x08", b"<result ", b"{\"set\":"][kind], &bytes].concat());
            // Also not a file in which one byte is wrong.
            let mut packed = [XML.as_bytes().to_vec(), gzip(XML.as_bytes()), bzip2(XML.as_bytes())][kind % 3].clone();
            let at = place.index(packed.len());
            packed[at] ^= bytes.pop().unwrap_or(1);
            let _ = parse(&packed);
        }
    }

    #[test]
    fn what_is_no_result_file_is_said() {
        assert_eq!(parse(b"").unwrap_err().to_string(), "the file is empty");
        assert!(
            parse(b"name,time\n")
                .unwrap_err()
                .to_string()
                .starts_with("this is neither result XML nor JSON lines")
        );
        assert!(parse(&[0xff, 0xfe, 0]).is_err());
    }
}
