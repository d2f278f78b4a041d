//! TeX to MathML, with the glyphs of combinatorial game theory. It never fails: what cannot be set as mathematics
//! is shown as its own TeX.

use std::sync::LazyLock;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use regex::{Captures, Regex};

use super::text::{Html, escape, unseen};
use crate::verdicts::Shown;

/// Commands of the field, and of TeX's text mode inside formulas, that the converter does not know.
const MACROS: [(&str, &str); 24] = [
    // Arrows of more than two strokes, by the names of common fonts.
    ("Uuparrow", "⤊"),
    ("UUparrow", "⟰"),
    ("Ddownarrow", "⤋"),
    ("DDownarrow", "⟱"),
    ("tripleuparrow", "⤊"),
    ("quadrupleuparrow", "⟰"),
    ("tripledownarrow", "⤋"),
    ("quadrupledownarrow", "⟱"),
    ("twoheaduparrow", "↟"),
    ("twoheaddownarrow", "↡"),
    ("shortmid", r"\mid"),
    ("cgup", r"\uparrow"),
    ("cgdown", r"\downarrow"),
    ("cgstar", "*"),
    ("cgtiny", "⧾"),
    ("cgminy", "⧿"),
    ("tplus", "⧾"),
    ("tminus", "⧿"),
    // Boxes hold what they hold.
    ("ensuremath", "{#1}"),
    ("rotatebox", "{#2}"),
    ("scalebox", "{#2}"),
    ("raisebox", "{#2}"),
    ("strut", "{}"),
    ("nolinebreak", "{}"),
];

/// Nothing that a paper prints is longer, in bytes.
const LONGEST: usize = 8_000;

/// The converter calls itself for every nested group; so much stack a byte is more than it ever takes.
const STACK_A_BYTE: usize = 8 << 10;

static CONVERTER: LazyLock<Option<LatexToMathML>> = LazyLock::new(|| {
    let macros = MACROS.iter().map(|(name, body)| ((*name).to_owned(), (*body).to_owned())).collect();
    LatexToMathML::new(MathCoreConfig { macros, annotation: true, ..MathCoreConfig::default() }).ok()
});

/// A formula in a line, or on a line of its own if `display`.
///
/// The TeX stays in an annotation. A formula that cannot be converted is shown as TeX, escaped.
pub fn formula(tex: &str, display: bool) -> Html {
    convert(tex, display).unwrap_or_else(|| Html(format!("<code class=\"tex\">{}</code>", escape(tex))))
}

/// A thing in a line: as mathematics if it has TeX, else as its text. What screen readers say is kept beside it.
pub fn shown(thing: &Shown, display: bool) -> Html {
    let set = if thing.tex.is_empty() { None } else { convert(&thing.tex, display) };
    let label = if thing.speech.is_empty() { String::new() } else { escape(&thing.speech) };
    match set {
        Some(Html(math)) if label.is_empty() => Html(math),
        Some(Html(math)) => Html(math.replacen("<math", &format!("<math aria-label=\"{label}\""), 1)),
        None => text(thing),
    }
}

/// The Unicode text of a thing, for places where mathematics would be too heavy.
pub fn text(thing: &Shown) -> Html {
    let class = if thing.tex.is_empty() { "words" } else { "value" };
    let text = escape(&thing.text);
    Html(if thing.speech.is_empty() {
        format!("<span class=\"{class}\">{text}</span>")
    } else {
        format!("<span class=\"{class}\" role=\"img\" aria-label=\"{}\">{text}</span>", escape(&thing.speech))
    })
}

/// Two things side by side, what differs marked in both: leaves of the two formulas that are not in a longest
/// common sequence of both.
pub fn side_by_side(printed: &Shown, recomputed: &Shown) -> (Html, Html) {
    let (Html(a), Html(b)) = (shown(printed, true), shown(recomputed, true));
    let (left, right) = (leaves(&a), leaves(&b));
    // Long things are shown unmarked: the table below grows with the product of their lengths.
    if left.is_empty() || right.is_empty() || left.len() * right.len() > 250_000 {
        return (Html(a), Html(b));
    }
    let (kept_left, kept_right) = common(&left, &right);
    (Html(mark(&a, &kept_left)), Html(mark(&b, &kept_right)))
}

