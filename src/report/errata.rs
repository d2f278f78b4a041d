//! Errata sheets: a paper's discrepancies in neutral words and in the order of the paper, for its authors.
//!
//! One sheet is Markdown, with the origin and the witness of everything; the other is a fragment of LaTeX that can be pasted
//! into a letter or a list of corrections. Neither says that a paper is wrong: they say what is printed, what our
//! recomputation gives, and how to check it.

use std::sync::LazyLock;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;

use super::discrepancies::{self, Item as Alike};
use super::markdown::{self, claim_head, fenced, printed, row, thing};
use super::prose::{self, Part, escape_markdown, parts};
use super::saved::claim_id;
use super::text::{self, Columns, capital, count, grouped};
use crate::verdicts::{ClaimVerdicts, Entry, PaperVerdicts, Shown, Verdict, tally};

/// A claim with entries that differ.
struct Item<'a> {
    claim: &'a ClaimVerdicts,
    entries: Vec<&'a Entry>,
    /// What other readings of the same claim give, as Markdown.
    others: Vec<String>,
}

/// What differs, in the order of the paper: what is numbered in one sequence by its number, statements first, then
/// equations, figures and tables; what has no number as the document has it.
fn items(paper: &PaperVerdicts) -> Vec<Item<'_>> {
    let mut found: Vec<Item<'_>> = paper
        .claims
        .iter()
        .filter_map(|claim| {
            let entries: Vec<&Entry> = claim.entries.iter().filter(|entry| entry.verdict.differs()).collect();
            let others = || text::other_readings(paper, claim);
            (!entries.is_empty()).then(|| Item { claim, entries, others: others() })
        })
        .collect();
    found.sort_by_cached_key(|item| place_in_paper(item.claim));
    found
}

/// Sequences in which papers count, and in each the numbers of a place: `Theorem 3.7` is 3, 7 among the statements.
fn place_in_paper(claim: &ClaimVerdicts) -> (usize, Vec<u64>) {
    let sequence = |kind: &str| match kind {
        "page" => 0,
        "abstract" => 1,
        "section" | "appendix" => 2,
        "equation" => 4,
        "figure" => 5,
        "table" => 6,
        _ => 3,
    };
    let numbers = |number: &str| {
        number.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect::<Vec<u64>>()
    };
    claim.printed_in.first().map_or((7, Vec::new()), |(kind, number)| (sequence(kind), numbers(number)))
}

