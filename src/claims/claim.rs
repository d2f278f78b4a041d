//! The fields of a claim block to a claim.

use super::fields::{Fields, Node, Problems, Value};
use super::prose::named_claim;
use super::syntax::{domain, expression, is_name, key};
use super::uses::domain_names;
use super::{
    At, Axis, Bar, Bars, Budget, Chart, Claim, Column, Columns, Count, Dialect, Expression, FormulaClaim,
    Plot, Ranges, Reading, SearchClaim, Selector, Span, StatementClaim, TableClaim, Tally, TallyKeys,
    TallyOf, Text, Unseen, What,
};

/// The kinds of places that a paper has.
const PLACES: [&str; 19] = [
    "abstract",
    "appendix",
    "conjecture",
    "corollary",
    "definition",
    "equation",
    "example",
    "figure",
    "footnote",
    "lemma",
    "observation",
    "page",
    "proof",
    "proposition",
    "question",
    "remark",
    "section",
    "table",
    "theorem",
];

/// The field that each kind of claim has, and no other.
const KINDS: [(&str, &str); 5] = [
    ("columns", "a table"),
    ("across", "a table"),
    ("equals", "a formula"),
    ("search", "a search"),
    ("holds", "a statement"),
];

/// Reads a claim. None if so much is wrong that nothing can be said about it; the problems say what.
pub fn claim(id: Text, block: Span, text: Text, problems: &mut Problems<'_>) -> Option<Claim> {
    check_id(&id, "claim", problems);
    let mut fields = Fields::read(text.span.clone(), "a claim", problems);
    let title = fields.sentence("title", problems);
    let says = fields.sentence("says", problems);
    let at = fields.take("at").and_then(|node| at(node, problems));
    let readings = match fields.take("readings") {
        None => vec![reading(None, fields, at.is_some(), &id, problems)?],
        Some(node) => {
            let span = node.span.clone();
            let before = problems.count();
            let readings = readings(node, &fields, at.is_some(), &id, problems);
            if readings.len() < 2 && problems.count() == before {
                let help = "write `readings = [{ name = 'as printed' }, { name = 'reread', … }]`";
                problems.add(span, "readings are at least two", "", help);
            }
            readings
        }
    };
    Some(Claim { id, span: block, text, title, at, says, readings })
}

/// An id is made of lower-case words and numbers, and stands for one thing.
pub fn check_id(id: &Text, kind: &str, problems: &mut Problems<'_>) {
    let part =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if id.text == "all" {
        let help = format!("give the {kind} another id");
        problems.add(id.span.clone(), "`all` stands for all claims", "", &help);
    } else if !id.text.is_empty() && !id.text.split('-').all(part) {
        let help = "lower-case words and numbers joined by hyphens, such as `theorem-3-7`";
        problems.add(id.span.clone(), "this is no id", "", help);
    }
}

fn at(node: Node, problems: &mut Problems<'_>) -> Option<At> {
    let (span, before) = (node.span.clone(), problems.count());
    let mut fields = node.fields("a place", problems)?;
    let origin = fields.text("origin", problems);
    let mut places = Vec::new();
    for kind in PLACES {
        if let Some(number) = fields.take(kind) {
            let number = match number.value {
                // A place may be a number: `table = 1`.
                Value::Integer(Some(value)) => Some(Text { text: value.to_string(), span: number.span }),
                _ => number.text(problems),
            };
            places.extend(number.map(|number| (kind.to_string(), number)));
        }
    }
    fields.finish(problems);
    places.sort_by_key(|(_, number)| number.span.start);
    if places.is_empty() && origin.is_none() && problems.count() == before {
        problems.add(span, "the place is empty", "", "write `at = { theorem = '3.7' }`");
    }
    Some(At { places, origin })
}

