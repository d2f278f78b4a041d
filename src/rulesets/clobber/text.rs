//! Clobber positions as text.

use super::{Board, Clobber};
use crate::engine::Player;
use crate::graphs::{self, MAX_ORDER};
use crate::rulesets::Problem;

/// What one character of a row is.
fn stone(c: char) -> Option<Option<Player>> {
    match c {
        'x' | 'X' | '●' => Some(Some(Player::Left)),
        'o' | 'O' | '○' => Some(Some(Player::Right)),
        '.' | '·' | '_' | '-' | '#' | '・' => Some(None),
        _ => None,
    }
}

fn refuse<T>(offset: usize, message: impl Into<String>) -> Result<T, Problem> {
    Err(Problem { offset, message: message.into() })
}

impl Clobber {
    /// Reads a position.
    ///
    /// A grid is its rows from above, with `/` between them; short rows are filled up with holes. In a row, `x`, `X` or `●`
    /// is a stone of Left, `o`, `O` or `○` one of Right, and `.`, `·`, `_`, `-` or `#` a hole or an empty cell; spaces are
    /// skipped. A stone or a part in parentheses can have a power: `(xo)^17`, `xoo o^5`, `(xo)^n`, where the letter
    /// stands for `power` and is refused without one.
    ///
    /// A graph is written as [`graphs::read`] reads it, followed by the vertices with stones:
    /// `0-1-2-3 / Left 0 1 / Right 3`. A text whose second part begins with a player is read so.
    ///
    /// ```
    /// use referee::rulesets::{Clobber, Ruleset};
    /// assert_eq!(Clobber::read("(xo)^2 x/●○.")?, Clobber::read("xoxox/xo...")?);
    /// assert_eq!(Clobber::read_with("(xo)^n", Some(3))?, Clobber::read("xoxoxo")?);
    /// # Ok::<(), referee::rulesets::Problem>(())
    /// ```
    pub fn read_with(text: &str, power: Option<usize>) -> Result<Clobber, Problem> {
        let mut fields = text.split('/');
        fields.next();
        if fields.any(|field| ["Left", "Right"].iter().any(|word| field.trim_start().starts_with(word))) {
            return read_graph(text);
        }
        let mut rows: Vec<Vec<Option<Player>>> = Vec::new();
        let mut offset = 0;
        for row in text.split('/') {
            let mut reader = Row { text, at: offset, end: offset + row.len(), power };
            rows.push(reader.sequence(false)?);
            offset += row.len() + 1;
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if columns.saturating_mul(rows.len()) > MAX_ORDER {
            let message = format!(
                "a board of {} rows of {columns} cells is too large; the limit is {MAX_ORDER}",
                rows.len()
            );
            return refuse(0, message);
        }
        for row in &mut rows {
            row.resize(columns, None);
        }
        let board = Board::Grid { rows: if columns == 0 { 1 } else { rows.len() }, columns };
        Ok(Clobber { board: board.into(), stones: rows.concat() })
    }
}

/// A reader of one row.
struct Row<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    power: Option<usize>,
}