/// What can be said of all of it in two sentences, as words.
fn summary(paper: &PaperVerdicts, items: &[Item<'_>]) -> String {
    let all: Vec<&Entry> = items.iter().flat_map(|item| item.entries.iter().copied()).collect();
    let counts = tally(paper.entries());
    let of = |verdict| counts.get(&verdict).copied().unwrap_or(0);
    let compared =
        of(Verdict::Match) + of(Verdict::SameValue) + of(Verdict::Mismatch) + of(Verdict::Unconfirmed);
    let open = of(Verdict::NotAttempted) + of(Verdict::Undecided) + of(Verdict::Unreadable);
    let mut words = if compared == 0 {
        "Nothing could be compared.".to_string()
    } else if all.is_empty() {
        format!(
            "Our recomputation differs nowhere in the {}.",
            count(compared, "entry that was compared", "entries that were compared")
        )
    } else {
        format!(
            "Our recomputation differs at {} of the {}.",
            grouped(all.len() as u64),
            count(compared, "entry that was compared", "entries that were compared")
        )
    };
    let unconfirmed = all.iter().filter(|entry| entry.verdict == Verdict::Unconfirmed).count() as u64;
    if unconfirmed > 0 {
        let is = if unconfirmed == 1 { "is" } else { "are" };
        words.push_str(&format!(" Of these, {unconfirmed} {is} not confirmed by a second method."));
    }
    if open > 0 && compared > 0 {
        words.push_str(&format!(" {} could not be compared.", capital(&count(open, "entry", "entries"))));
    }
    words
}

/// How sure we are, in words.
fn confirmed(entry: &Entry) -> String {
    match (entry.verdict, entry.methods.get(1)) {
        (Verdict::Mismatch, Some(method)) => format!("confirmed by {method}"),
        (Verdict::Mismatch, None) => "confirmed".to_string(),
        _ => match entry.notes.first() {
            Some(why) => format!("not confirmed by a second method: {}", why.trim_end_matches('.')),
            None => "not confirmed by a second method".to_string(),
        },
    }
}

/// Of entries that are only counted: all of them have one verdict.
fn all_confirmed(alike: &Alike<'_>) -> &'static str {
    match alike.more.first().map(|entry| entry.verdict) {
        Some(Verdict::Mismatch) => "each confirmed by a second method",
        _ => "none confirmed by a second method",
    }
}

/// The case in which a statement fails as a sentence; none if all that is said is that it does not hold.
fn where_it_fails(summary: &str) -> Option<String> {
    let rest = summary.trim_end_matches('.');
    let rest = rest.strip_prefix("it does not hold").map_or(rest, |sides| sides.trim_start_matches(": "));
    (!rest.is_empty()).then(|| capital(rest))
}

/// `KEY.errata.md`
pub fn markdown(paper: &PaperVerdicts, program: &str) -> String {
    let items = items(paper);
    let mut out = format!("# Discrepancies: {}\n\n", prose::markdown(&paper.title).replace('\n', " "));
    if !paper.authors.is_empty() {
        out.push_str(&format!("{}. ", escape_markdown(&paper.authors.join(", "))));
    }
    out.push_str(&format!(
        "{}. {}\n\n",
        escape_markdown(&paper.source),
        escape_markdown(&paper.source_standing)
    ));
    for notice in &paper.notices {
        out.push_str(&format!("> **{}**\n\n", escape_markdown(notice)));
    }
    out.push_str(&summary(paper, &items));
    if !items.is_empty() {
        out.push_str(&format!(
            " Who is right is for a reader to judge; each item says how it can be checked. For pasting there is \
             [{key}.errata.tex]({key}.errata.tex).",
            key = paper.key
        ));
    }
    out.push_str(&format!(" The whole report of the paper is [{key}.md]({key}.md).\n\n", key = paper.key));
    for (index, item) in items.iter().enumerate() {
        out.push_str(&section(paper, item, index + 1, program));
    }
    out.trim_end().to_owned() + "\n"
}

fn section(paper: &PaperVerdicts, item: &Item<'_>, number: usize, program: &str) -> String {
    let claim = item.claim;
    let cited = ClaimVerdicts { origin: without_citations(&claim.origin), ..claim.clone() };
    let mut out = claim_head(&cited, "##", number);
    if let Some(formula) = &claim.formula {
        out.push_str(&format!("Printed formula: {}\n\n", thing(formula)));
    }
    out.push_str("| Place | Printed | Recomputed | |\n|---|---|---|---|\n");
    let columns = Columns::of(claim);
    for alike in discrepancies::items(item.entries.iter().copied()) {
        for entry in &alike.shown {
            let place = columns.place(entry);
            let side = |shown: &Option<Shown>| shown.as_ref().map_or(String::new(), side_in_markdown);
            out.push_str(&row(&[
                if place.is_empty() { "as a whole".to_string() } else { prose::words_in_markdown(&place) },
                if text::is_statement(entry) { printed(claim, entry) } else { side(&entry.printed) },
                side(&entry.recomputed),
                prose::words_in_markdown(&confirmed(entry)),
            ]));
        }
        if let Some(more) = markdown::more(claim, &columns, &alike, &format!("{}.md", paper.key)) {
            out.push_str(&row(&[more, String::new(), String::new(), all_confirmed(&alike).to_string()]));
        }
    }
    out.push('\n');
    if let Some(first) = item.entries.first() {
        // What is said of an entry that is not confirmed stands beside it.
        for note in first.notes.iter().filter(|_| first.verdict == Verdict::Mismatch) {
            out.push_str(&format!("{}.\n\n", prose::words_in_markdown(&capital(note)).trim_end_matches('.')));
        }
        if let Some(witness) = first.witness.as_ref() {
            if !witness.lines.is_empty() {
                let summary = escape_markdown(witness.summary.trim_end_matches('.'));
                out.push_str(&format!("Witness: {summary}.\n\n{}", fenced(&witness.lines.join("\n"))));
            } else if let Some(fails) = where_it_fails(&witness.summary).filter(|_| text::is_statement(first))
            {
                out.push_str(&format!("{}.\n\n", escape_markdown(&fails)));
            }
        }
    }
    if !item.others.is_empty() {
        let others = prose::markdown(&item.others.join("; "));
        out.push_str(&format!("Read otherwise: {}.\n\n", others.trim()));
    }
    let argument = text::shell_quoted(&claim_id(paper, claim));
    out.push_str(&format!("Check it: {}\n\n", prose::code(&format!("{program} explain {argument}"))));
    out
}

/// A side of an entry: mathematics, or words in which there may be some.
fn side_in_markdown(shown: &Shown) -> String {
    if shown.tex.is_empty() { prose::words_in_markdown(&shown.text) } else { thing(shown) }
}

/// `KEY.errata.tex`: a list that stands inside a document with amsmath and amssymb.
pub fn tex(paper: &PaperVerdicts) -> String {
    let items = items(paper);
    let comment = |text: &str| format!("% {}\n", text::visible(text).replace(['\n', '\r'], " "));
    let mut out = comment(&format!("Discrepancies in \"{}\", {}", paper.title, paper.source));
    if !paper.source_standing.is_empty() {
        out.push_str(&comment(&paper.source_standing));
    }
    out.push_str(&comment(
        "To be pasted into a document that has \\usepackage{amsmath,amssymb} and an encoding of UTF-8.",
    ));
    out.push_str(&format!("\n{}\n", words(&summary(paper, &items))));
    if items.is_empty() {
        return out;
    }
    out.push_str("\\begin{enumerate}\n");
    for item in &items {
        out.push_str(&tex_item(item));
    }
    out.push_str("\\end{enumerate}\n");
    out
}

/// Up to so many entries of a claim are written out one after the other.
const LISTED: usize = 40;

fn tex_item(item: &Item<'_>) -> String {
    let claim = item.claim;
    let mut head = prose_in_tex(&claim.title);
    if let Some(reading) = &claim.reading {
        head.push_str(&format!(" ({})", words(reading)));
    }
    let mut out = format!("\\item \\textbf{{{head}.}}");
    if !claim.says.is_empty() {
        out.push_str(&format!(" {}", prose_in_tex(&claim.says)));
    }
    if let Some(formula) = claim.formula.as_ref().filter(|formula| !formula.tex.is_empty()) {
        out.push_str(&format!(" Printed is {}.", math(&formula.tex)));
    }
    let columns = Columns::of(claim);
    let (mut told, mut left) = (0, 0);
    for alike in discrepancies::items(item.entries.iter().copied()) {
        if told + alike.shown.len() > LISTED {
            left += alike.size();
            continue;
        }
        told += alike.shown.len();
        alike.shown.iter().for_each(|entry| out.push_str(&tex_entry(claim, &columns, entry)));
        if let Some(more) = alike.more_in_words(&columns) {
            out.push_str(&format!("\n  And {} ({}).", assigned(&more), all_confirmed(&alike)));
        }
    }
    if left > 0 {
        out.push_str(&format!("\n  And {}.", count(left, "further entry", "further entries")));
    }
    if !claim.origin.is_empty() {
        let origin = without_citations(&claim.origin);
        out.push_str(&format!("\n  Origin: {}.", prose_in_tex(origin.trim_end_matches('.'))));
    }
    if !item.others.is_empty() {
        out.push_str(&format!("\n  Read otherwise: {}.", prose_in_tex(&item.others.join("; "))));
    }
    out + "\n"
}

/// An entry in a sentence.
fn tex_entry(claim: &ClaimVerdicts, columns: &Columns<'_>, entry: &Entry) -> String {
    let side = |shown: &Option<Shown>| shown.as_ref().map_or("nothing".to_string(), side_in_tex);
    let method = words(&method_in_words(entry));
    if text::is_statement(entry) {
        let stated = text::stated(claim).map_or(String::new(), |stated| stated_in_tex(&stated.tex));
        let said = format!("\n  The statement{stated} {} ({method}).", side(&entry.recomputed));
        // Why an unconfirmed one fails stands in its brackets.
        let fails = entry.witness.as_ref().and_then(|witness| where_it_fails(&witness.summary));
        return said + &fails.map_or(String::new(), |fails| format!(" {}.", assigned(&fails)));
    }
    let place = match columns.place(entry).as_str() {
        "" => "Printed".to_string(),
        place => format!("{}: printed", assigned(place)),
    };
    let (printed, recomputed) = (side(&entry.printed), side(&entry.recomputed));
    format!("\n  {place} {printed}; recomputed {recomputed} ({method}).")
}

static CITATION: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r" ?\[[a-z][a-z0-9-]*\]").ok());