fn readings(
    node: Node,
    fields: &Fields,
    placed: bool,
    id: &Text,
    problems: &mut Problems<'_>,
) -> Vec<Reading> {
    let Value::List(items) = node.value else {
        problems.add(node.span, "readings are a list of tables", "", "");
        return Vec::new();
    };
    let mut readings: Vec<Reading> = Vec::new();
    for item in items {
        let span = item.span.clone();
        let mut own = item.pairs(problems);
        let Some(index) = own.iter().position(|(key, _)| key.text == "name") else {
            problems.add(span, "the reading has no name", "", "");
            continue;
        };
        let Some(name) = own.remove(index).1.text(problems) else { continue };
        if readings.iter().any(|reading| reading.name.as_ref().is_some_and(|other| other.text == name.text)) {
            problems.add(name.span.clone(), format!("two readings are called `{}`", name.text), "", "");
        }
        readings.extend(reading(Some(name), fields.overridden(own), placed, id, problems));
    }
    readings
}

fn reading(
    name: Option<Text>,
    mut fields: Fields,
    placed: bool,
    id: &Text,
    problems: &mut Problems<'_>,
) -> Option<Reading> {
    let kinds: Vec<(&str, &str)> = KINDS.into_iter().filter(|(field, _)| fields.has(field)).collect();
    let across = fields.has("across") && !fields.has("columns");
    if let [(_, kind), .., (other, another)] = kinds[..]
        && !(across && kind == "a table" && another == "a formula")
    {
        let span = fields.key(other).unwrap_or(id.span.clone());
        problems.add(span, format!("a claim cannot be {kind} and {another}"), "", "make two claims of it");
        return None;
    }
    let says = fields.sentence("says", problems);
    let attested = fields.text("attested", problems).map(Unseen::Attested);
    let reason = fields.text("reason", problems).map(Unseen::Reason);
    if let (Some(_), Some(Unseen::Reason(reason))) = (&attested, &reason) {
        problems.add(reason.span.clone(), "either attested or not attempted for a reason", "", "");
    }
    let unseen = attested.or(reason);

    let what = match kinds.first() {
        Some((_, "a table")) => What::Table(table(&mut fields, &unseen, id, problems)?),
        Some((_, "a formula")) => What::Formula(formula(&mut fields, &unseen, id, problems)?),
        Some((_, "a search")) => What::Search(search(&mut fields, &unseen, id, problems)?),
        Some(_) => What::Statement(statement(&mut fields, &unseen, id, problems)?),
        None if matches!(unseen, Some(Unseen::Reason(_))) => What::NotAttempted,
        None => {
            let help = "a table has `columns`, a formula `equals`, a search `search`, a statement `holds`; what cannot be computed here has a `reason`";
            problems.add(id.span.clone(), "the claim claims nothing", "", help);
            return None;
        }
    };
    let found_by_itself =
        matches!(&what, What::Table(table) if table.from.is_some() || table.selector.span.is_some());
    if !placed && !found_by_itself && !matches!(unseen, Some(Unseen::Attested(_))) {
        let help = "write `at = { theorem = '3.7' }`, and `origin = '…'` in it if somebody quotes it";
        problems.add(id.span.clone(), "the claim does not say where it is printed", "", help);
    }

    let show = expressions(fields.take("show"), problems);
    let budget = fields.take("budget").and_then(|node| budget(node, problems)).unwrap_or_default();
    let second = fields.text("second", problems).and_then(|text| expression(text, problems));
    let charts = match fields.take("chart") {
        Some(Node { value: Value::List(items), .. }) => {
            items.into_iter().filter_map(|item| chart(item, &what, problems)).collect()
        }
        Some(node) => chart(node, &what, problems).into_iter().collect(),
        None => Vec::new(),
    };
    let thermographs = match fields.take("thermograph") {
        Some(Node { value: Value::Table(pairs), .. }) => pairs
            .into_iter()
            .filter_map(|(caption, node)| Some((Some(caption), expression(node.text(problems)?, problems)?)))
            .collect(),
        node => expressions(node, problems).into_iter().map(|game| (None, game)).collect(),
    };
    let bars = fields.take("bars").and_then(|node| bars(node, problems));
    fields.finish(problems);
    Some(Reading { name, says, what, unseen, show, budget, second, charts, thermographs, bars })
}

