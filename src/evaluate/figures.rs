//! Positions and graphs as pictures for the page.

use std::sync::Arc;

use super::answers::limits;
use super::questions::{Cases, formula};
use super::{Bindings, Budget, Datum, Definitions, Evaluator, Formula, Stop};
use crate::claims::{self, Document};
use crate::diagnostic::Diagnostic;
use crate::engine::Player;
use crate::engine::misere::{Bipartite, Set};
use crate::rulesets::{Ground, Picture, Place};
use crate::verdicts;

/// So many pictures are a figure at the most: nobody looks at more.
const MOST_PICTURES: usize = 250;
/// And each has so many places at the most,
const MOST_PLACES: usize = 4_096;
/// all of them together so many places and edges.
const MOST_INK: usize = 40_000;

/// What drawing a figure or printing a grid may cost, unless its `budget` says otherwise: nothing is claimed of it, so that it is not worth
/// the minutes that an entry may take.
pub(super) const BUDGET: Budget = Budget {
    positions: 500_000,
    searched: 100_000,
    comparisons: 20_000_000,
    games: 200_000,
    cases: 10_000_000,
};

/// A diagram of a quotient has so many elements at the most: each is compared with each other in the company of a third.
const MOST_DIAGRAM: usize = 200;

/// What a figure block asks to be drawn; in an arena of its own, so that its budget is its own.
///
/// # Errors
/// An expression that makes no sense, that is no position and no graph, or marks that are no places of it; too much to be
/// looked at; a limit. Each with its place.
pub fn drawn(
    document: &Document,
    figure: &claims::Figure,
    definitions: &Arc<Definitions>,
) -> Result<verdicts::Figure, Diagnostic> {
    let ready = |expression: &Option<claims::Expression>| {
        expression.as_ref().map(|expression| formula(expression, &document.source))
    };
    let mut drawer = Drawer {
        document,
        figure,
        draw: formula(&figure.draw, &document.source),
        label: ready(&figure.label),
        marks: ready(&figure.marks),
        evaluator: Evaluator::new(definitions.clone(), limits(&figure.budget, BUDGET)),
        pictures: Vec::new(),
        ink: 0,
    };
    let cases = figure.over.as_ref().map_or_else(Cases::default, |over| Cases::of(over, &document.source));
    let over = figure.over.as_ref().map_or(figure.draw.span.clone(), |over| over.span.clone());
    let listed = cases.list(&mut drawer.evaluator);
    for case in listed.map_err(|stop| stop.placed(&document.source, over, "run through fewer cases"))? {
        drawer.case(&case)?;
    }
    if drawer.pictures.is_empty() {
        return Err(refuse(&drawer.draw, "the figure draws nothing".to_string()));
    }
    let text = |text: &Option<claims::Text>| text.as_ref().map_or(String::new(), |text| text.text.clone());
    Ok(verdicts::Figure {
        name: figure.id.text.clone(),
        title: text(&figure.title),
        description: text(&figure.description),
        pictures: drawer.pictures,
        uses: document.used_by_figure(figure),
    })
}

struct Drawer<'a> {
    document: &'a Document,
    figure: &'a claims::Figure,
    draw: Formula,
    label: Option<Formula>,
    marks: Option<Formula>,
    evaluator: Evaluator,
    pictures: Vec<verdicts::Picture>,
    /// Places and edges so far.
    ink: usize,
}

