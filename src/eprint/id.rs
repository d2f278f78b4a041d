//! Names of e-prints: `2406.02107`, `math/0410026v1`, `arXiv:…`, and the addresses under which they are found.

use std::fmt;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Source, nearest};

/// The archives that numbered their e-prints themselves, until March 2007.
const ARCHIVES: &[&str] = &[
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn", "chem-ph",
    "cmp-lg", "comp-gas", "cond-mat", "cs", "dg-ga", "funct-an", "gr-qc", "hep-ex", "hep-lat", "hep-ph",
    "hep-th", "math", "math-ph", "mtrl-th", "nlin", "nucl-ex", "nucl-th", "patt-sol", "physics", "plasm-ph",
    "q-alg", "q-bio", "quant-ph", "solv-int", "supr-con",
];

/// What stands between the host and the id in an address.
const PAGES: &[&str] = &["abs", "pdf", "html", "src", "e-print", "format", "ps"];

/// The name of an e-print without its version: `2406.02107` or `math/0410026`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(String);

impl Id {
    /// Reads a name as people write it: with or without `arXiv:`, a version, a subject class (`math.CO/0410026`), as an
    /// address on arxiv.org (abs, pdf, html, …) or as a DOI of arXiv's. The version is `None` if none is written.
    ///
    /// # Errors
    /// Marks what is no part of a name, says why, and names what was probably meant.
    pub fn parse(written: &str) -> Result<(Id, Option<u32>), Diagnostic> {
        let source = Source::new("<e-print>", written);
        let at = |span: Range<usize>, message: &str, label: &str| {
            Diagnostic::error(message).at(&source, span).label(label)
        };
        let core = core(written).map_err(|(span, label)| {
            at(span, "this is no address of an e-print", label)
                .note("e-prints are read from arXiv; other papers from a .tex file, a folder or an archive")
        })?;
        if core.is_empty() {
            return Err(
                at(0..written.len(), "there is no id of an e-print", "expected an id here").note(FORMS)
            );
        }
        let (stem, version) = version(written, core.clone())
            .map_err(|span| at(span, "this is no version of an e-print", "versions are v1, v2, …"))?;
        let text = &written[stem.clone()];
        let id = match text.rsplit_once('/') {
            Some((archive, number)) => old(archive, number),
            None => new(text),
        };
        match id {
            Ok(id) => Ok((Id(id), version)),
            Err(Wrong { what, why, meant }) => {
                let problem = at(
                    stem.start + what.start..stem.start + what.end,
                    &format!("`{text}` is no id of an e-print"),
                    why,
                );
                Err(match meant {
                    Some(meant) => problem.note(format!("did you mean `{meant}`?")),
                    None => problem.note(FORMS),
                })
            }
        }
    }

