//! The Markdown of a document's prose, as HTML and as Markdown again.
//!
//! Tables, footnotes, mathematics and headings with ids are read. Raw HTML is shown, never passed on; a link goes
//! to the web, to a place in the report, or nowhere.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

use super::links::anchor;
use super::math;
use super::text::{Html, escape, unseen, visible};
use crate::diagnostic::{Diagnostic, nearest};

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_MATH
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_STRIKETHROUGH
}

/// A heading of the prose: its level (2 or more on the page), its id there, and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    pub level: u8,
    pub id: String,
    pub html: Html,
}

/// The places of one page that prose can name as `#name`, and what they are called on the page.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// From the name in the document to the id on the page.
    pub ids: BTreeMap<String, String>,
    /// Names that the document speaks of and that are not there.
    pub missing: Vec<String>,
    headings: usize,
    footnotes: usize,
}

impl Places {
    /// What prose can name besides its headings, in the order of the page: the name that the document gives a claim, a
    /// drawing or a grid, and its id, which names a reading if there are several. The name leads to the first of these.
    pub fn of<'a>(things: impl IntoIterator<Item = (&'a str, String)>) -> Places {
        let mut places = Places::default();
        for (name, id) in things {
            places.ids.entry(name.to_owned()).or_insert_with(|| anchor(&id));
            places.ids.insert(id.clone(), anchor(&id));
        }
        places
    }
}

/// The headings of a piece of prose, in order; their names enter `places`.
pub fn headings(markdown: &str, places: &mut Places) -> Vec<Heading> {
    let mut found = Vec::new();
    let mut open: Option<(HeadingLevel, Option<String>, Vec<Event<'_>>)> = None;
    for event in Parser::new_ext(markdown, options()) {
        match event {
            Event::Start(Tag::Heading { level, id, .. }) => {
                open = Some((level, id.map(|id| id.to_string()), Vec::new()));
            }
            Event::End(TagEnd::Heading(_)) => {
                let Some((level, name, events)) = open.take() else { continue };
                places.headings += 1;
                let id = format!("section-{}", places.headings);
                let words: String = events.iter().map(plain).collect();
                places.ids.insert(name.unwrap_or_else(|| slug(&words)), id.clone());
                let events = events.into_iter().filter(|e| !is_link(e)).map(inline);
                let mut out = String::new();
                html::push_html(&mut out, events);
                found.push(Heading { level: page_level(level), id, html: Html(out) });
            }
            event => {
                if let Some((_, _, events)) = &mut open {
                    events.push(event);
                }
            }
        }
    }
    found
}

/// The links of a piece of prose to places of its own page: the name of each, and where the link stands.
pub fn links(markdown: &str) -> Vec<(String, Range<usize>)> {
    let events = Parser::new_ext(markdown, options()).into_offset_iter();
    events
        .filter_map(|(event, place)| match event {
            Event::Start(Tag::Link { dest_url, .. }) => Some((dest_url.strip_prefix('#')?.to_owned(), place)),
            _ => None,
        })
        .collect()
}

/// What is said of a link to a name that is no place.
pub fn no_place(name: &str, places: &Places) -> Diagnostic {
    let problem = Diagnostic::error(format!("the prose links to `#{name}`, which is no place"));
    match nearest(name, places.ids.keys().map(String::as_str)) {
        Some(near) => problem.note(format!("did you mean `#{near}`?")),
        None => problem.note(
            "a claim's, drawing's or grid's id is a place, and a heading's words are; a heading with a result in it needs an id: `{#name}`",
        ),
    }
}

/// A piece of prose as HTML. `headings` are those of this piece, from [`headings`].
pub fn html(markdown: &str, headings: &[Heading], places: &mut Places) -> Html {
    places.footnotes += 1;
    let piece = places.footnotes;
    let mut headings = headings.iter();
    // Whether each open link is kept; a link without a safe address leaves only its words.
    let mut links: Vec<bool> = Vec::new();
    let mut images = 0_usize;
    let mut events = Vec::new();
    for event in Parser::new_ext(markdown, options()) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let id = headings.next().map_or(String::new(), |h| format!(" id=\"{}\"", h.id));
                events.push(Event::Html(format!("<h{}{id}>", page_level(level)).into()));
            }
            Event::End(TagEnd::Heading(level)) => {
                events.push(Event::Html(format!("</h{}>\n", page_level(level)).into()));
            }
            Event::Start(Tag::Table(alignments)) => {
                // A wide table scrolls in its own box, which the keyboard can reach.
                events.push(Event::Html("<div class=\"scroll\" tabindex=\"0\">".into()));
                events.push(Event::Start(Tag::Table(alignments)));
            }
            Event::End(TagEnd::Table) => {
                events.push(Event::End(TagEnd::Table));
                events.push(Event::Html("</div>\n".into()));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let to = address(&dest_url, link_type, places);
                links.push(to.is_some());
                if let Some(to) = to {
                    events.push(Event::Start(Tag::Link {
                        link_type: LinkType::Inline,
                        dest_url: to.into(),
                        title: visible(&title).into(),
                        id,
                    }));
                }
            }
            Event::End(TagEnd::Link) => {
                if links.pop().unwrap_or(false) {
                    events.push(Event::End(TagEnd::Link));
                }
            }
            // A picture from elsewhere would make the report depend on it: its words stand for it.
            Event::Start(Tag::Image { .. }) => images += 1,
            Event::End(TagEnd::Image) => images = images.saturating_sub(1),
            Event::FootnoteReference(name) => {
                events.push(Event::FootnoteReference(footnote(piece, &name)));
            }
            Event::Start(Tag::FootnoteDefinition(name)) => {
                events.push(Event::Start(Tag::FootnoteDefinition(footnote(piece, &name))));
            }
            event => events.push(inline(event)),
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    Html(aligned(&out))
}