impl Drawer<'_> {
    /// Draws what the figure shows of one case.
    fn case(&mut self, case: &Bindings) -> Result<(), Diagnostic> {
        let datum = self.evaluator.evaluate(&self.draw, case);
        let datum = datum.map_err(|stop| self.limited(&self.figure.draw, stop))?;
        let label = match self.figure.label.as_ref().zip(self.label.as_ref()) {
            Some((written, label)) => {
                let words = words_of(&mut self.evaluator, label, case);
                Some(words.map_err(|stop| self.limited(written, stop))?)
            }
            None => None,
        };
        let marked = match self.figure.marks.as_ref().zip(self.marks.as_ref()) {
            Some((written, marks)) => {
                let moves = moves(&mut self.evaluator, marks, case);
                moves.map_err(|stop| self.limited(written, stop))?
            }
            None => Vec::new(),
        };
        for one in each(&datum) {
            let picture = match one {
                Datum::Quotient(quotient) => self.quotient(&quotient.pair, label.clone())?,
                position => self.position(position, &marked, label.clone())?,
            };
            self.pictures.push(picture);
        }
        Ok(())
    }

    fn quotient(
        &self,
        pair: &Bipartite,
        label: Option<verdicts::Shown>,
    ) -> Result<verdicts::Picture, Diagnostic> {
        if pair.monoid.order() > MOST_DIAGRAM || self.pictures.len() == MOST_PICTURES {
            let most = format!("a diagram has at most {MOST_DIAGRAM} elements");
            return Err(refuse(&self.draw, most));
        }
        Ok(diagram(pair, label))
    }

    /// A position or a graph, if it is no more than can be looked at.
    fn position(
        &mut self,
        datum: &Datum,
        marked: &[Vec<i128>],
        label: Option<verdicts::Shown>,
    ) -> Result<verdicts::Picture, Diagnostic> {
        let picture = picture(datum).ok_or_else(|| refuse(&self.draw, no_picture(datum)))?;
        self.ink += picture.places.len()
            + match &picture.ground {
                Ground::Rows { .. } => 0,
                Ground::Graph { edges } => edges.len(),
            };
        if self.ink > MOST_INK {
            let most = format!("a figure has at most {MOST_INK} places and edges in all");
            return Err(refuse(&self.draw, most));
        }
        if picture.places.len() > MOST_PLACES || self.pictures.len() == MOST_PICTURES {
            let most = format!("a figure has at most {MOST_PICTURES} pictures of {MOST_PLACES} places");
            return Err(refuse(&self.draw, most));
        }
        let places = marked.iter().map(|places| placed(&picture, places)).collect::<Option<Vec<_>>>();
        let places = places.ok_or_else(|| {
            let marks = self.marks.as_ref().unwrap_or(&self.draw);
            refuse(marks, "a mark is on no place of what is drawn".into())
        })?;
        Ok(saved(&picture, places, label))
    }

    fn limited(&self, part: &claims::Expression, stop: Stop) -> Diagnostic {
        let help = "draw less, or give the figure a `budget`";
        stop.placed(&self.document.source, part.span.clone(), help)
    }
}

/// What is written below a case: a text as it stands, anything else as its value.
fn words_of(evaluator: &mut Evaluator, label: &Formula, case: &Bindings) -> Result<verdicts::Shown, Stop> {
    match evaluator.evaluate(label, case)? {
        Datum::Text(words) => Ok(verdicts::Shown::words(&*words)),
        datum => Ok(evaluator.shown(&datum)?),
    }
}

fn refuse(formula: &Formula, message: String) -> Diagnostic {
    Diagnostic::error(message).at(&formula.source, formula.place(&formula.expr.span))
}

fn no_picture(datum: &Datum) -> String {
    format!("a figure draws positions on boards, graphs and quotients, not {}", datum.a_kind())
}

/// The members of a list; anything else itself.
fn each(datum: &Datum) -> &[Datum] {
    match datum {
        Datum::List(entries) => entries,
        one => std::slice::from_ref(one),
    }
}

fn picture(datum: &Datum) -> Option<Picture> {
    match datum {
        Datum::Position(position) => Some(position.picture()),
        Datum::Graph(graph) => Some(Picture::graph(graph, vec![Place::Empty; graph.order()])),
        Datum::Impartial(sum) => sum.picture(),
        _ => None,
    }
}

