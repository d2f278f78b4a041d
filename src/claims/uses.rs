//! Which definitions a claim rests on, so that a frozen result can be bound to their texts.

use std::collections::BTreeSet;

use super::fields::Problems;
use super::{
    Block, Columns, Definitions, Document, Domain, Expression, Figure, Grid, Plot, Ranges, Reading, TallyOf,
    What,
};
use crate::notation::{Binding, Definition, Expr, ExprKind, parse};

type Names = BTreeSet<String>;

impl Document {
    /// The definitions of all blocks, in the order of the page, each with its block.
    pub fn definitions(&self) -> impl Iterator<Item = (&Definitions, &Definition)> {
        all(&self.blocks)
    }

    /// The texts of the definitions that a reading uses, directly or through others, in the order of the page.
    pub fn definitions_used(&self, reading: &Reading) -> Vec<&str> {
        let used = self.used(reading.names());
        used.into_iter().map(|(block, one)| &block.text.text[one.span.clone()]).collect()
    }

    /// The names of the definitions that a figure uses, directly or through others, in the order of the page.
    pub fn used_by_figure(&self, figure: &Figure) -> Vec<String> {
        let more = [&figure.label, &figure.marks].into_iter().flatten();
        self.names_used(figure.over.as_ref(), [&figure.draw].into_iter().chain(more))
    }

    /// The names of the definitions that a grid uses, directly or through others, in the order of the page.
    pub fn used_by_grid(&self, grid: &Grid) -> Vec<String> {
        let more = [&grid.head, &grid.side].into_iter().flatten();
        self.names_used(None, [&grid.rows].into_iter().chain(more))
    }

    fn names_used<'a>(
        &self,
        over: Option<&'a Domain>,
        expressions: impl Iterator<Item = &'a Expression>,
    ) -> Vec<String> {
        let mut names = Names::new();
        let bindings = over.map_or(&[][..], |over| &over.bindings);
        let mut bound: Vec<&str> = bindings.iter().map(|binding| binding.name.text.as_str()).collect();
        let domains = bindings.iter().map(|binding| &binding.domain);
        let condition = over.and_then(|over| over.condition.as_ref());
        for expr in domains.chain(condition).chain(expressions.map(|expression| &expression.tree)) {
            free(expr, &mut bound, &mut names);
        }
        self.used(names).into_iter().map(|(_, definition)| definition.name.text.clone()).collect()
    }

    /// The definitions behind some names.
    fn used(&self, mut names: Names) -> Vec<(&Definitions, &Definition)> {
        // A definition uses only those above it, so that one way up through the page finds all.
        let mut used = Vec::new();
        for (block, definition) in self.definitions().collect::<Vec<_>>().into_iter().rev() {
            if names.contains(&definition.name.text) {
                names.extend(definition_names(definition));
                used.push((block, definition));
            }
        }
        used.reverse();
        used
    }
}

impl Reading {
    /// The names in all expressions of the reading that are not bound there: definitions, functions, constants.
    pub fn names(&self) -> BTreeSet<String> {
        let mut names = Names::new();
        let mut bound: Vec<&str> = Vec::new();
        // A variable of the claim is bound in all its expressions.
        for domain in self.domains() {
            bound.extend(domain.bindings.iter().map(|binding| binding.name.text.as_str()));
        }
        if let What::Table(table) = &self.what {
            bound.extend(table.keys.iter().map(|key| key.variable.text.as_str()));
        }
        if let What::Search(search) = &self.what {
            bound.push(&search.key.text);
        }
        for domain in self.domains() {
            for expr in domain.bindings.iter().map(|binding| &binding.domain).chain(&domain.condition) {
                free(expr, &mut bound, &mut names);
            }
        }
        for expr in self.expressions() {
            free(expr, &mut bound, &mut names);
        }
        if let What::Formula(formula) = &self.what
            && let Some(printed) = &formula.printed
            && let Ok(tree) = parse(&printed.text, formula.dialect)
        {
            free(&tree, &mut bound, &mut names);
        }
        names
    }

    fn domains(&self) -> Vec<&Domain> {
        fn of(ranges: Option<&Ranges>) -> impl Iterator<Item = &Domain> {
            ranges.into_iter().flat_map(|ranges| ranges.quick.iter().chain(&ranges.full))
        }
        match &self.what {
            What::Table(table) => {
                let across = match &table.columns {
                    Columns::Across { domain, .. } => Some(domain),
                    Columns::Named(_) => None,
                };
                table.keys.iter().filter_map(|key| key.domain.as_ref()).chain(across).collect()
            }
            What::Formula(formula) => of(formula.ranges.as_ref()).collect(),
            What::Search(search) => of(search.ranges.as_ref()).chain([&search.search]).collect(),
            What::Statement(statement) => of(statement.ranges.as_ref()).collect(),
            What::NotAttempted => Vec::new(),
        }
    }