impl Row<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..self.end].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Stones, holes and powers, up to the end or a closing parenthesis.
    fn sequence(&mut self, inside: bool) -> Result<Vec<Option<Player>>, Problem> {
        let mut cells = Vec::new();
        let opened = self.at;
        loop {
            let start = self.at;
            let Some(c) = self.next() else { break };
            let part = match c {
                ' ' | '\t' => continue,
                '(' => self.sequence(true)?,
                ')' if inside => return Ok(cells),
                ')' => return refuse(start, "there is no parenthesis to close"),
                c => match stone(c) {
                    Some(stone) => vec![stone],
                    None => {
                        let message = format!("here x, o, a dot or a parenthesis is due, not {c:?}");
                        return refuse(start, message);
                    }
                },
            };
            let times = if self.peek() == Some('^') { self.exponent()? } else { 1 };
            if part.len().saturating_mul(times).saturating_add(cells.len()) > MAX_ORDER {
                return refuse(start, format!("a row of more than {MAX_ORDER} cells is too large"));
            }
            cells.extend(std::iter::repeat_n(part, times).flatten());
        }
        if inside { refuse(opened - 1, "this parenthesis is not closed") } else { Ok(cells) }
    }

    /// `^17`, `^{17}` or `^n`.
    fn exponent(&mut self) -> Result<usize, Problem> {
        self.next();
        let braced = self.peek() == Some('{');
        if braced {
            self.next();
        }
        let start = self.at;
        let times = match self.peek() {
            Some(c) if c.is_ascii_digit() => {
                while self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    self.next();
                }
                match self.text[start..self.at].parse() {
                    Ok(times) => times,
                    Err(_) => return refuse(start, "this power is too large"),
                }
            }
            Some(c) if c.is_ascii_lowercase() && stone(c).is_none() => {
                self.next();
                match self.power {
                    Some(times) => times,
                    None => return refuse(start, format!("no number is given that {c} stands for")),
                }
            }
            _ => return refuse(start, "here a power is due: a number or a letter"),
        };
        if braced && self.next() != Some('}') {
            return refuse(self.at, "here } is due");
        }
        Ok(times)
    }
}

fn read_graph(text: &str) -> Result<Clobber, Problem> {
    let mut fields = text.split('/');
    let board = fields.next().unwrap_or_default();
    let graph = graphs::read(board.trim_end())
        .map_err(|problem| Problem { offset: problem.offset, message: problem.message })?;
    let mut stones = vec![None; graph.order()];
    let mut offset = board.len();
    for field in fields {
        offset += 1;
        let (mut player, mut at) = (None, 0);
        for word in field.split_inclusive(|c: char| c.is_whitespace() || c == ',') {
            let start = offset + at;
            at += word.len();
            let word = word.trim_matches(|c: char| c.is_whitespace() || c == ',');
            if word.is_empty() {
                continue;
            }
            match (player, word) {
                (None, "Left") => player = Some(Player::Left),
                (None, "Right") => player = Some(Player::Right),
                (None, _) => return refuse(start, format!("here Left or Right is due, not {word:?}")),
                (Some(player), _) => {
                    let Ok(vertex) = word.parse::<usize>() else {
                        return refuse(start, format!("here the number of a vertex is due, not {word:?}"));
                    };
                    match stones.get_mut(vertex) {
                        None => return refuse(start, format!("there is no vertex {vertex}")),
                        Some(Some(_)) => {
                            return refuse(start, format!("vertex {vertex} has a stone already"));
                        }
                        Some(place) => *place = Some(player),
                    }
                }
            }
        }
        if player.is_none() {
            return refuse(offset + field.len(), "here Left or Right is due");
        }
        offset += field.len();
    }
    Ok(Clobber { board: Board::Graph(graph.into()).into(), stones })
}

/// The text that reads as the position: every row in full, or the graph with its stones.
pub(super) fn write(position: &Clobber) -> String {
    let stones = position.stones();
    match position.board() {
        Board::Grid { columns, .. } => {
            let letter = |stone: &Option<Player>| match stone {
                Some(Player::Left) => 'x',
                Some(Player::Right) => 'o',
                None => '.',
            };
            let rows: Vec<String> =
                stones.chunks((*columns).max(1)).map(|row| row.iter().map(letter).collect()).collect();
            rows.join("/")
        }
        Board::Graph(graph) => {
            let mut text = graphs::write_adjacency(graph);
            for player in Player::BOTH {
                let own = (0..stones.len()).filter(|&place| stones[place] == Some(player));
                let numbers: Vec<String> = own.map(|place| place.to_string()).collect();
                text.push_str(format!(" / {player:?} {}", numbers.join(" ")).trim_end());
            }
            text
        }
    }
}