/// An origin without the keys of references, which mean nothing away from the paper's page.
fn without_citations(origin: &str) -> String {
    CITATION.as_ref().map_or(origin.to_string(), |citation| citation.replace_all(origin, "").into_owned())
}

/// [`confirmed`] for somebody who does not know our expressions.
fn method_in_words(entry: &Entry) -> String {
    let words = confirmed(entry);
    match words.split_once("the expression `") {
        Some((before, expression)) if entry.verdict == Verdict::Mismatch => {
            let by_moves = expression.contains("value_by_moves(");
            format!(
                "{before}{}",
                if by_moves { "the values by the moves alone" } else { "another expression of the same" }
            )
        }
        _ => words,
    }
}

static ASSIGNED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(^|[ (])([A-Za-z] = -?[0-9]+)($|[ ,.;:)])").ok());

/// A place or a case, in which `n = 3` is mathematics.
fn assigned(text: &str) -> String {
    let set = |text: &str| match ASSIGNED.as_ref() {
        Some(pattern) => pattern.replace_all(text, "${1}$$${2}$$${3}").into_owned(),
        None => text.to_string(),
    };
    let part = |part: Part<'_>| match part {
        Part::Text(text) => words(&set(text)),
        Part::Code(code) => format!("\\texttt{{{}}}", escaped(code)),
        Part::Math(tex) => math(tex),
    };
    parts(text).into_iter().map(part).collect()
}

