//! The fields of a grid block to a grid.

use super::claim::{budget, check_id};
use super::fields::{Fields, Problems};
use super::syntax::expression;
use super::{Expression, Grid, Span, Text};

/// Reads a grid. None if so much is wrong that nothing can be said about it; the problems say what.
pub fn grid(id: Text, block: Span, body: Span, problems: &mut Problems<'_>) -> Option<Grid> {
    check_id(&id, "grid", problems);
    let mut fields = Fields::read(body, "a grid", problems);
    let title = fields.sentence("title", problems);
    let description = fields.sentence("description", problems);
    let corner = fields.text("corner", problems);
    let before = problems.count();
    let mut part = |name, problems: &mut Problems<'_>| -> Option<Expression> {
        expression(fields.text(name, problems)?, problems)
    };
    let (rows, head) = (part("rows", problems), part("head", problems));
    let (side, marks) = (part("side", problems), part("marks", problems));
    if rows.is_none() && problems.count() == before {
        let help = "write the rows, a list of lists: `rows = 'for k in 1..3 : for n in 1..4 : k * n'`";
        problems.add(block.clone(), "the grid has no `rows`", "", help);
    }
    let budget = fields.take("budget").and_then(|node| budget(node, problems)).unwrap_or_default();
    fields.finish(problems);
    Some(Grid { id, span: block, title, description, corner, rows: rows?, head, side, marks, budget })
}