    fn expressions(&self) -> Vec<&Expr> {
        let mut found: Vec<&Expr> = Vec::new();
        match &self.what {
            What::Table(table) => {
                match &table.columns {
                    Columns::Named(columns) => found.extend(columns.iter().map(|column| &column.equals.tree)),
                    Columns::Across { equals, .. } => found.push(&equals.tree),
                }
                found.extend(table.reads.iter().map(|(_, read)| &read.tree));
            }
            What::Formula(formula) => found.push(&formula.equals.tree),
            What::Search(search) => {
                let parts = [&search.such, &search.max, &search.first];
                found.extend(parts.into_iter().flatten().map(|part| &part.tree));
                for tally in &search.printed {
                    found.push(&tally.value.tree);
                    if let TallyOf::First(value) = &tally.of {
                        found.push(&value.tree);
                    }
                }
            }
            What::Statement(statement) => {
                found.push(&statement.holds.tree);
                found.extend(statement.such.iter().map(|such| &such.tree));
            }
            What::NotAttempted => {}
        }
        found.extend(self.show.iter().chain(&self.second).map(|expression| &expression.tree));
        found.extend(self.thermographs.iter().map(|(_, game)| &game.tree));
        for chart in &self.charts {
            for axis in [&chart.x].into_iter().chain(&chart.y).chain(&chart.reference).chain(&chart.marks) {
                if let Plot::Expression(expression) = &axis.plot {
                    found.push(&expression.tree);
                }
            }
        }
        found
    }
}

fn all(blocks: &[Block]) -> impl Iterator<Item = (&Definitions, &Definition)> {
    let blocks = blocks.iter().filter_map(|block| match block {
        Block::Definitions(definitions) => Some(definitions),
        _ => None,
    });
    blocks.flat_map(|block| block.list.iter().map(move |definition| (block, definition)))
}

fn definition_names(definition: &Definition) -> Names {
    let mut names = Names::new();
    let mut bound = definition.parameters.iter().map(|name| name.text.as_str()).collect();
    free(&definition.body, &mut bound, &mut names);
    names
}

/// Every name is defined once, and uses only what is defined above it: so no definition uses itself.
pub fn check(blocks: &[Block], problems: &mut Problems<'_>) {
    let definitions: Vec<_> = all(blocks).collect();
    for (index, (block, definition)) in definitions.iter().enumerate() {
        let place = |span: &std::ops::Range<usize>| {
            block.text.span.start + span.start..block.text.span.start + span.end
        };
        let name = &definition.name;
        if definitions[..index].iter().any(|(_, earlier)| earlier.name.text == name.text) {
            problems.add(place(&name.span), format!("`{}` is defined twice", name.text), "", "");
        }
        let used = definition_names(definition);
        if used.contains(&name.text) {
            let help = "there is no recursion in definitions";
            problems.add(place(&definition.span), format!("`{}` uses itself", name.text), "", help);
        }
        for (_, later) in &definitions[index + 1..] {
            let below = &later.name.text;
            if used.contains(below)
                && definitions[..=index].iter().all(|(_, other)| other.name.text != *below)
            {
                let message = format!("`{}` uses `{below}`, which is defined below it", name.text);
                problems.add(place(&definition.span), message, "", &format!("define `{below}` first"));
            }
        }
    }
}

/// The free names of domains.
pub fn domain_names(domain: &Domain) -> BTreeSet<String> {
    let mut names = Names::new();
    let mut bound = Vec::new();
    within(&domain.bindings, &mut bound, &mut names, |bound, names| {
        domain.condition.iter().for_each(|condition| free(condition, bound, names));
    });
    names
}

/// Adds the names of an expression that are not bound in it. However deep it is, the stack grows with it.
fn free<'e>(expr: &'e Expr, bound: &mut Vec<&'e str>, names: &mut Names) {
    stacker::maybe_grow(32 * 1024, 1024 * 1024, || free_here(expr, bound, names));
}

fn free_here<'e>(expr: &'e Expr, bound: &mut Vec<&'e str>, names: &mut Names) {
    let mut add = |name: &str, bound: &[&str]| {
        if !bound.contains(&name) {
            names.insert(name.to_string());
        }
    };
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Text(_) => {}
        ExprKind::Name(name) => add(name, bound),
        ExprKind::Nimber(inner)
        | ExprKind::Tiny(inner)
        | ExprKind::Miny(inner)
        | ExprKind::Negative(inner)
        | ExprKind::Not(inner)
        | ExprKind::Ups { count: inner, .. }
        | ExprKind::UpPower { order: inner, .. }
        | ExprKind::UpPowerTo { order: inner, .. } => free(inner, bound, names),
        ExprKind::PlusMinus(list) | ExprKind::Touching(list) | ExprKind::List(list) => {
            list.iter().for_each(|inner| free(inner, bound, names));
        }
        ExprKind::Braces { left, right } => {
            left.iter().chain(right).for_each(|inner| free(inner, bound, names));
        }
        ExprKind::Binary { left, right, .. } => {
            free(left, bound, names);
            free(right, bound, names);
        }
        ExprKind::Call { function, arguments } => {
            add(&function.text, bound);
            arguments.iter().for_each(|inner| free(inner, bound, names));
        }
        ExprKind::Range { from, to } => {
            free(from, bound, names);
            to.iter().for_each(|to| free(to, bound, names));
        }
        ExprKind::If { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(|inner| free(inner, bound, names));
        }
        ExprKind::Quantified { bindings, condition, body, .. } => {
            within(bindings, bound, names, |bound, names| {
                condition.iter().chain(body).for_each(|inner| free(inner, bound, names));
            });
        }
    }
}

/// The names of bindings, each seeing those before it, and of what stands within them.
fn within<'e>(
    bindings: &'e [Binding],
    bound: &mut Vec<&'e str>,
    names: &mut Names,
    inner: impl FnOnce(&mut Vec<&'e str>, &mut Names),
) {
    let before = bound.len();
    for binding in bindings {
        free(&binding.domain, bound, names);
        bound.push(&binding.name.text);
    }
    inner(bound, names);
    bound.truncate(before);
}
