//! Single games in misère play: canonical forms, sums, genus, and the kinds of *Winning Ways*.

use std::collections::HashMap;
use std::fmt;

use super::components::Components;
use crate::engine::{Limit, mex};

/// A handle of an impartial game in a [`Games`]: equal handles are equal games in misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImpartialGame(u32);

/// Impartial games in misère canonical form, each once.
///
/// The only constructor takes out reversible options, so games are equal exactly if their handles are
/// \[conway1976\], chapter 12. Grundy values are kept by that, so both ways of play can be asked here.
pub struct Games {
    options: Vec<Box<[ImpartialGame]>>,
    known: HashMap<Box<[ImpartialGame]>, ImpartialGame>,
    is_p: Vec<bool>,
    grundy: Vec<u32>,
    birthday: Vec<u32>,
    sums: HashMap<(ImpartialGame, ImpartialGame), ImpartialGame>,
    mates: HashMap<ImpartialGame, ImpartialGame>,
    genera: HashMap<ImpartialGame, Genus>,
    kinds: HashMap<ImpartialGame, Kind>,
    generally_tame: HashMap<ImpartialGame, bool>,
    most: usize,
}

/// The Grundy value in normal play, and the misère Grundy values of G, G + *2, G + *2 + *2 and so on; from the last two
/// on, they alternate.
///
/// Printed as in *Winning Ways*: `0^120` for nothing at all, `1^031` for one counter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    pub normal: u32,
    /// At least two; the last two are repeated for ever.
    pub misere: Vec<u32>,
}

impl Genus {
    /// The misère Grundy value of G and n heaps of two.
    pub fn with_twos(&self, n: usize) -> u32 {
        let repeated = self.misere.len() - 2;
        self.misere[if n < repeated { n } else { repeated + (n - repeated) % 2 }]
    }

    fn is_tame(&self) -> bool {
        let (plus, minus) = (self.normal, self.misere[0]);
        plus == minus || plus + minus == 1
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.misere.iter().map(u32::to_string).collect();
        let comma = if self.misere.iter().any(|&g| g > 9) { "," } else { "" };
        write!(f, "{}^{}", self.normal, digits.join(comma))
    }
}

/// How far a game is from behaving like nim heaps, by its genus and its options \[winningways\], chapter 13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It has the genus of a sum of nim heaps, and so have, hereditarily, its options.
    Tame,
    /// All options are tame; Grundy value 0 or 1, misère Grundy value 2 or more.
    Restive,
    /// All options are tame; Grundy value 2 or more, misère Grundy value 0 or 1.
    Restless,
    /// None of these.
    Wild,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Tame => "tame",
            Kind::Restive => "restive",
            Kind::Restless => "restless",
            Kind::Wild => "wild",
        }
    }
}

const ZERO: ImpartialGame = ImpartialGame(0);

impl Games {
    /// An arena with at most `most` games.
    pub fn new(most: usize) -> Games {
        let mut games = Games {
            options: Vec::new(),
            known: HashMap::new(),
            is_p: Vec::new(),
            grundy: Vec::new(),
            birthday: Vec::new(),
            sums: HashMap::new(),
            mates: HashMap::new(),
            genera: HashMap::new(),
            kinds: HashMap::new(),
            generally_tame: HashMap::new(),
            most: most.max(1),
        };
        games.store([].into());
        games
    }

    /// The game without options.
    pub fn zero(&self) -> ImpartialGame {
        ZERO
    }

    fn store(&mut self, options: Box<[ImpartialGame]>) -> ImpartialGame {
        let game = ImpartialGame(self.options.len() as u32);
        self.is_p.push(!options.is_empty() && !options.iter().any(|o| self.is_p(*o)));
        self.grundy.push(mex(options.iter().map(|o| self.grundy(*o))));
        self.birthday.push(options.iter().map(|o| self.birthday(*o) + 1).max().unwrap_or(0));
        self.known.insert(options.clone(), game);
        self.options.push(options);
        game
    }

    /// The game with these options, in canonical form.
    ///
    /// If there is a game H whose options are all among those of G, and which is an option of every other option of G, then
    /// G = H; if H has no options, only under the proviso that G is an N-position.
    ///
    /// # Errors
    /// [`Limit::Games`].
    pub fn game(&mut self, options: &[ImpartialGame]) -> Result<ImpartialGame, Limit> {
        let mut options = options.to_vec();
        options.sort_unstable();
        options.dedup();
        if let Some(&game) = self.known.get(&options[..]) {
            return Ok(game);
        }
        let mut candidates: Vec<ImpartialGame> =
            options.iter().flat_map(|o| self.options[o.0 as usize].iter().copied()).collect();
        candidates.sort_unstable();
        candidates.dedup();
        let is_n = options.iter().any(|o| self.is_p(*o));
        let reverses = |h: &ImpartialGame| {
            let kept = self.options(*h);
            (*h != ZERO || is_n)
                && kept.iter().all(|k| options.binary_search(k).is_ok())
                && options
                    .iter()
                    .all(|o| kept.binary_search(o).is_ok() || self.options(*o).binary_search(h).is_ok())
        };
        if let Some(h) = candidates.iter().copied().find(reverses) {
            return Ok(h);
        }
        if self.options.len() >= self.most {
            return Err(Limit::Games(self.options.len() as u64));
        }
        Ok(self.store(options.into()))
    }

