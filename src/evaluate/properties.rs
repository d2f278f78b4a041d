//! What `eval` says of a value as data: everything about a game, or a type and a value.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::datum::Datum;
use super::language::Evaluator;
use super::rational::Rational;
use super::shown::Style;
use super::stop::Trouble;
use crate::engine::{Player, Value};

/// What there is to know about a game. Numbers are exact and therefore text: `13/4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Properties {
    /// The type of the expression: `game`, `position`, `integer` or `rational`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The integer or rational, if that is what it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Json>,
    /// The canonical form in ASCII, which reads back as the same value.
    pub form: String,
    /// Only the beginning of the form is there: it is too large to write out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub form_cut: bool,
    pub outcome: String,
    pub left_stop: String,
    pub right_stop: String,
    pub mean: String,
    pub temperature: String,
    /// The form of the atomic weight; null where there is none.
    pub atomic_weight: Option<String>,
    pub birthday: Json,
    pub followers: Json,
}

impl Evaluator {
    /// Everything about a game; `kind` is the type that it had as an expression.
    ///
    /// # Errors
    /// A limit.
    pub fn properties(&mut self, value: Value, kind: &str) -> Result<Properties, Trouble> {
        let form = self.written_game(value, Style::Ascii)?;
        let atomic_weight = match self.store.atomic_weight(value)? {
            Some(weight) => Some(self.written_game(weight, Style::Ascii)?.text),
            None => None,
        };
        Ok(Properties {
            kind: kind.to_string(),
            value: None,
            form: form.text,
            form_cut: form.cut,
            outcome: format!("{:?}", self.store.outcome(value)?),
            left_stop: self.store.stop(value, Player::Left).to_string(),
            right_stop: self.store.stop(value, Player::Right).to_string(),
            mean: self.store.mean(value)?.to_string(),
            temperature: self.store.temperature(value)?.to_string(),
            atomic_weight,
            birthday: count(self.store.birthday(value)?),
            followers: count(self.store.followers(value)?),
        })
    }

    /// A value as one line of JSON: the properties of a game (and of what can be one), or its type and value.
    ///
    /// # Errors
    /// A limit.
    pub fn json(&mut self, datum: &Datum) -> Result<String, Trouble> {
        let game = match datum {
            Datum::Game(_) | Datum::Position(_) => true,
            Datum::Number(x) => x.denominator() & (x.denominator() - 1) == 0,
            _ => false,
        };
        if !game {
            return Ok(json!({ "type": datum.kind(), "value": self.plain(datum)? }).to_string());
        }
        let value = self.game(datum)?;
        let mut properties = self.properties(value, datum.kind())?;
        if let Datum::Number(x) = datum {
            properties.value = Some(number(*x));
        }
        Ok(serde_json::to_string(&properties).expect("properties are text and numbers"))
    }

    /// A value as plain JSON, without its type.
    fn plain(&mut self, datum: &Datum) -> Result<Json, Trouble> {
        Ok(match datum {
            Datum::None => Json::Null,
            Datum::Boolean(truth) => json!(truth),
            Datum::Number(x) => number(*x),
            Datum::Text(text) => json!(text.as_ref()),
            Datum::List(entries) => {
                let mut parts = Vec::new();
                for entry in entries.iter() {
                    parts.push(self.plain(entry)?);
                }
                Json::Array(parts)
            }
            Datum::Thermograph(thermograph) => {
                let wall = |player| -> Vec<Json> {
                    let points = thermograph.wall(player).points().iter();
                    points
                        .map(|p| json!({ "tax": p.temperature.to_string(), "value": p.value.to_string() }))
                        .collect()
                };
                json!({
                    "left": wall(Player::Left),
                    "right": wall(Player::Right),
                    "mast": thermograph.mast().to_string(),
                })
            }
            Datum::Graph(graph) => json!(crate::graphs::write_graph6(graph)),
            other => json!(self.written(other, Style::Ascii)?.text),
        })
    }
}

/// An integer is a number if readers of JSON hold it exactly, else text; a fraction is text.
fn number(x: Rational) -> Json {
    match x.as_integer() {
        Some(n) if n.unsigned_abs() < 1 << 53 => json!(n as i64),
        _ => json!(x.to_string()),
    }
}

fn count(n: u128) -> Json {
    if n < 1 << 53 { json!(n as u64) } else { json!(n.to_string()) }
}