static STYLE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#" style="[^"]*""#).ok());

/// Stars and arrows are games here, not operators: they stand without an operator's space.
static GAME: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("<mo(?: [^>]*)?>([∗⋆↑↓⇑⇓⤊⤋⟰⟱↟↡])</mo>").ok());

static LEAF: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"<(mi|mn|mo|mtext)((?: [^>]*)?)>([^<]*)</(?:mi|mn|mo|mtext)>").ok());

fn leaves(math: &str) -> Vec<String> {
    let Some(leaf) = LEAF.as_ref() else { return Vec::new() };
    leaf.captures_iter(math).map(|c| c[3].to_owned()).collect()
}

/// For each item, whether it belongs to one longest common subsequence of the two lists.
fn common(a: &[String], b: &[String]) -> (Vec<bool>, Vec<bool>) {
    let mut longest = vec![vec![0_usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i][j] = if a[i] == b[j] {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let (mut in_a, mut in_b) = (vec![false; a.len()], vec![false; b.len()]);
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            (in_a[i], in_b[j]) = (true, true);
            (i, j) = (i + 1, j + 1);
        } else if longest[i + 1][j] >= longest[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    (in_a, in_b)
}

fn mark(math: &str, kept: &[bool]) -> String {
    let Some(leaf) = LEAF.as_ref() else { return math.to_owned() };
    let mut at = 0;
    let marked = leaf.replace_all(math, |c: &Captures<'_>| {
        let differs = kept.get(at) == Some(&false);
        at += 1;
        let (tag, attributes, text) = (&c[1], &c[2], &c[3]);
        let class = if differs { " class=\"differs\"" } else { "" };
        format!("<{tag}{class}{attributes}>{text}</{tag}>")
    });
    whole_fractions(&marked)
}

/// A fraction of which a part is marked is marked as a whole: marks above and below would hide its bar.
fn whole_fractions(math: &str) -> String {
    const MARK: &str = " class=\"differs\"";
    let (mut out, mut rest) = (String::with_capacity(math.len()), math);
    while let Some(end) = rest.find("</mfrac>") {
        let (before, after) = rest.split_at(end);
        let Some(start) = before.rfind("<mfrac") else { break };
        let (before, fraction) = before.split_at(start);
        out.push_str(before);
        if fraction.contains(MARK) {
            let bare = fraction.replace(MARK, "");
            out.push_str(&bare.replacen("<mfrac", &format!("<mfrac{MARK}"), 1));
        } else {
            out.push_str(fraction);
        }
        out.push_str("</mfrac>");
        rest = &after["</mfrac>".len()..];
    }
    out + rest
}

fn convert(tex: &str, display: bool) -> Option<Html> {
    if tex.len() > LONGEST || tex.chars().any(unseen) || tex.trim().is_empty() {
        return None;
    }
    let display = if display { MathDisplay::Block } else { MathDisplay::Inline };
    let converter = CONVERTER.as_ref()?;
    let convert = || converter.convert_with_local_state(&prepared(tex), display).ok();
    let needed = tex.len() * STACK_A_BYTE;
    let mathml = stacker::maybe_grow(needed, needed + (1 << 20), convert)?.mathml;
    // Styles in attributes are forbidden by the pages' security policy; the few that occur are small spaces.
    let mathml = STYLE.as_ref()?.replace_all(&mathml, "").into_owned();
    if !is_mathml(&mathml) {
        return None;
    }
    let mathml = GAME.as_ref()?.replace_all(&mathml, "<mi>$1</mi>").into_owned();
    Some(Html(fitted(with_annotation(&mathml, tex))))
}

/// A formula of more signs is wider than a narrow page.
const WIDE: usize = 30;

/// A browser does not break formulas: a wide one scrolls in a box of its own, which the keyboard can reach.
fn fitted(math: String) -> String {
    let signs: usize = leaves(&math).iter().map(|leaf| leaf.chars().count()).sum();
    if signs > WIDE { format!("<span class=\"wide-math\" tabindex=\"0\">{math}</span>") } else { math }
}

/// Elements and attributes that a formula may consist of.
const ELEMENTS: [&str; 27] = [
    "math",
    "semantics",
    "annotation",
    "mrow",
    "mi",
    "mn",
    "mo",
    "mtext",
    "mspace",
    "mfrac",
    "msqrt",
    "mroot",
    "msub",
    "msup",
    "msubsup",
    "munder",
    "mover",
    "munderover",
    "mtable",
    "mtr",
    "mtd",
    "mpadded",
    "mphantom",
    "mmultiscripts",
    "mprescripts",
    "code",
    "b",
];
const ATTRIBUTES: [&str; 19] = [
    "lspace",
    "rspace",
    "displaystyle",
    "scriptlevel",
    "linethickness",
    "mathvariant",
    "minsize",
    "maxsize",
    "form",
    "accent",
    "accentunder",
    "width",
    "height",
    "stretchy",
    "symmetric",
    "movablelimits",
    "largeop",
    "display",
    "encoding",
];

static TAG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"<(/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)(/?)>"#).ok());

/// Whether what the converter made is well nested, of MathML's own elements, and has no stray bracket. The
/// converter of this version passes the name of an operator on as it stands: `\operatorname{<b>}` would be markup.
fn is_mathml(markup: &str) -> bool {
    let Some(pattern) = TAG.as_ref() else { return false };
    let (mut open, mut end) = (Vec::new(), 0);
    for tag in pattern.captures_iter(markup) {
        let (Some(whole), Some(name)) = (tag.get(0), tag.get(2)) else { return false };
        let attributes = tag[3].split('"').step_by(2).map(|name| name.trim().trim_end_matches('='));
        let known = ELEMENTS.contains(&name.as_str())
            && attributes.filter(|name| !name.is_empty()).all(|name| ATTRIBUTES.contains(&name));
        let nested = match (&tag[1], &tag[4]) {
            ("/", _) => open.pop() == Some(name.as_str()),
            (_, "/") => true,
            _ => {
                open.push(name.as_str());
                true
            }
        };
        if !known || !nested || markup[end..whole.start()].contains(['<', '>']) {
            return false;
        }
        end = whole.end();
    }
    open.is_empty() && !markup[end..].contains(['<', '>'])
}

/// Puts the TeX as it was given into the annotation, where the converter put what it was handed.
fn with_annotation(mathml: &str, tex: &str) -> String {
    let (open, close) = ("<annotation encoding=\"application/x-tex\">", "</annotation>");
    match (mathml.find(open), mathml.rfind(close)) {
        (Some(start), Some(end)) if start + open.len() <= end => {
            format!("{}{}{}", &mathml[..start + open.len()], escape(tex), &mathml[end..])
        }
        _ => mathml.to_owned(),
    }
}

/// The formula as the converter reads it. A command right before a star is a command and a star (`\Uparrow*` is
/// double up star), not a starred command; `\hbox` and `\mbox` are text.
fn prepared(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len() + 8);
    let mut rest = tex;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let letters = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        if letters == 0 {
            // A control symbol such as `\{`: with its one character.
            let symbol = after.chars().next().map_or(0, char::len_utf8);
            out.push_str(&rest[at..at + 1 + symbol]);
            rest = &after[symbol..];
            continue;
        }
        let name = &after[..letters];
        rest = &after[letters..];
        out.push('\\');
        out.push_str(if matches!(name, "hbox" | "mbox") { "text" } else { name });
        if rest.starts_with('*') && !matches!(name, "operatorname" | "hspace") {
            out.push(' ');
        }
    }
    out.push_str(rest);
    out
}