/// One expression or a list of them.
fn expressions(node: Option<Node>, problems: &mut Problems<'_>) -> Vec<Expression> {
    let texts = node.map(|node| node.texts(problems)).unwrap_or_default();
    texts.into_iter().filter_map(|text| expression(text, problems)).collect()
}

fn required(fields: &mut Fields, name: &'static str, id: &Text, problems: &mut Problems<'_>) -> Option<Text> {
    if !fields.has(name) {
        problems.add(id.span.clone(), format!("the claim has no `{name}`"), "", "");
        return None;
    }
    fields.text(name, problems)
}

/// Whether something is printed, or it is said why not.
fn seen(printed: bool, unseen: &Option<Unseen>, what: &str, id: &Text, problems: &mut Problems<'_>) {
    if !printed && unseen.is_none() {
        let help =
            format!("give `{what}`, or say who attests it (`attested`) or why there is nothing (`reason`)");
        problems.add(id.span.clone(), "the claim has nothing printed", "", &help);
    }
}

fn dialect(fields: &mut Fields, otherwise: Dialect, problems: &mut Problems<'_>) -> Dialect {
    let Some(text) = fields.text("dialect", problems) else { return otherwise };
    match text.text.as_str() {
        "tex" => Dialect::Tex,
        "plain" => Dialect::Plain,
        _ => {
            problems.add(text.span, format!("unknown dialect `{}`", text.text), "", "write `tex` or `plain`");
            otherwise
        }
    }
}

fn table(
    fields: &mut Fields,
    unseen: &Option<Unseen>,
    id: &Text,
    problems: &mut Problems<'_>,
) -> Option<TableClaim> {
    let from = fields.text("from", problems);
    let mut printed = Dialect::Tex;
    if let Some(from) = &from {
        let inside =
            !from.text.starts_with('/') && !from.text.split('/').any(|part| part == ".." || part.is_empty());
        if from.text.ends_with(".tsv") {
            printed = Dialect::Plain;
        } else if !from.text.ends_with(".tex") {
            let help = "transcripts are `.tex` or `.tsv` files in `printed/`";
            problems.add(from.span.clone(), "this is no transcript", "", help);
        }
        if !inside {
            problems.add(from.span.clone(), "the path leaves the paper's folder", "", "");
        }
    }
    let printed = dialect(fields, printed, problems);
    let selector = fields.take("table").and_then(|node| selector(node, problems)).unwrap_or_default();
    // A table that is named can be found in the e-print.
    seen(from.is_some() || selector.span.is_some(), unseen, "from", id, problems);
    let before = problems.count();
    let keys: Vec<_> =
        fields.texts("key", problems).into_iter().filter_map(|text| key(text, problems)).collect();
    if keys.is_empty() && problems.count() == before {
        let help = "write `key = '$n$ is n in 1..8'`: the heading, and what its cells are";
        problems.add(id.span.clone(), "the table has no key", "", help);
    }
    if from.is_none() {
        for key in keys.iter().filter(|key| key.domain.is_none()) {
            let help = "say where it runs: `$n$ is n in 1..8`";
            problems.add(
                key.variable.span.clone(),
                "the key has no domain, and there is no transcript",
                "",
                help,
            );
        }
    }
    let columns = match fields.text("across", problems) {
        Some(across) => {
            let equals = required(fields, "equals", id, problems).and_then(|text| expression(text, problems));
            Columns::Across { domain: domain(across, problems)?, equals: equals?, dialect: printed }
        }
        None => Columns::Named(named_columns(fields.take("columns")?, printed, problems)),
    };
    let reads = fields.take("reads").map(|node| node.pairs(problems)).unwrap_or_default();
    let reads = reads
        .into_iter()
        .filter_map(|(cell, node)| Some((cell, expression(node.text(problems)?, problems)?)))
        .collect();
    let transpose = fields.boolean("transpose", problems);
    let unwrap = fields.boolean("unwrap", problems);
    let commented = fields.boolean("commented", problems);
    Some(TableClaim { from, selector, keys, columns, transpose, unwrap, commented, reads, dialect: printed })
}