/// One line of Markdown, such as a title or a heading of a column, without a paragraph around it.
pub fn line(markdown: &str) -> Html {
    let events = Parser::new_ext(markdown, Options::ENABLE_MATH)
        .filter(|event| {
            let block = matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph));
            let allowed = matches!(
                event,
                Event::Start(Tag::Emphasis | Tag::Strong) | Event::End(TagEnd::Emphasis | TagEnd::Strong)
            );
            !block && (allowed || !matches!(event, Event::Start(_) | Event::End(_) | Event::Rule))
        })
        .map(inline);
    let mut out = String::new();
    html::push_html(&mut out, events);
    Html(out.trim().to_owned())
}

/// A part of a sentence.
pub(super) enum Part<'a> {
    Text(&'a str),
    Code(&'a str),
    Math(&'a str),
}

/// Sentences of the audit, headings and keys: `` `code` `` and `$mathematics$` are read, and nothing else, for a
/// star is a game before it is emphasis. A sign without its partner is itself.
pub(super) fn parts(words: &str) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    let mut rest = words;
    while let Some(open) = rest.find(['`', '$']) {
        let (before, from) = rest.split_at(open);
        let (sign, after) = from.split_at(1);
        let Some(close) = after.find(sign).filter(|at| *at > 0) else {
            break;
        };
        found.push(Part::Text(before));
        found.push(if sign == "`" { Part::Code(&after[..close]) } else { Part::Math(&after[..close]) });
        rest = &after[close + 1..];
    }
    found.push(Part::Text(rest));
    found
}

/// A sentence of the audit as HTML.
pub fn words(words: &str) -> Html {
    let part = |part: Part<'_>| match part {
        Part::Text(text) => escape(text),
        Part::Code(text) => code_html(text).0,
        Part::Math(tex) => math::formula(tex, false).0,
    };
    Html(parts(words).into_iter().map(part).collect())
}

/// A sentence of the audit as Markdown, on one line.
pub fn words_in_markdown(words: &str) -> String {
    let part = |part: Part<'_>| match part {
        Part::Text(text) => escape_markdown(text),
        Part::Code(text) => code(text),
        Part::Math(tex) => format!("${}$", tex_in_markdown(tex)),
    };
    parts(words).into_iter().map(part).collect()
}

/// A piece of prose as Markdown that a forge shows as we mean it: raw HTML shown as text, mathematics spelled so
/// that Markdown's own escapes leave it alone.
pub fn markdown(source: &str) -> String {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for (event, range) in Parser::new_ext(source, options()).into_offset_iter() {
        match event {
            Event::Html(_) | Event::InlineHtml(_) => {
                edits.push((range.clone(), source[range].replace('<', "&lt;")));
            }
            // A forge knows no ids of headings, but it keeps an anchor before one.
            Event::Start(Tag::Heading { id: Some(id), .. }) => {
                let heading = &source[range.clone()];
                if let Some(at) = heading.rfind('{') {
                    let end = heading.rfind('}').map_or(heading.len(), |end| end + 1);
                    edits.push((range.start..range.start, anchor_in_markdown(&id)));
                    edits.push((range.start + at..range.start + end.max(at), String::new()));
                }
            }
            Event::InlineMath(tex) => edits.push((range, format!("${}$", tex_in_markdown(&tex)))),
            Event::DisplayMath(tex) => edits.push((range, format!("$${}$$", tex_in_markdown(&tex)))),
            _ => {}
        }
    }
    edits.sort_by_key(|(range, _)| range.start);
    let (mut out, mut done) = (String::with_capacity(source.len()), 0);
    for (range, text) in edits {
        if range.start >= done {
            out.push_str(&source[done..range.start]);
            out.push_str(&text);
            done = range.end;
        }
    }
    out.push_str(&source[done..]);
    visible(&out)
}

/// A place that a link in Markdown can name.
pub fn anchor_in_markdown(name: &str) -> String {
    format!("<a id=\"{}\"></a>\n\n", escape(name))
}

