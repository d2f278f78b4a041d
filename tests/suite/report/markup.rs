//! A strict reader of the markup that the report writes: what it cannot read, a browser would have to guess.

/// An element's start, with its attributes as a browser would see them.
#[derive(Debug)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<String> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
    }
}

/// Every element that the report may write.
pub const KNOWN: &[&str] = &[
    "mark",
    "html",
    "head",
    "meta",
    "title",
    "link",
    "script",
    "style",
    "body",
    "nav",
    "main",
    "header",
    "footer",
    "section",
    "article",
    "h1",
    "h2",
    "h3",
    "h4",
    "p",
    "a",
    "b",
    "small",
    "sup",
    "em",
    "strong",
    "del",
    "code",
    "pre",
    "span",
    "div",
    "ol",
    "ul",
    "li",
    "dl",
    "dt",
    "dd",
    "table",
    "caption",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "details",
    "summary",
    "figure",
    "figcaption",
    "blockquote",
    "br",
    "hr",
    "svg",
    "desc",
    "g",
    "rect",
    "line",
    "circle",
    "path",
    "polygon",
    "polyline",
    "text",
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
    "mprescripts",
    "mmultiscripts",
    "menclose",
    "mstyle",
];

const VOID: &[&str] = &["meta", "link", "br", "hr"];

/// Elements that may not stand inside a paragraph: a browser would end it.
const BLOCKS: &[&str] = &[
    "p",
    "div",
    "ul",
    "ol",
    "dl",
    "table",
    "section",
    "article",
    "header",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "pre",
    "details",
    "figure",
    "blockquote",
    "hr",
];

/// The elements of a text in order.
pub fn elements(text: &str) -> Result<Vec<Element>, String> {
    let (mut found, mut open, mut rest) = (Vec::new(), Vec::<String>::new(), text);
    while let Some(at) = rest.find(['<', '>']) {
        let near = || rest[at..].chars().take(60).collect::<String>();
        if rest.as_bytes()[at] == b'>' {
            return Err(format!("a bare > at {}", near()));
        }
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix("!doctype html>") {
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix('/') {
            let end = after.find('>').ok_or("an end tag does not end")?;
            let name = &after[..end];
            match open.pop() {
                Some(top) if top == name => {}
                top => return Err(format!("</{name}> closes {top:?}")),
            }
            rest = &after[end + 1..];
            continue;
        }
        let (element, closed, after) = start(rest)?;
        if BLOCKS.contains(&element.name.as_str()) && open.last().is_some_and(|top| top == "p") {
            return Err(format!("<{}> inside <p>", element.name));
        }
        rest = after;
        if element.name == "style" && !closed {
            rest = rest.split_once("</style>").ok_or("a style does not end")?.1;
        } else if !closed && !VOID.contains(&element.name.as_str()) {
            open.push(element.name.clone());
        }
        found.push(element);
    }
    if open.is_empty() { Ok(found) } else { Err(format!("not closed: {open:?}")) }
}

/// The element that starts at `text`, whether it closes itself, and what follows.
fn start(text: &str) -> Result<(Element, bool, &str), String> {
    let name_end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    if name_end == 0 {
        return Err(format!("a bare < at {}", text.chars().take(60).collect::<String>()));
    }
    let mut element = Element { name: text[..name_end].to_owned(), attributes: Vec::new() };
    let mut rest = &text[name_end..];
    loop {
        let spaced = rest.trim_start();
        if let Some(after) = spaced.strip_prefix("/>") {
            return Ok((element, true, after));
        }
        if let Some(after) = spaced.strip_prefix('>') {
            return Ok((element, false, after));
        }
        if spaced.len() == rest.len() {
            return Err(format!("no space before an attribute of <{}>", element.name));
        }
        let end = spaced.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(spaced.len());
        let attribute = spaced[..end].to_owned();
        if attribute.is_empty() {
            return Err(format!("in <{}>: {}", element.name, spaced.chars().take(40).collect::<String>()));
        }
        rest = &spaced[end..];
        let mut value = String::new();
        if let Some(after) = rest.strip_prefix("=\"") {
            let close = after.find('"').ok_or("an attribute does not end")?;
            if after[..close].contains('<') {
                return Err(format!("a bare < in {attribute} of <{}>", element.name));
            }
            value = unescaped(&after[..close]);
            rest = &after[close + 1..];
        }
        if element.attributes.iter().any(|(name, _)| *name == attribute) {
            return Err(format!("<{}> has {attribute} twice", element.name));
        }
        element.attributes.push((attribute, value));
    }
}

fn unescaped(text: &str) -> String {
    let named =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")];
    named.iter().fold(text.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}

/// A fragment of an address as the browser looks it up.
pub fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits: String = rest.by_ref().take(2).map(char::from).collect();
            bytes.push(u8::from_str_radix(&digits, 16).expect("two hexadecimal digits follow %"));
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).expect("fragments are UTF-8")
}