fn selector(node: Node, problems: &mut Problems<'_>) -> Option<Selector> {
    let span = Some(node.span.clone());
    let mut fields = node.fields("the table", problems)?;
    let label = fields.text("label", problems);
    let caption = fields.text("caption", problems);
    let header = fields.texts("header", problems);
    fields.finish(problems);
    Some(Selector { label, caption, header, span })
}

fn named_columns(node: Node, printed: Dialect, problems: &mut Problems<'_>) -> Vec<Column> {
    let (span, before) = (node.span.clone(), problems.count());
    let mut columns: Vec<Column> = Vec::new();
    for (header, node) in node.pairs(problems) {
        let mut name = None;
        let mut own = printed;
        let equals = match node.value {
            Value::Table(_) => {
                let span = node.span.clone();
                let Some(mut fields) = node.fields("a column", problems) else { continue };
                name = fields.text("name", problems);
                own = dialect(&mut fields, printed, problems);
                let equals = fields.text("equals", problems);
                if equals.is_none() {
                    problems.add(span, "the column has no `equals`", "", "");
                }
                fields.finish(problems);
                equals
            }
            _ => node.text(problems),
        };
        let Some(equals) = equals.and_then(|text| expression(text, problems)) else { continue };
        let place = name.as_ref().map_or(&header, |name| name).span.clone();
        let name = slug(name.as_ref().map_or(&header.text, |name| &name.text));
        if name.is_empty() {
            let help = format!("write `'{}' = {{ name = '…', equals = '…' }}`", header.text);
            problems.add(place, "no name for the entries of this column", "", &help);
        } else if columns.iter().any(|column| column.name == name) {
            let help = "give one of them a `name`";
            problems.add(place, format!("two columns are called `{name}` in the entries' ids"), "", help);
        }
        columns.push(Column { header, name, equals, dialect: own });
    }
    if columns.is_empty() && problems.count() == before {
        problems.add(span, "the table has no columns", "", "");
    }
    columns
}

/// A heading as a part of an id: its letters and digits, hyphens between.
fn slug(heading: &str) -> String {
    let mut slug = String::new();
    for c in heading.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_string()
}

/// A domain for the quick range alone, or a table of ranges.
fn ranges(fields: &mut Fields, problems: &mut Problems<'_>) -> Option<Ranges> {
    let node = fields.take("range")?;
    let (span, before) = (node.span.clone(), problems.count());
    if matches!(node.value, Value::Text(_)) {
        let quick = domain(node.text(problems)?, problems);
        return Some(Ranges { quick, ..Ranges::default() });
    }
    let mut fields = node.fields("a range", problems)?;
    let quick = fields.text("quick", problems).and_then(|text| domain(text, problems));
    let full = fields.text("full", problems).and_then(|text| domain(text, problems));
    let paper = fields.text("paper", problems);
    fields.finish(problems);
    if quick.is_none() && full.is_none() && problems.count() == before {
        problems.add(span, "the range is neither quick nor full", "", "write `quick = 'n in 1..20'`");
    }
    Some(Ranges { quick, full, paper })
}

fn formula(
    fields: &mut Fields,
    unseen: &Option<Unseen>,
    id: &Text,
    problems: &mut Problems<'_>,
) -> Option<FormulaClaim> {
    let printed = fields.text("printed", problems);
    seen(printed.is_some(), unseen, "printed", id, problems);
    if let (Some(printed), Some(_)) = (&printed, unseen) {
        problems.add(printed.span.clone(), "printed and yet unseen", "", "leave out `attested` or `reason`");
    }
    let dialect = dialect(fields, Dialect::Tex, problems);
    let equals = required(fields, "equals", id, problems).and_then(|text| expression(text, problems));
    let ranges = ranges(fields, problems);
    Some(FormulaClaim { printed, dialect, equals: equals?, ranges })
}