/// A statement in a line, with a space before it; nothing if it is not made of known commands, rows apart.
fn stated_in_tex(tex: &str) -> String {
    let mut bare = tex.to_string();
    for (from, to) in [("\\begin{cases}", "{"), ("\\end{cases}", "}"), (" & ", " "), (" \\\\ ", " ")] {
        bare = bare.replace(from, to);
    }
    if is_plain_math(&bare) { format!(" ${tex}$") } else { String::new() }
}

fn side_in_tex(shown: &Shown) -> String {
    if shown.tex.is_empty() { words(&shown.text) } else { math(&shown.tex) }
}

/// A sentence of the audit as LaTeX: mathematics between dollars stays, everything else stands for itself.
fn words(sentence: &str) -> String {
    parts(sentence)
        .into_iter()
        .map(|part| match part {
            Part::Text(text) => escaped(text),
            Part::Code(code) => format!("\\texttt{{{}}}", escaped(code)),
            Part::Math(tex) => math(tex),
        })
        .collect()
}

/// Commands that mathematics of the field is made of; they change nothing around them.
const COMMANDS: [&str; 72] = [
    "Downarrow",
    "Leftarrow",
    "Rightarrow",
    "Uparrow",
    "Vert",
    "ast",
    "approx",
    "bar",
    "bigl",
    "bigm",
    "bigr",
    "binom",
    "bmod",
    "bullet",
    "cdot",
    "cdots",
    "circ",
    "cup",
    "ddagger",
    "dots",
    "downarrow",
    "emptyset",
    "equiv",
    "frac",
    "ge",
    "geq",
    "hat",
    "in",
    "infty",
    "lbrace",
    "land",
    "lceil",
    "ldots",
    "le",
    "left",
    "leftarrow",
    "leq",
    "lfloor",
    "ll",
    "lor",
    "lvert",
    "mathbf",
    "mathcal",
    "mathit",
    "mathord",
    "mathrel",
    "mathrm",
    "mathsf",
    "max",
    "mid",
    "middle",
    "min",
    "mod",
    "ne",
    "neq",
    "operatorname",
    "oplus",
    "parallel",
    "pm",
    "pmod",
    "quad",
    "rbrace",
    "rceil",
    "rfloor",
    "right",
    "rightarrow",
    "text",
    "tfrac",
    "times",
    "uparrow",
    "varphi",
    "vert",
];

/// A formula in a line, if it is made of known commands and closes what it opens; else its TeX as it is typed.
fn math(tex: &str) -> String {
    if is_plain_math(tex) { format!("${tex}$") } else { format!("\\texttt{{{}}}", escaped(tex)) }
}