    /// The heap of n counters.
    ///
    /// # Errors
    /// [`Limit::Games`].
    pub fn heap(&mut self, n: u32) -> Result<ImpartialGame, Limit> {
        let mut heaps = vec![ZERO];
        for _ in 0..n {
            heaps.push(self.game(&heaps.clone())?);
        }
        Ok(heaps[n as usize])
    }

    /// The component as a single game, and those before it.
    ///
    /// # Errors
    /// [`Limit::Games`].
    pub fn components(&mut self, components: &Components) -> Result<Vec<ImpartialGame>, Limit> {
        let mut games: Vec<ImpartialGame> = Vec::with_capacity(components.len());
        for component in 0..components.len() {
            let mut options = Vec::new();
            for sum in components.options(component) {
                options.push(sum.iter().try_fold(ZERO, |total, &c| self.sum(total, games[c as usize]))?);
            }
            games.push(self.game(&options)?);
        }
        Ok(games)
    }

    /// Options in ascending order of handles; none of them can be left out.
    pub fn options(&self, game: ImpartialGame) -> &[ImpartialGame] {
        &self.options[game.0 as usize]
    }

    /// Does whoever is not to move win, in misère play?
    pub fn is_p(&self, game: ImpartialGame) -> bool {
        self.is_p[game.0 as usize]
    }

    /// The Grundy value, in normal play.
    pub fn grundy(&self, game: ImpartialGame) -> u32 {
        self.grundy[game.0 as usize]
    }

    /// The most moves that can be made in the canonical form.
    pub fn birthday(&self, game: ImpartialGame) -> u32 {
        self.birthday[game.0 as usize]
    }