/// TeX between dollars in Markdown: `\{` would lose its backslash, `|` would end a table's cell, `*` could be
/// emphasis and `<` a tag, so each is spelled by a command of the same meaning.
pub fn tex_in_markdown(tex: &str) -> String {
    let mut out = String::new();
    let mut rest = tex.chars().peekable();
    while let Some(c) = rest.next() {
        let named = match (c, rest.peek()) {
            ('\\', Some('\\')) => {
                rest.next();
                // A new row; with a star or a distance only TeX's own spelling will do.
                let plain = !matches!(rest.peek(), Some('[' | '*'));
                out.push_str(if plain { r"\cr " } else { r"\\" });
                continue;
            }
            ('\\', Some('{')) => Some((r"\lbrace", true)),
            ('\\', Some('}')) => Some((r"\rbrace", true)),
            ('\\', Some('|')) => Some((r"\Vert", true)),
            ('\\', Some(',' | ';' | ':' | ' ')) => Some((r"\thinspace", true)),
            ('\\', Some('!')) => Some(("", true)),
            ('|', _) => Some((r"\vert", false)),
            ('*', _) => Some((r"\ast", false)),
            ('<', _) => Some((r"\lt", false)),
            ('>', _) => Some((r"\gt", false)),
            ('\n', _) => Some((" ", false)),
            _ => None,
        };
        let Some((name, two)) = named else {
            out.push(c);
            continue;
        };
        if two {
            rest.next();
        }
        out.push_str(name);
        // A space ends the command's name, unless it ends by itself.
        if rest.peek().is_some_and(char::is_ascii_alphabetic) && name.starts_with('\\') {
            out.push(' ');
        }
    }
    out.trim().replace('$', r"\$")
}

fn inline(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(visible(&text).into()),
        Event::Text(text) if text.chars().any(unseen) => Event::Text(visible(&text).into()),
        Event::Code(text) => Event::Code(visible(&text).into()),
        Event::InlineMath(tex) => Event::InlineHtml(math::formula(&tex, false).0.into()),
        Event::DisplayMath(tex) => Event::InlineHtml(math::formula(&tex, true).0.into()),
        event => event,
    }
}

fn is_link(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Start(Tag::Link { .. } | Tag::Image { .. })
            | Event::End(TagEnd::Link | TagEnd::Image)
            | Event::FootnoteReference(_)
    )
}

fn plain(event: &Event<'_>) -> String {
    match event {
        Event::Text(text) | Event::Code(text) | Event::InlineMath(text) => text.to_string(),
        _ => String::new(),
    }
}

/// `## The smallest ones` is named `the-smallest-ones`.
fn slug(words: &str) -> String {
    let mut out = String::new();
    for c in words.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

/// The page has one `h1`, its title; claims have `h3`.
fn page_level(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 | HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        _ => 4,
    }
}

/// Where a link may go: `http`, `https`, `mailto`, a place of this page by its name, or another page of the report.
fn address(to: &str, kind: LinkType, places: &mut Places) -> Option<String> {
    if kind == LinkType::Email {
        return Some(format!("mailto:{}", visible(to)));
    }
    if let Some(name) = to.strip_prefix('#') {
        return match places.ids.get(name) {
            Some(id) => Some(super::links::fragment(id)),
            None => {
                places.missing.push(name.to_owned());
                None
            }
        };
    }
    safe_address(to)
}

/// An address that a page may link to; none if it could run something or leads out of the report.
pub fn safe_address(to: &str) -> Option<String> {
    let lower = to.to_ascii_lowercase();
    let web = ["https://", "http://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme));
    let page = to.split('#').next().unwrap_or("");
    let ours =
        page.ends_with(".html") && page.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    ((web || ours) && !to.chars().any(|c| c.is_whitespace() || unseen(c))).then(|| to.to_owned())
}

/// Footnotes are numbered within a piece of prose; the name makes their ids unique on the page.
fn footnote(piece: usize, name: &str) -> CowStr<'static> {
    format!("note-{piece}-{}", slug(name)).into()
}

/// The writer aligns cells by styles in attributes, which the pages' security policy forbids: by classes instead.
/// Headings of a table head their columns. In text the quotes would be escaped, so nothing else looks like this.
fn aligned(html: &str) -> String {
    let classes = ["left", "center", "right"].iter().fold(html.to_owned(), |html, side| {
        html.replace(&format!(" style=\"text-align: {side}\""), &format!(" class=\"{side}\""))
    });
    // A corner without words heads nothing.
    let corners = classes.replace("<th></th>", "<td></td>");
    corners.replace("<th class", "<th scope=\"col\" class").replace("<th>", "<th scope=\"col\">")
}

/// Text as Markdown: nothing in it is markup.
pub fn escape_markdown(text: &str) -> String {
    let mut out = String::new();
    for c in visible(text).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' => out.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '$' | '~' | '#' | '!' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// `text` in a code span of Markdown. Text with a bracket, bar or backtick is escaped instead: a stray backtick
/// elsewhere, or the end of a table's cell, would let it out of its span.
pub fn code(text: &str) -> String {
    if text.contains(['<', '`', '|']) {
        escape_markdown(text)
    } else {
        format!("`{}`", visible(text).replace('\n', " "))
    }
}

/// HTML of text that is code.
pub fn code_html(text: &str) -> Html {
    Html(format!("<code>{}</code>", escape(text)))
}