fn is_plain_math(tex: &str) -> bool {
    let mut depth = 0;
    let mut rest = tex.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' => {
                let mut name = String::new();
                while let Some(letter) = rest.next_if(char::is_ascii_alphabetic) {
                    name.push(letter);
                }
                let sign = name.is_empty().then(|| rest.next()).flatten();
                let known = sign.map_or(COMMANDS.contains(&&*name), |sign| "{}|,;:! _&%#$".contains(sign));
                if !known {
                    return false;
                }
            }
            '{' => depth += 1,
            '}' if depth == 0 => return false,
            '}' => depth -= 1,
            '$' | '%' | '#' | '&' | '~' | '\n' | '\r' => return false,
            c if text::visible(&c.to_string()) != c.to_string() => return false,
            _ => {}
        }
    }
    depth == 0
}

/// A line of Markdown as LaTeX: emphasis, code and mathematics stay what they are.
fn prose_in_tex(markdown: &str) -> String {
    let event = |event: Event<'_>| match event {
        Event::Text(text) => escaped(&text),
        Event::Code(code) => format!("\\texttt{{{}}}", escaped(&code)),
        Event::InlineMath(tex) | Event::DisplayMath(tex) => math(&tex),
        Event::Start(Tag::Emphasis) => "\\emph{".to_string(),
        Event::Start(Tag::Strong) => "\\textbf{".to_string(),
        Event::End(TagEnd::Emphasis | TagEnd::Strong) => "}".to_string(),
        Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph) => " ".to_string(),
        Event::Html(text) | Event::InlineHtml(text) => escaped(&text),
        _ => String::new(),
    };
    Parser::new_ext(markdown, Options::ENABLE_MATH).map(event).collect::<String>().trim().to_string()
}

/// Text in which no character is a command. Signs of the field become mathematics.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text::visible(text).chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', c]),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' | '>' | '|' | '*' => out.push_str(&format!(
                "${}$",
                if c == '*' {
                    "\\ast"
                } else if c == '|' {
                    "\\mid"
                } else if c == '<' {
                    "<"
                } else {
                    ">"
                }
            )),
            '“' => out.push_str("``"),
            '”' => out.push_str("''"),
            '’' => out.push('\''),
            '…' => out.push_str("\\dots{}"),
            '\n' | '\r' => out.push(' '),
            '₀'..='₉' => out.push_str(&format!("$_{}$", u32::from(c) - u32::from('₀'))),
            _ => match SIGNS.iter().find(|(sign, _)| *sign == c) {
                Some((_, tex)) => out.push_str(&format!("${tex}$")),
                // What plain LaTeX knows: Latin letters, and dashes. Anything else is named.
                None if c.is_ascii() || is_latin(c) || "–—‘".contains(c) => out.push(c),
                None => out.push_str(&format!("\\texttt{{U+{:04X}}}", u32::from(c))),
            },
        }
    }
    out
}

/// Letters and signs that LaTeX knows in its oldest encoding of fonts.
fn is_latin(c: char) -> bool {
    ('\u{a1}'..='\u{17f}').contains(&c) && !"«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ".contains(c)
}

/// Signs that a plain LaTeX has no letter for.
const SIGNS: [(char, &str); 38] = [
    ('↑', "\\uparrow"),
    ('↓', "\\downarrow"),
    ('⇑', "\\Uparrow"),
    ('⇓', "\\Downarrow"),
    ('±', "\\pm"),
    ('∗', "\\ast"),
    ('×', "\\times"),
    ('·', "\\cdot"),
    ('−', "-"),
    ('≤', "\\le"),
    ('≥', "\\ge"),
    ('≠', "\\ne"),
    ('≈', "\\approx"),
    ('∅', "\\emptyset"),
    ('∈', "\\in"),
    ('φ', "\\varphi"),
    ('○', "\\circ"),
    ('●', "\\bullet"),
    ('⌊', "\\lfloor"),
    ('⌋', "\\rfloor"),
    ('⧾', "+\\!\\!+"),
    ('⧿', "-\\!\\!-"),
    ('∞', "\\infty"),
    ('ℤ', "\\mathbb{Z}"),
    ('ℕ', "\\mathbb{N}"),
    ('→', "\\to"),
    ('⇒', "\\Rightarrow"),
    ('∥', "\\parallel"),
    ('∣', "\\mid"),
    ('⋆', "\\star"),
    ('★', "\\star"),
    ('⊕', "\\oplus"),
    ('∪', "\\cup"),
    ('⌈', "\\lceil"),
    ('⌉', "\\rceil"),
    ('⋅', "\\cdot"),
    ('¹', "^1"),
    ('½', "\\tfrac12"),
];
