//! Values as people read them: text, TeX and speech; never more of a game than fits.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::datum::Datum;
use super::language::Evaluator;
use super::rational::Rational;
use super::stop::{Limit, Trouble};
use crate::engine::{self, Player, Thermograph, Value};
use crate::graphs;
use crate::notation::Form;
use crate::rulesets::heaps::Heaps;
use crate::rulesets::impartial::{Impartial, Sum};
use crate::verdicts::{Chart, ChartKind, Series, SeriesRole, Shown};

/// A game whose form has more nodes than this is shown by its beginning.
pub const MOST_NODES: u64 = 4_000;
/// How much of the beginning.
const BEGINNING: usize = 160;
/// The longest list that is shown whole.
const MOST_ENTRIES: usize = 1_000;

/// In which notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Unicode,
    Ascii,
    Tex,
    Speech,
}

impl Style {
    fn form(self, form: &Form) -> String {
        match self {
            Style::Unicode => form.unicode(),
            Style::Ascii => form.ascii(),
            Style::Tex => form.tex(),
            Style::Speech => form.speech(),
        }
    }

    fn rational(self, x: Rational) -> String {
        let sign = match (x.is_negative(), self) {
            (false, _) => "",
            (true, Style::Speech) => "minus ",
            (true, _) => "-",
        };
        let (numerator, denominator) = (x.numerator().unsigned_abs(), x.denominator());
        match (denominator, self) {
            (1, _) => format!("{sign}{numerator}"),
            (_, Style::Tex) => format!("{sign}\\tfrac{{{numerator}}}{{{denominator}}}"),
            (_, Style::Speech) => format!("{sign}{numerator} over {denominator}"),
            _ => format!("{sign}{numerator}/{denominator}"),
        }
    }
}

/// Is it shown in words, and not as mathematics? Of a list, the members decide.
fn is_words(datum: &Datum) -> bool {
    match datum {
        Datum::List(entries) => !entries.is_empty() && entries.iter().all(is_words),
        _ => matches!(
            datum,
            Datum::None
                | Datum::Boolean(_)
                | Datum::Player(_)
                | Datum::Graph(_)
                | Datum::Text(_)
                | Datum::Thermograph(_)
                | Datum::Impartial(_)
                | Datum::Heaps(_)
                | Datum::Quotient(_)
        ),
    }
}

/// A game's form in one style, or its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub text: String,
    /// Only the beginning is written.
    pub cut: bool,
}

impl Evaluator {
    /// A value in every way that a page needs. A position is shown as its value.
    ///
    /// # Errors
    /// A limit reached while a position is valued or a form is written.
    pub fn shown(&mut self, datum: &Datum) -> Result<Shown, Trouble> {
        let text = self.written(datum, Style::Unicode)?;
        if is_words(datum) || text.cut {
            return Ok(Shown::words(text.text));
        }
        Ok(Shown {
            text: text.text,
            tex: self.written(datum, Style::Tex)?.text,
            speech: self.written(datum, Style::Speech)?.text,
        })
    }

    /// A value in one style.
    ///
    /// # Errors
    /// As [`shown`](Self::shown).
    pub fn written(&mut self, datum: &Datum, style: Style) -> Result<Written, Trouble> {
        let whole = |text: String| Ok(Written { text, cut: false });
        match datum {
            Datum::None => whole("none".to_string()),
            Datum::Boolean(truth) => whole(truth.to_string()),
            Datum::Number(x) => whole(style.rational(*x)),
            Datum::Outcome(outcome) => whole(format!("{outcome:?}")),
            Datum::Player(player) => whole(format!("{player:?}")),
            Datum::Game(_) | Datum::Position(_) => {
                let value = self.game(datum)?;
                self.written_game(value, style)
            }
            Datum::Raw(raw) => whole(self.table.show(raw)),
            Datum::Graph(graph) => {
                let edges = graphs::write_adjacency(graph);
                let text = if edges.len() <= 60 { edges } else { graphs::write_graph6(graph) };
                whole(format!("graph(\"{text}\")"))
            }
            Datum::List(entries) => {
                let mut parts = Vec::new();
                let mut cut = entries.len() > MOST_ENTRIES;
                for entry in entries.iter().take(MOST_ENTRIES) {
                    let part = self.written(entry, style)?;
                    cut |= part.cut;
                    parts.push(part.text);
                }
                if entries.len() > MOST_ENTRIES {
                    parts.push(format!("… {} more", entries.len() - MOST_ENTRIES));
                }
                Ok(Written { text: format!("[{}]", parts.join(", ")), cut })
            }
            Datum::Text(text) => whole(format!("\"{text}\"")),
            Datum::Thermograph(thermograph) => whole(in_words(thermograph)),
            Datum::Impartial(sum) => whole(sum_in_words(sum)),
            Datum::Heaps(rules) => whole(rules_in_words(rules)),
            Datum::Quotient(quotient) => {
                let m = &quotient.pair.monoid;
                let p = quotient.pair.p_texts().join(",");
                let text = format!("{}; P = {{{p}}}", m.presentation().text());
                let end = text.char_indices().nth(MOST_NODES as usize).map_or(text.len(), |(at, _)| at);
                Ok(Written { cut: end < text.len(), text: text[..end].to_string() })
            }
        }
    }