    /// The sum, in canonical form.
    ///
    /// # Errors
    /// [`Limit::Games`].
    pub fn sum(&mut self, a: ImpartialGame, b: ImpartialGame) -> Result<ImpartialGame, Limit> {
        if a == ZERO || b == ZERO {
            return Ok(a.max(b));
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        let mut options = Vec::new();
        for (moved, other) in [(a, b), (b, a)] {
            for option in self.options(moved).to_vec() {
                options.push(stacker::maybe_grow(64 << 10, 1 << 20, || self.sum(option, other))?);
            }
        }
        let sum = self.game(&options)?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// The mate: G and its mate together are a P-position. The mate of nothing is one counter, the mate of G has
    /// the mates of G's options.
    ///
    /// # Errors
    /// [`Limit::Games`].
    pub fn mate(&mut self, game: ImpartialGame) -> Result<ImpartialGame, Limit> {
        if game == ZERO {
            return self.heap(1);
        }
        if let Some(&known) = self.mates.get(&game) {
            return Ok(known);
        }
        let mut options = Vec::new();
        for option in self.options(game).to_vec() {
            options.push(stacker::maybe_grow(64 << 10, 1 << 20, || self.mate(option))?);
        }
        let mate = self.game(&options)?;
        self.mates.insert(game, mate);
        Ok(mate)
    }

    /// The genus. Source: \[winningways\], chapter 13.
    pub fn genus(&mut self, game: ImpartialGame) -> Genus {
        if let Some(known) = self.genera.get(&game) {
            return known.clone();
        }
        let options: Vec<Genus> = self
            .options(game)
            .to_vec()
            .into_iter()
            .map(|option| stacker::maybe_grow(64 << 10, 1 << 20, || self.genus(option)))
            .collect();
        let settled = options.iter().map(|genus| genus.misere.len()).max().unwrap_or(0);
        let mut misere: Vec<u32> = Vec::new();
        // From where all options alternate, each value follows from the one before: two equal steps, and it goes on.
        let goes_on = |misere: &[u32]| {
            let n = misere.len();
            n >= settled + 4 && misere[n - 1] == misere[n - 3] && misere[n - 2] == misere[n - 4]
        };
        while !goes_on(&misere) {
            let n = misere.len();
            let mut seen: Vec<u32> = options.iter().map(|genus| genus.with_twos(n)).collect();
            if let Some(&last) = misere.last() {
                // A heap of two goes, or becomes a heap of one.
                seen.extend([last, last ^ 1]);
            }
            misere.push(if n == 0 && options.is_empty() { 1 } else { mex(seen) });
        }
        while misere.len() > 2 && misere[misere.len() - 1] == misere[misere.len() - 3] {
            misere.pop();
        }
        let genus = Genus { normal: self.grundy(game), misere };
        self.genera.insert(game, genus.clone());
        genus
    }

    /// The misère Grundy value: 1 for nothing at all, else the least that no option has; 0 exactly for P-positions.
    pub fn misere_grundy(&mut self, game: ImpartialGame) -> u32 {
        self.genus(game).misere[0]
    }

    /// Tame, restive, restless or wild.
    pub fn kind(&mut self, game: ImpartialGame) -> Kind {
        if let Some(&known) = self.kinds.get(&game) {
            return known;
        }
        let options = self.options(game).to_vec();
        let tame = options
            .into_iter()
            .all(|option| stacker::maybe_grow(64 << 10, 1 << 20, || self.kind(option)) == Kind::Tame);
        let genus = self.genus(game);
        let kind = match (genus.normal, genus.misere[0]) {
            _ if tame && genus.is_tame() => Kind::Tame,
            (0..=1, 2..) if tame => Kind::Restive,
            (2.., 0..=1) if tame => Kind::Restless,
            _ => Kind::Wild,
        };
        self.kinds.insert(game, kind);
        kind
    }

    /// Generally tame: the Grundy values are those of a sum of nim heaps, the generally tame options by themselves give these values
    /// by the mex rule, and every other option reverts: it has generally tame options of the same Grundy value and of the
    /// same misère Grundy value as the game.
    ///
    /// Beside others of its sort such a game is to be played like its nim heaps. Source: \[cgsuite\], after chapter 13 of
    /// \[winningways\].
    pub fn is_generally_tame(&mut self, game: ImpartialGame) -> bool {
        if let Some(&known) = self.generally_tame.get(&game) {
            return known;
        }
        let whole = self.values(game);
        let (mut tame, mut others) = (Vec::new(), Vec::new());
        for option in self.options(game).to_vec() {
            match stacker::maybe_grow(64 << 10, 1 << 20, || self.is_generally_tame(option)) {
                true => tame.push(self.values(option)),
                false => others.push(option),
            }
        }
        let by_tame = (mex(tame.iter().map(|values| values.0)), mex(tame.iter().map(|values| values.1)));
        let is_tame = game == ZERO
            || (self.genus(game).is_tame()
                && by_tame == whole
                && others.into_iter().all(|option| self.reverts(option, whole)));
        self.generally_tame.insert(game, is_tame);
        is_tame
    }

    /// Grundy value and misère Grundy value.
    fn values(&mut self, game: ImpartialGame) -> (u32, u32) {
        (self.grundy(game), self.misere_grundy(game))
    }

    /// Has the game generally tame options with the one Grundy value and with the other?
    fn reverts(&mut self, game: ImpartialGame, to: (u32, u32)) -> bool {
        let (mut normal, mut misere) = (false, false);
        for back in self.options(game).to_vec() {
            if stacker::maybe_grow(64 << 10, 1 << 20, || self.is_generally_tame(back)) {
                let values = self.values(back);
                normal |= values.0 == to.0;
                misere |= values.1 == to.1;
            }
        }
        normal && misere
    }

    /// Is the game not generally tame, but two of them together, with Grundy values 0 and 0? Source: as of
    /// [`Games::is_generally_tame`].
    ///
    /// # Errors
    /// [`Limit::Games`].
    pub fn is_half_tame(&mut self, game: ImpartialGame) -> Result<bool, Limit> {
        let double = self.sum(game, game)?;
        Ok(!self.is_generally_tame(game) && self.values(double) == (0, 0) && self.is_generally_tame(double))
    }

    /// Nim heaps as numbers, `G#` for the game whose only option is G, other games in braces: `{0,2#}`.
    pub fn text(&self, game: ImpartialGame) -> String {
        let options = self.options(game);
        let number = options.len() as u32;
        if self.birthday(game) == number && options.iter().all(|o| self.text(*o).parse::<u32>().is_ok()) {
            return number.to_string();
        }
        let mut options: Vec<ImpartialGame> = options.to_vec();
        options.sort_by_key(|o| (self.birthday(*o), self.options(*o).len(), self.text(*o)));
        match options[..] {
            [only] => format!("{}#", self.text(only)),
            _ => {
                let texts: Vec<String> = options.iter().map(|o| self.text(*o)).collect();
                format!("{{{}}}", texts.join(","))
            }
        }
    }
}