fn statement(
    fields: &mut Fields,
    unseen: &Option<Unseen>,
    id: &Text,
    problems: &mut Problems<'_>,
) -> Option<StatementClaim> {
    if let Some(Unseen::Attested(text) | Unseen::Reason(text)) = unseen {
        let help = "a statement is computed, whoever says it";
        problems.add(text.span.clone(), "a statement has nothing unseen", "", help);
    }
    let holds = required(fields, "holds", id, problems).and_then(|text| expression(text, problems));
    let ranges = ranges(fields, problems);
    let such = fields.text("such", problems).and_then(|text| expression(text, problems));
    let cases = match fields.take("cases") {
        Some(node @ Node { value: Value::Table(_), .. }) => {
            let mut fields = node.fields("the cases", problems)?;
            let quick = fields.take("quick").and_then(|node| node.count(problems));
            let full = fields.take("full").and_then(|node| node.count(problems));
            fields.finish(problems);
            (quick, full)
        }
        Some(node) => (node.count(problems), None),
        None => (None, None),
    };
    let has = |of: fn(&Ranges) -> bool| ranges.as_ref().is_some_and(of);
    let check = |count: &Option<Count>, there: bool, range: &str, problems: &mut Problems<'_>| {
        if let Some(count) = count
            && !there
        {
            let message = format!("cases of a {range} range that is not there");
            problems.add(count.span.clone(), message, "", &format!("give `range = {{ {range} = '…' }}`"));
        }
    };
    check(&cases.0, has(|ranges| ranges.quick.is_some()), "quick", problems);
    check(&cases.1, has(|ranges| ranges.full.is_some()), "full", problems);
    Some(StatementClaim { holds: holds?, ranges, such, cases })
}

fn search(
    fields: &mut Fields,
    unseen: &Option<Unseen>,
    id: &Text,
    problems: &mut Problems<'_>,
) -> Option<SearchClaim> {
    let searched = fields.text("search", problems);
    let span = searched.as_ref().map_or(id.span.clone(), |text| text.span.clone());
    let search = searched.and_then(|text| domain(text, problems))?;
    let key = fields.text("key", problems).unwrap_or(Text { text: "n".into(), span: span.start..span.start });
    if !is_name(&key.text) {
        problems.add(key.span.clone(), "the key of a search is a variable", "", "write `key = 'n'`");
    }
    let ranges = ranges(fields, problems);
    let such = fields.text("such", problems).and_then(|text| expression(text, problems));
    let max = fields.text("max", problems).and_then(|text| expression(text, problems));
    let first = fields.text("first", problems).and_then(|text| expression(text, problems));
    let mut printed = Vec::new();
    let before = problems.count();
    if let Some(node) = fields.take("printed") {
        let span = node.span.clone();
        let mut inner = node.fields("what a search prints", problems)?;
        let full = inner.take("full");
        tallies(&mut inner, false, (max.is_some(), first.is_some()), &mut printed, problems);
        inner.finish(problems);
        if let Some(full) = full {
            let nested = matches!(&full.value, Value::Table(pairs)
                if pairs.iter().any(|(key, _)| ["count", "max", "first"].contains(&key.text.as_str())));
            if nested {
                let mut inner = full.fields("what a full search prints", problems)?;
                tallies(&mut inner, true, (max.is_some(), first.is_some()), &mut printed, problems);
                inner.finish(problems);
            } else {
                counted(full, true, TallyOf::Count, &mut printed, problems);
            }
        }
        if printed.is_empty() && problems.count() == before {
            problems.add(span, "nothing is printed here", "", "write `printed = { count = { 7 = 2 } }`");
        }
    }
    seen(!printed.is_empty() || problems.count() > before, unseen, "printed", id, problems);
    let keyed = printed.iter().any(|tally| match &tally.of {
        TallyOf::Count(keys) | TallyOf::Max(keys) => *keys != TallyKeys::All,
        TallyOf::First(_) => true,
    });
    let runs = search.bindings.iter().any(|binding| binding.name.text == key.text);
    if keyed && runs {
        let help = format!("leave `{}` free in `search`, or print one number for all", key.text);
        problems.add(
            search.span.clone(),
            format!("the key `{}` runs in the search itself", key.text),
            "",
            &help,
        );
    }
    if keyed && !runs && !domain_names(&search).contains(&key.text) {
        let help = "the printed keys are its values; write `key = '…'` if the variable has another name";
        let message = format!("the key `{}` does not occur in `search`", key.text);
        problems.add(search.span.clone(), message, "", help);
    }
    let first_needs = printed.iter().find(|tally| matches!(tally.of, TallyOf::First(_)));
    if let Some(tally) = first_needs
        && ranges.is_none()
    {
        let help = "write `range = { quick = 'n in 1..12', full = 'n in 1..14' }`";
        problems.add(tally.value.span.clone(), "first occurrences need the range of the key", "", help);
    }
    Some(SearchClaim { search, key, ranges, such, max, first, printed })
}