    /// The id as text: `math/0410026`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id and a version: `math/0410026v1`.
    pub fn with_version(&self, version: u32) -> String {
        format!("{}v{version}", self.0)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

const FORMS: &str = "ids look like 2406.02107, 0909.1234v2 or math/0410026";

/// The bytes that hold the id and its version: without blanks, prefixes, and what belongs to an address.
fn core(written: &str) -> Result<Range<usize>, (Range<usize>, &'static str)> {
    let mut span = written.len() - written.trim_start().len()..written.trim_end().len();
    if span.start >= span.end {
        return Ok(0..0);
    }
    let drop = |span: &mut Range<usize>, prefix: &str| {
        let there = written[span.clone()].get(..prefix.len()).is_some_and(|t| t.eq_ignore_ascii_case(prefix));
        if there {
            span.start += prefix.len();
        }
        there
    };
    let address = drop(&mut span, "https://") || drop(&mut span, "http://");
    if let Some(scheme) = written[span.clone()].find("://").filter(|_| !address) {
        return Err((span.start..span.start + scheme, "only http and https are understood"));
    }
    let host = written[span.clone()].split('/').next().unwrap_or_default().to_ascii_lowercase();
    let ours = host.split(':').next().is_some_and(|host| {
        host == "arxiv.org" || host.ends_with(".arxiv.org") || host == "ar5iv.org" || host == "www.ar5iv.org"
    });
    if ours {
        span.start = (span.start + host.len() + 1).min(span.end);
        if let Some(end) = written[span.clone()].find(['?', '#']) {
            span.end = span.start + end;
        }
        let page = written[span.clone()].split('/').next().unwrap_or_default();
        if PAGES.contains(&page) {
            span.start = (span.start + page.len() + 1).min(span.end);
        }
        for ending in ["/", ".pdf", ".tar.gz", ".gz"] {
            if written[span.clone()].ends_with(ending) {
                span.end -= ending.len();
            }
        }
        return Ok(span);
    }
    let doi = (address && (drop(&mut span, "doi.org/") || drop(&mut span, "dx.doi.org/")))
        || drop(&mut span, "doi:");
    if drop(&mut span, "10.48550/") {
        drop(&mut span, "arxiv.");
        return Ok(span);
    }
    if doi || address {
        return Err((span.start..span.start + host.len().min(span.len()), "this is not arXiv"));
    }
    if !drop(&mut span, "oai:arXiv.org:") && drop(&mut span, "arxiv:") {
        span.start += written[span.clone()].len() - written[span.clone()].trim_start().len();
    }
    Ok(span)
}

/// Splits off a version; `Err` marks one that is none.
fn version(written: &str, core: Range<usize>) -> Result<(Range<usize>, Option<u32>), Range<usize>> {
    let text = &written[core.clone()];
    // The letter follows a digit: `solv-int` has one that does not.
    let letter = text.rfind(['v', 'V']).filter(|at| text[..*at].ends_with(|c: char| c.is_ascii_digit()));
    let Some(letter) = letter else {
        return Ok((core, None));
    };
    let digits = &text[letter + 1..];
    let plain = digits.chars().all(|c| c.is_ascii_digit()) && !digits.starts_with('0');
    match digits.parse().ok().filter(|_| plain) {
        Some(version) => Ok((core.start..core.start + letter, Some(version))),
        None => Err(core.start + letter..core.end),
    }
}

/// What is wrong with an id: the bytes of it, why, and what was probably meant.
struct Wrong {
    what: Range<usize>,
    why: &'static str,
    meant: Option<String>,
}

/// An id since April 2007: year, month, a point, and four digits (five since 2015).
fn new(text: &str) -> Result<String, Wrong> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let whole = |why, meant| Err(Wrong { what: 0..text.len(), why, meant });
    let Some((date, number)) = text.split_once('.') else {
        return match (digits(text), text.len()) {
            (true, 8 | 9) => whole("the point is missing", Some(format!("{}.{}", &text[..4], &text[4..]))),
            (true, 7) => whole("the archive is missing", Some(format!("math/{text}"))),
            _ => whole("neither a number nor an archive", None),
        };
    };
    if !digits(date) || date.len() != 4 {
        return Err(Wrong { what: 0..date.len(), why: "expected year and month, as in 2406", meant: None });
    }
    if !month(&date[2..]) {
        return Err(Wrong { what: 2..4, why: "there is no such month", meant: None });
    }
    let after = date.len() + 1..text.len();
    if !digits(number) {
        return Err(Wrong { what: after, why: "expected four or five digits", meant: None });
    }
    if date < "0704" {
        let why = "before April 2007 ids named an archive, as in math/0410026";
        return Err(Wrong { what: 0..date.len(), why, meant: None });
    }
    match (date >= "1501", number.len()) {
        (true, 5) | (false, 4) => Ok(text.to_string()),
        (true, 4) => Err(Wrong {
            what: after,
            why: "five digits since 2015",
            meant: Some(format!("{date}.0{number}")),
        }),
        (true, _) => Err(Wrong { what: after, why: "five digits since 2015", meant: None }),
        (false, 5) if number.starts_with('0') => {
            let meant = Some(format!("{date}.{}", &number[1..]));
            Err(Wrong { what: after, why: "four digits until the end of 2014", meant })
        }
        (false, _) => Err(Wrong { what: after, why: "four digits until the end of 2014", meant: None }),
    }
}

/// An id until March 2007: archive, perhaps a subject class, and seven digits.
fn old(archive: &str, number: &str) -> Result<String, Wrong> {
    let (name, class) = archive.split_once('.').map_or((archive, None), |(name, class)| (name, Some(class)));
    let lower = name.to_ascii_lowercase();
    if !ARCHIVES.contains(&lower.as_str()) {
        let meant = nearest(&lower, ARCHIVES.iter().copied()).map(|near| format!("{near}/{number}"));
        return Err(Wrong { what: 0..name.len(), why: "there was no such archive", meant });
    }
    if let Some(class) = class
        && (class.len() != 2 || !class.bytes().all(|b| b.is_ascii_alphabetic()))
        && !(class.contains('-') && class.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-'))
    {
        let what = name.len() + 1..archive.len();
        return Err(Wrong { what, why: "a subject class is two letters, as in math.CO", meant: None });
    }
    let after = archive.len() + 1..archive.len() + 1 + number.len();
    if number.len() != 7 || !number.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Wrong { what: after, why: "expected seven digits: year, month, number", meant: None });
    }
    if !month(&number[2..4]) {
        return Err(Wrong {
            what: after.start + 2..after.start + 4,
            why: "there is no such month",
            meant: None,
        });
    }
    Ok(format!("{lower}/{number}"))
}

