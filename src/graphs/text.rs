//! Graphs as text: graph6 and lists of edges or neighbours.

use std::fmt;

use super::{Graph, MAX_ORDER};

/// Why a text is no graph, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The byte of the text that the message is about; the length of the text if something is missing there.
    pub offset: usize,
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for ReadError {}

fn refuse<T>(offset: usize, message: impl Into<String>) -> Result<T, ReadError> {
    Err(ReadError { offset, message: message.into() })
}

/// Reads a graph in either of our two languages: an [adjacency text](read_adjacency) if it is empty or begins
/// with a digit or a space, else [graph6](read_graph6), where no text begins so.
///
/// ```
/// # use referee::graphs;
/// assert_eq!(graphs::read("0-1-2")?, graphs::read("Bg")?);
/// # Ok::<(), graphs::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Graph, ReadError> {
    match text.trim_start().chars().next() {
        None => read_adjacency(text),
        Some(first) if first.is_ascii_digit() || text.starts_with(char::is_whitespace) => {
            read_adjacency(text)
        }
        Some(_) => read_graph6(text),
    }
}

const GRAPH6_HEADER: &str = ">>graph6<<";

/// Reads one graph in McKay's graph6, with or without the header `>>graph6<<`; without blanks or a line end.
///
/// Refused, with the place: other characters than `?` to `~`, sparse6 and digraph6, a text too short or too
/// long, an order written longer than needed or beyond [`MAX_ORDER`], bits set in the padding.
/// Cost: the square of the order. Source: `formats.txt` of nauty, <https://users.cecs.anu.edu.au/~bdm/data/>.
///
/// ```
/// # use referee::graphs::{self, families};
/// assert_eq!(graphs::read_graph6("DQc").unwrap().edges().collect::<Vec<_>>(), [(0, 2), (0, 4), (1, 3), (3, 4)]);
/// assert_eq!(graphs::read_graph6("DQ").unwrap_err().to_string(),
///     "at byte 2: graph6 of 5 vertices has 2 bytes after the order, not 1");
/// ```
pub fn read_graph6(text: &str) -> Result<Graph, ReadError> {
    let start = if text.starts_with(GRAPH6_HEADER) { GRAPH6_HEADER.len() } else { 0 };
    let body = &text[start..];
    match body.chars().next() {
        Some(':') => return refuse(start, "this is sparse6; only graph6 is read"),
        Some('&') => return refuse(start, "this is digraph6; only graph6 is read"),
        _ => {}
    }
    if let Some((offset, bad)) = body.char_indices().find(|(_, c)| !('?'..='~').contains(c)) {
        return refuse(start + offset, format!("graph6 has only the characters ? to ~, not {bad:?}"));
    }
    let sixes = body.bytes().map(|byte| byte - b'?').collect::<Vec<_>>();
    // The order: one digit, or ~ and three digits, or ~~ and six.
    let (skip, digits) = match sixes.as_slice() {
        [63, 63, ..] => (2, 6),
        [63, ..] => (1, 3),
        _ => (0, 1),
    };
    let bits_at = skip + digits;
    if sixes.len() < bits_at {
        return refuse(text.len(), "the order of the graph is cut off");
    }
    let order = sixes[skip..bits_at].iter().fold(0u64, |order, &six| order << 6 | six as u64);
    let longer_than_needed = match skip {
        0 => false,
        1 => order <= 62,
        _ => order <= 258_047,
    };
    if longer_than_needed {
        return refuse(start, format!("the order {order} is written longer than graph6 does"));
    }
    if order > MAX_ORDER as u64 {
        return refuse(
            start,
            format!("a graph with {order} vertices is too large; the limit is {MAX_ORDER}"),
        );
    }
    let order = order as usize;
    let bits = order * order.saturating_sub(1) / 2;
    let (expected, found) = (bits.div_ceil(6), sixes.len() - bits_at);
    if expected != found {
        let offset = start + bits_at + expected.min(found);
        return refuse(
            offset,
            format!("graph6 of {order} vertices has {expected} bytes after the order, not {found}"),
        );
    }
    let bit = |index: usize| sixes[bits_at + index / 6] >> (5 - index % 6) & 1 == 1;
    if (bits..6 * expected).any(bit) {
        return refuse(text.len() - 1, "the unused bits of the last byte are not 0");
    }
    let mut graph = Graph::new(order);
    let mut index = 0;
    for w in 1..order {
        for v in 0..w {
            if bit(index) {
                graph.add_edge(v, w);
            }
            index += 1;
        }
    }
    Ok(graph)
}