    /// A game in one style: its whole form, or how it begins and how large it is.
    ///
    /// # Errors
    /// A limit.
    pub fn written_game(&mut self, value: Value, style: Style) -> Result<Written, Trouble> {
        if self.nodes(value, &mut HashMap::new())? <= MOST_NODES {
            return Ok(Written { text: style.form(&self.store.form(value)?), cut: false });
        }
        let mut text = String::new();
        self.begin(value, style, &mut text)?;
        let end = text.char_indices().nth(BEGINNING).map_or(text.len(), |(at, _)| at);
        text.truncate(end);
        let followers = self.store.followers(value)?;
        Ok(Written { text: format!("{text}… (cut; the game has {followers} followers)"), cut: true })
    }

    /// How many nodes the form has, abbreviations written out; saturating.
    fn nodes(&mut self, value: Value, known: &mut HashMap<Value, u64>) -> Result<u64, Trouble> {
        if self.store.as_up_star(value).is_some() {
            return Ok(1);
        }
        if let Some(&nodes) = known.get(&value) {
            return Ok(nodes);
        }
        let mut nodes = 1u64;
        for player in Player::BOTH {
            for option in self.store.options(value, player)? {
                let more = stacker::maybe_grow(64 << 10, 1 << 20, || self.nodes(option, known))?;
                nodes = nodes.saturating_add(more);
            }
        }
        known.insert(value, nodes);
        Ok(nodes)
    }

    /// Writes a form from its beginning, plainly, until there is enough.
    fn begin(&mut self, value: Value, style: Style, text: &mut String) -> Result<(), Trouble> {
        // A character takes at most 4 bytes.
        if text.len() > 4 * BEGINNING {
            return Ok(());
        }
        if self.store.as_up_star(value).is_some() {
            text.push_str(&style.form(&self.store.form(value)?));
            return Ok(());
        }
        text.push('{');
        for player in Player::BOTH {
            let mut options = self.store.options(value, player)?;
            self.sort_as_printed(&mut options)?;
            for (index, option) in options.into_iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                stacker::maybe_grow(64 << 10, 1 << 20, || self.begin(option, style, text))?;
            }
            text.push(if player == Player::Left { '|' } else { '}' });
        }
        Ok(())
    }

    /// Sorts games as forms list them, whatever else the store holds.
    pub(super) fn sort_as_printed(&mut self, games: &mut [Value]) -> Result<(), engine::Limit> {
        let mut limit = None;
        games.sort_by(|&a, &b| {
            self.store.printing_order(a, b).unwrap_or_else(|reached| {
                limit = Some(reached);
                Ordering::Equal
            })
        });
        limit.map_or(Ok(()), Err)
    }

    /// A value in a few words, for messages; never fails.
    pub(super) fn brief(&mut self, datum: &Datum) -> String {
        match datum {
            Datum::Position(_) => "a position".to_string(),
            Datum::List(entries) if entries.len() > 8 => format!("a list of {}", entries.len()),
            _ => match self.written(datum, Style::Unicode) {
                Ok(written) if written.text.chars().count() <= 80 => written.text,
                _ => datum.a_kind(),
            },
        }
    }
}

/// A sum as it can be typed again.
fn sum_in_words(sum: &Sum) -> String {
    let part = |text: String| match &sum.game {
        Impartial::Notakto { .. } => format!("notakto(\"{text}\")"),
        Impartial::Heaps(rules) => format!("heap({}, {text})", rules_in_words(rules)),
    };
    let parts: Vec<String> = sum.texts().into_iter().map(part).collect();
    if parts.is_empty() { "no position".to_string() } else { parts.join(" + ") }
}

fn rules_in_words(rules: &Heaps) -> String {
    match (rules, rules.code()) {
        (_, Some(code)) => format!("octal(\"{code}\")"),
        (Heaps::Subtraction(set), None) => {
            let set: Vec<String> = set.iter().map(u32::to_string).collect();
            format!("subtraction([{}])", set.join(", "))
        }
        (_, None) => "grundys_game()".to_string(),
    }
}

/// A thermograph as a sentence: the corners of the walls from the lowest tax upwards, and the mast.
fn in_words(thermograph: &Thermograph) -> String {
    let wall = |player: Player| -> String {
        let points = thermograph.wall(player).points().iter();
        points.map(|point| format!("{} at {}", point.value, point.temperature)).collect::<Vec<_>>().join(", ")
    };
    format!(
        "left wall {}; right wall {}; mast {}",
        wall(Player::Left),
        wall(Player::Right),
        thermograph.mast()
    )
}

/// A thermograph as a chart: both walls from tax −1 upwards, and the mast a little beyond the temperature.
///
/// # Errors
/// A number that is too large.
pub fn thermograph_chart(name: &str, title: &str, thermograph: &Thermograph) -> Result<Chart, Limit> {
    let wall = |player: Player| -> Vec<(String, String)> {
        let points = thermograph.wall(player).points().iter();
        points.map(|point| (point.value.to_string(), point.temperature.to_string())).collect()
    };
    let (mast, temperature) = (thermograph.mast(), thermograph.temperature());
    let above = (temperature + engine::Dyadic::ONE)?;
    let series = |name: &str, role, points| Series { name: name.to_string(), role, points };
    Ok(Chart {
        name: name.to_string(),
        title: title.to_string(),
        description: in_words(thermograph),
        x: "value".to_string(),
        y: "tax".to_string(),
        kind: ChartKind::Thermograph,
        series: vec![
            series("Left wall", SeriesRole::LeftWall, wall(Player::Left)),
            series("Right wall", SeriesRole::RightWall, wall(Player::Right)),
            series(
                "mast",
                SeriesRole::Mast,
                vec![(mast.to_string(), temperature.to_string()), (mast.to_string(), above.to_string())],
            ),
        ],
    })
}