fn tallies(
    fields: &mut Fields,
    full: bool,
    (max, first): (bool, bool),
    printed: &mut Vec<Tally>,
    problems: &mut Problems<'_>,
) {
    if let Some(node) = fields.take("count") {
        counted(node, full, TallyOf::Count, printed, problems);
    }
    if let Some(node) = fields.take("max") {
        if !max {
            problems.add(node.span.clone(), "the greatest value of what?", "", "give `max = '…'` as well");
        }
        counted(node, full, TallyOf::Max, printed, problems);
    }
    if let Some(node) = fields.take("first") {
        if !first {
            problems.add(
                node.span.clone(),
                "the first occurrence of what?",
                "",
                "give `first = '…'` as well",
            );
        }
        for (name, node) in node.pairs(problems) {
            let (Some(of), Some(value)) = (expression(name, problems), printed_value(node, problems)) else {
                continue;
            };
            printed.push(Tally { of: TallyOf::First(of), value, full });
        }
    }
}

/// One number for the whole search, or a table of numbers by key.
fn counted(
    node: Node,
    full: bool,
    of: fn(TallyKeys) -> TallyOf,
    printed: &mut Vec<Tally>,
    problems: &mut Problems<'_>,
) {
    if !matches!(node.value, Value::Table(_)) {
        printed.extend(printed_value(node, problems).map(|value| Tally {
            of: of(TallyKeys::All),
            value,
            full,
        }));
        return;
    }
    for (key, node) in node.pairs(problems) {
        let (low, high) = key.text.split_once("..").unwrap_or((&key.text, &key.text));
        let (Ok(low), Ok(high)) = (low.trim().parse::<i64>(), high.trim().parse::<i64>()) else {
            let help = "a key is a number, `7`, or a range of them, `'1..6'`";
            problems.add(key.span, format!("`{}` is no key", key.text), "", help);
            continue;
        };
        if low > high {
            problems.add(key.span.clone(), "the range of keys is empty", "", "");
        }
        if let Some(value) = printed_value(node, problems) {
            printed.push(Tally { of: of(TallyKeys::Between { low, high, span: key.span }), value, full });
        }
    }
}

/// A number, or an expression in quotes.
fn printed_value(node: Node, problems: &mut Problems<'_>) -> Option<Expression> {
    match node.value {
        Value::Integer(Some(value)) => {
            expression(Text { text: value.to_string(), span: node.span }, problems)
        }
        _ => expression(node.text(problems)?, problems),
    }
}