/// The marks of a case: each a place or the places of a move.
fn moves(evaluator: &mut Evaluator, marks: &Formula, case: &Bindings) -> Result<Vec<Vec<i128>>, Stop> {
    let datum = evaluator.evaluate(marks, case)?;
    let number = |datum: &Datum| datum.as_integer();
    each(&datum)
        .iter()
        .filter(|mark| !matches!(mark, Datum::None))
        .map(|mark| each(mark).iter().map(number).collect::<Option<Vec<_>>>())
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| refuse(marks, "marks are places, or lists of places".to_string()).into())
}

/// Places as they are called in moves to places counted from 0; `None` if one is not there.
fn placed(picture: &Picture, called: &[i128]) -> Option<Vec<usize>> {
    let place = |&called: &i128| {
        let place = usize::try_from(called - i128::from(picture.first)).ok()?;
        (place < picture.places.len()).then_some(place)
    };
    called.iter().map(place).collect()
}

fn saved(picture: &Picture, marks: Vec<Vec<usize>>, label: Option<verdicts::Shown>) -> verdicts::Picture {
    let (columns, edges) = match &picture.ground {
        Ground::Rows { columns } => (Some(*columns), Vec::new()),
        Ground::Graph { edges } => (None, edges.clone()),
    };
    let places = picture.places.iter().map(|place| match place {
        Place::Empty => '.',
        Place::Of(Player::Left) => 'x',
        Place::Of(Player::Right) => 'o',
        Place::For(Player::Left) => 'l',
        Place::For(Player::Right) => 'r',
        Place::Neutral => '+',
        Place::Hole => '-',
    });
    let (names, at) = (Vec::new(), Vec::new());
    verdicts::Picture { columns, edges, names, at, places: places.collect(), marks, label }
}

/// The order of a monoid by divisibility: elements that divide each other stand beside each other, what they divide
/// stands below, and lines are products with letters that lead to the next row of the order. P is marked.
fn diagram(pair: &Bipartite, label: Option<verdicts::Shown>) -> verdicts::Picture {
    let m = &pair.monoid;
    let all = 0..m.order();
    let multiples: Vec<Set> = all
        .clone()
        .map(|x| {
            let mut multiples = Set::new(m.order());
            all.clone().for_each(|z| multiples.insert(m.times(x, z)));
            multiples
        })
        .collect();
    let above = |x: usize, y: usize| multiples[y].is_within(&multiples[x]) && multiples[x] != multiples[y];
    // Those with more multiples stand higher.
    let mut order: Vec<usize> = all.clone().collect();
    order.sort_by_key(|&x| (std::cmp::Reverse(multiples[x].count()), multiples[x].members().next(), x));
    let mut row = vec![0; m.order()];
    for (place, &x) in order.iter().enumerate() {
        row[x] = order[..place].iter().filter(|&&y| above(y, x)).map(|&y| row[y] + 1).max().unwrap_or(0);
    }
    let rows = row.iter().max().map_or(0, |last| last + 1);
    let lines: Vec<Vec<usize>> =
        (0..rows).map(|r| order.iter().copied().filter(|&x| row[x] == r).collect()).collect();
    let widest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let mut at = vec![(0, 0); m.order()];
    for (r, line) in lines.iter().enumerate() {
        for (place, &x) in line.iter().enumerate() {
            at[x] = (2 * place + widest - line.len(), 3 * r);
        }
    }
    let mut edges = Vec::new();
    for x in all.clone() {
        for y in (0..m.letters()).map(|letter| m.times(x, m.letter(letter))) {
            let next = above(x, y) && !all.clone().any(|z| above(x, z) && above(z, y));
            if next && !edges.contains(&(x, y)) {
                edges.push((x, y));
            }
        }
    }
    verdicts::Picture {
        columns: None,
        edges,
        names: all.clone().map(|x| m.text(x)).collect(),
        at,
        places: ".".repeat(m.order()),
        marks: pair.p.members().map(|x| vec![x]).collect(),
        label,
    }
}