/// Writes a graph as graph6, without header: what [`read_graph6`] reads back as the same graph.
///
/// ```
/// # use referee::graphs::{self, families};
/// assert_eq!(graphs::write_graph6(&families::complete(4).unwrap()), "C~");
/// ```
pub fn write_graph6(graph: &Graph) -> String {
    let order = graph.order();
    let digits = |count: u32| (0..count).rev().map(move |place| (order >> (6 * place) & 63) as u8);
    let mut sixes = match order {
        0..=62 => digits(1).collect::<Vec<_>>(),
        63..=258_047 => std::iter::once(63).chain(digits(3)).collect(),
        _ => [63, 63].into_iter().chain(digits(6)).collect(),
    };
    let (mut six, mut filled) = (0, 0);
    for w in 1..order {
        for v in 0..w {
            six = six << 1 | graph.has_edge(v, w) as u8;
            filled += 1;
            if filled == 6 {
                sixes.push(six);
                (six, filled) = (0, 0);
            }
        }
    }
    if filled > 0 {
        sixes.push(six << (6 - filled));
    }
    sixes.iter().map(|six| (six + b'?') as char).collect()
}

/// Reads a graph from its edges or lists of neighbours:
///
/// ```text
/// graph = { item | "," | ";" | blank }
/// item  = vertex                              a vertex, perhaps isolated
///       | vertex "-" vertex { "-" vertex }    a walk of edges
///       | vertex ":" [ vertex { "," vertex }] a vertex and neighbours of it
/// ```
///
/// A vertex is a decimal number from 0. All numbers up to the largest one are vertices, named or not. Blanks
/// may stand anywhere but inside a number, and must where two items would touch. An edge may be given twice.
/// Refused, with the place: loops, anything else, more than [`MAX_ORDER`] vertices.
///
/// ```
/// # use referee::graphs;
/// let triangle_and_a_vertex = graphs::read_adjacency("0: 1, 2; 1-2; 3")?;
/// assert_eq!((triangle_and_a_vertex.order(), triangle_and_a_vertex.size()), (4, 3));
/// assert_eq!(graphs::read_adjacency("0-1 1-1").unwrap_err().to_string(),
///     "at byte 6: vertex 1 cannot be its own neighbour");
/// # Ok::<(), graphs::ReadError>(())
/// ```
pub fn read_adjacency(text: &str) -> Result<Graph, ReadError> {
    let mut reader = Reader { text, at: 0 };
    let mut order = 0;
    let mut edges = Vec::new();
    let mut vertex = |reader: &mut Reader, after: Option<usize>| -> Result<usize, ReadError> {
        let start = reader.at;
        let v = reader.number()?;
        order = order.max(v + 1);
        if let Some(w) = after {
            if v == w {
                return refuse(start, format!("vertex {v} cannot be its own neighbour"));
            }
            edges.push((v, w));
        }
        Ok(v)
    };
    loop {
        while reader.eat(',') || reader.eat(';') {}
        if reader.rest().is_empty() {
            break;
        }
        let first = vertex(&mut reader, None)?;
        if reader.eat(':') {
            if reader.rest().starts_with(|c: char| c.is_ascii_digit()) {
                vertex(&mut reader, Some(first))?;
                while reader.eat(',') {
                    vertex(&mut reader, Some(first))?;
                }
            }
        } else {
            let mut last = first;
            while reader.eat('-') {
                last = vertex(&mut reader, Some(last))?;
            }
        }
    }
    Ok(Graph::from_edges(order, edges))
}

struct Reader<'a> {
    text: &'a str,
    /// Always at a character that is no blank, or at the end.
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&mut self) -> &'a str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn eat(&mut self, sign: char) -> bool {
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        self.rest();
        found
    }

    fn number(&mut self) -> Result<usize, ReadError> {
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            return match rest.chars().next() {
                Some(found) => refuse(self.at, format!("here the number of a vertex is due, not {found:?}")),
                None => refuse(self.at, "here the number of a vertex is due"),
            };
        }
        match rest[..digits].parse::<usize>() {
            Ok(v) if v < MAX_ORDER => {
                self.at += digits;
                self.rest();
                Ok(v)
            }
            _ => {
                let name = &rest[..digits];
                refuse(self.at, format!("vertex {name} is too large; the limit is {}", MAX_ORDER - 1))
            }
        }
    }
}

/// Writes the edges and the isolated vertices of a graph: what [`read_adjacency`] reads back as the same graph.
///
/// ```
/// # use referee::graphs;
/// let graph = graphs::read_adjacency("0:2,3;4").unwrap();
/// assert_eq!(graphs::write_adjacency(&graph), "0-2 0-3 1 4");
/// ```
pub fn write_adjacency(graph: &Graph) -> String {
    let edges = graph.edges().map(|(v, w)| format!("{v}-{w}"));
    let isolated = (0..graph.order()).filter(|&v| graph.degree(v) == 0).map(|v| v.to_string());
    edges.chain(isolated).collect::<Vec<_>>().join(" ")
}