pub fn budget(node: Node, problems: &mut Problems<'_>) -> Option<Budget> {
    let mut fields = node.fields("a budget", problems)?;
    let mut count = |name, problems: &mut Problems<'_>| {
        let count = fields.take(name)?.count(problems)?;
        if count.value == 0 {
            problems.add(count.span, "a budget of nothing decides nothing", "", "");
        }
        Some(count.value)
    };
    let budget = Budget {
        positions: count("positions", problems),
        searched: count("searched", problems),
        comparisons: count("comparisons", problems),
        games: count("games", problems),
    };
    fields.finish(problems);
    Some(budget)
}

fn chart(node: Node, what: &What, problems: &mut Problems<'_>) -> Option<Chart> {
    let (span, before) = (node.span.clone(), problems.count());
    let mut fields = node.fields("a chart", problems)?;
    let title = fields.sentence("title", problems);
    let description = fields.sentence("description", problems);
    let kind = fields.text("kind", problems);
    let scatter = match kind.as_ref().map(|kind| kind.text.as_str()) {
        None | Some("lines") => false,
        Some("scatter") => true,
        Some(other) => {
            let place = kind.as_ref().map_or(span.clone(), |kind| kind.span.clone());
            problems.add(place, format!("unknown kind of chart `{other}`"), "", "write `lines` or `scatter`");
            false
        }
    };
    let x = axes(fields.take("x"), what, problems).into_iter().next();
    let y = axes(fields.take("y"), what, problems);
    let reference = axes(fields.take("reference"), what, problems);
    let marks = axes(fields.take("marks"), what, problems);
    fields.finish(problems);
    if (x.is_none() || y.is_empty()) && problems.count() == before {
        problems.add(span, "a chart has `x` and `y`", "", "");
    }
    Some(Chart { title, description, scatter, x: x?, y, reference, marks })
}

fn bars(node: Node, problems: &mut Problems<'_>) -> Option<Bars> {
    let span = node.span.clone();
    let mut fields = node.fields("a chart of bars", problems)?;
    let title = fields.sentence("title", problems);
    let description = fields.sentence("description", problems);
    let of: Vec<Bar> = fields
        .take("of")
        .map(|node| node.pairs(problems))
        .unwrap_or_default()
        .into_iter()
        .filter_map(|(name, node)| {
            let Text { text, span } = node.text(problems)?;
            let (claim, reading) = named_claim(&text);
            Some(Bar { name, claim: claim.to_string(), reading: reading.map(str::to_string), span })
        })
        .collect();
    fields.finish(problems);
    match title {
        Some(title) if !of.is_empty() => Some(Bars { title, description, of }),
        _ => {
            problems.add(
                span,
                "bars have a `title`, and say `of` what they are",
                "",
                "write `of = { 'name' = 'claim[reading]' }`",
            );
            None
        }
    }
}

/// What is drawn: `'expr'`, `['expr', …]` or `{ 'name' = 'expr' }`, where the heading of a column stands for it.
fn axes(node: Option<Node>, what: &What, problems: &mut Problems<'_>) -> Vec<Axis> {
    let named: Vec<(Text, Text)> = match node {
        Some(Node { value: Value::Table(pairs), .. }) => {
            pairs.into_iter().filter_map(|(name, node)| Some((name, node.text(problems)?))).collect()
        }
        Some(node) => node.texts(problems).into_iter().map(|text| (text.clone(), text)).collect(),
        None => Vec::new(),
    };
    let column = |text: &Text| match what {
        What::Table(TableClaim { columns: Columns::Named(columns), .. }) => {
            columns.iter().position(|column| column.header.text == text.text || column.name == text.text)
        }
        _ => None,
    };
    named
        .into_iter()
        .filter_map(|(name, text)| {
            let plot = match column(&text) {
                Some(column) => Plot::Column(column),
                None => Plot::Expression(expression(text, problems)?),
            };
            Some(Axis { name, plot })
        })
        .collect()
}