fn month(text: &str) -> bool {
    matches!(text.parse(), Ok(1..=12))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(written: &str) -> String {
        match Id::parse(written) {
            Ok((id, Some(version))) => id.with_version(version),
            Ok((id, None)) => id.to_string(),
            Err(problem) => panic!("{written}: {}", problem.render(false)),
        }
    }

    #[test]
    fn ids_are_read_as_people_write_them() {
        for (written, id) in [
            ("2406.02107", "2406.02107"),
            (" 2406.02107v2 ", "2406.02107v2"),
            ("arXiv:2406.02107V3", "2406.02107v3"),
            ("arxiv: 0909.1234", "0909.1234"),
            ("math/0410026", "math/0410026"),
            ("math.CO/0410026v1", "math/0410026v1"),
            ("arXiv:hep-th/9901001", "hep-th/9901001"),
            ("solv-int/9901001", "solv-int/9901001"),
            ("https://arxiv.org/abs/2406.02107", "2406.02107"),
            ("http://www.arxiv.org/pdf/2406.02107v1.pdf", "2406.02107v1"),
            ("https://export.arxiv.org/html/2406.02107v2/#S1.T1", "2406.02107v2"),
            ("https://arxiv.org/abs/math/0410026?context=math.CO", "math/0410026"),
            ("arxiv.org/pdf/math/0410026v1", "math/0410026v1"),
            ("https://ar5iv.labs.arxiv.org/html/2406.02107", "2406.02107"),
            ("https://doi.org/10.48550/arXiv.2406.02107", "2406.02107"),
            ("10.48550/ARXIV.2406.02107", "2406.02107"),
            ("oai:arXiv.org:math/0410026", "math/0410026"),
        ] {
            assert_eq!(read(written), id, "{written}");
        }
    }

    #[test]
    fn a_name_that_is_none_is_refused_whatever_it_is() {
        for written in [
            "",
            "v",
            "v1",
            "/",
            "//",
            ".",
            "2406.02107v",
            "é",
            "arXiv:",
            "math/",
            "https://",
            "https://arxiv.org",
            "https://arxiv.org/abs/",
            "1.2.3",
            "２４０６.02107",
            "math/０410026",
            "2406.02107/../x",
            "10.48550/",
            "doi:",
            "a/b/0410026",
            "math.é/0410026",
            "ftp://arxiv.org/abs/2406.02107",
            "2406.02107v99999999999",
        ] {
            assert!(Id::parse(written).is_err(), "{written}");
        }
    }
}
