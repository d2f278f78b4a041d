//! The fields of a figure block to a figure.

use super::claim::{budget, check_id};
use super::fields::{Fields, Problems};
use super::syntax::{domain, expression};
use super::{Expression, Figure, Span, Text};

/// Reads a figure. None if so much is wrong that nothing can be said about it; the problems say what.
pub fn figure(id: Text, block: Span, body: Span, problems: &mut Problems<'_>) -> Option<Figure> {
    check_id(&id, "figure", problems);
    let mut fields = Fields::read(body, "a figure", problems);
    let title = fields.sentence("title", problems);
    let description = fields.sentence("description", problems);
    let before = problems.count();
    let mut part = |name, problems: &mut Problems<'_>| -> Option<Expression> {
        expression(fields.text(name, problems)?, problems)
    };
    let (draw, label, marks) = (part("draw", problems), part("label", problems), part("marks", problems));
    if draw.is_none() && problems.count() == before {
        let help = "write what is drawn: `draw = 'clobber(\"xo/ox\")'`";
        problems.add(block.clone(), "the figure has no `draw`", "", help);
    }
    let over = fields.text("over", problems).and_then(|text| domain(text, problems));
    let budget = fields.take("budget").and_then(|node| budget(node, problems)).unwrap_or_default();
    fields.finish(problems);
    Some(Figure { id, span: block, title, description, draw: draw?, over, label, marks, budget })
}
