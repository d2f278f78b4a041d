//! The theory of values: what CGSuite says of 1,492 games, known facts, and a second way for each function.

use referee::engine::*;

/// Reads the inputs of values.tsv: `{…|…}`, `(x)`, `*n`, `^n`, `vn`, integers, and sums of them. Small and on its own,
/// so that the engine is judged without the notation room.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn sum(&mut self, store: &mut Store) -> Value {
        let mut sum = self.term(store);
        while self.eat(b'+') {
            let term = self.term(store);
            sum = store.add(sum, term).unwrap();
        }
        sum
    }

    fn term(&mut self, store: &mut Store) -> Value {
        let first = self.text[self.at];
        if !first.is_ascii_digit() && first != b'-' {
            self.at += 1;
        }
        match first {
            b'{' => {
                let left = self.list(store, b'|');
                let right = self.list(store, b'}');
                store.game(&left, &right).unwrap()
            }
            b'(' => {
                let number = self.number(store);
                assert!(self.eat(b')'));
                number
            }
            b'*' => {
                let m = self.integer();
                store.nimber(m as u32).unwrap()
            }
            b'^' | b'v' => {
                let n = self.integer() as i64;
                store.up_star(Dyadic::ZERO, if first == b'^' { n } else { -n }, 0).unwrap()
            }
            _ => self.number(store),
        }
    }

    fn list(&mut self, store: &mut Store, end: u8) -> Vec<Value> {
        let mut list = Vec::new();
        while !self.eat(end) {
            list.push(self.sum(store));
            self.eat(b',');
        }
        list
    }

    fn number(&mut self, store: &mut Store) -> Value {
        let m = self.integer();
        let exponent = if self.eat(b'/') { self.integer().trailing_zeros() } else { 0 };
        store.number(Dyadic::new(m, exponent).unwrap()).unwrap()
    }

    fn integer(&mut self) -> i128 {
        let from = self.at;
        self.eat(b'-');
        while self.at < self.text.len() && self.text[self.at].is_ascii_digit() {
            self.at += 1;
        }
        std::str::from_utf8(&self.text[from..self.at]).unwrap().parse().unwrap()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let here = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(here);
        here
    }
}

fn read(store: &mut Store, text: &str) -> Value {
    let mut reader = Reader { text: text.as_bytes(), at: 0 };
    let value = reader.sum(store);
    assert_eq!(reader.at, text.len(), "{text}");
    value
}

fn thermograph_as_cgsuite_prints_it(thermograph: &Thermograph) -> String {
    let mut parts = Vec::new();
    for player in Player::BOTH {
        let wall = thermograph.wall(player);
        let turns: Vec<String> = wall.turns().map(|t| t.to_string()).collect();
        let slopes: Vec<String> = wall.slopes().iter().map(|s| s.to_string()).collect();
        parts.push(format!("{},[{}],[{}]", wall.mast(), turns.join(","), slopes.join(",")));
    }
    format!("Thermograph({})", parts.join(","))
}

#[test]
fn cgsuite_agrees_on_every_game() {
    let store = &mut Store::new();
    let table = include_str!("../data/values.tsv");
    let header: Vec<&str> = table.lines().next().unwrap().split('\t').collect();
    assert_eq!(
        header,
        [
            "set",
            "input",
            "printed",
            "mean",
            "temperature",
            "left_stop",
            "right_stop",
            "birthday",
            "atomic_weight",
            "thermograph",
            "reduced",
            "outcome",
            "all_small",
            "stop_count"
        ]
    );
    let mut differences = Vec::new();
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let g = read(store, cells[1]);
        let weight = store.atomic_weight(g).unwrap();
        let weight = match weight {
            None => "none".to_string(),
            Some(weight) => store.as_number(weight).map_or("hot".to_string(), |x| x.to_string()),
        };
        let thermograph = store.thermograph(g).unwrap();
        let ours = [
            (3, store.mean(g).unwrap().to_string()),
            (4, store.temperature(g).unwrap().to_string()),
            (5, store.stop(g, Player::Left).to_string()),
            (6, store.stop(g, Player::Right).to_string()),
            (7, store.birthday(g).unwrap().to_string()),
            (8, weight),
            (9, thermograph_as_cgsuite_prints_it(&thermograph)),
            (11, format!("{:?}", store.outcome(g).unwrap())),
            (12, store.is_all_small(g).unwrap().to_string()),
            (13, store.stop_count(g).unwrap().to_string()),
        ];
        for (column, ours) in ours {
            if ours != cells[column] {
                differences
                    .push(format!("{} of {}: {ours}, not {}", header[column], cells[1], cells[column]));
            }
        }
        rows += 1;
    }
    assert_eq!(rows, 1492);
    assert!(
        differences.is_empty(),
        "{} differences\n{}",
        differences.len(),
        differences[..differences.len().min(20)].join("\n")
    );
}
