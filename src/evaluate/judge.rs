//! Printed beside recomputed: the verdict on one entry.

use super::answers::{Answer, Failure, Means, SecondOpinion, budget, second_sweep};
use super::language::{Bindings, Budget, Opinion};
use super::line::Replayed;
use super::printed::{Notation, Printed, STANDINGS, Transcripts, printed};
use super::questions::{Asks, Question, Reads};
use super::stop::Trouble;
use super::{Datum, Evaluator, Formula, Stop};
use crate::claims::{Claim, Document, Reading, Unseen};
use crate::diagnostic::{Diagnostic, Source};
use crate::notation::marks::{self, Place};
use crate::notation::{Dialect, Form, describe_difference, same_form};
use crate::tex;
use crate::verdicts::{Entry, Shown, Verdict, Witness};

/// What is printed where the answer is words: the words themselves, whatever dollars, braces and spaces stand around them.
fn in_words(notation: &Notation, answer: &str) -> Result<Understood, Stop> {
    let same = tex::normal(&notation.text) == tex::normal(answer);
    let words = if same { answer } else { notation.text.as_str() };
    let formula = Formula::typed(&format!("\"{words}\""))?;
    Ok(Understood {
        datum: Datum::Text(words.into()),
        form: None,
        formula,
        shown: Shown::words(&notation.text),
    })
}

/// Everything that a verdict is made with.
pub struct Bench<'a> {
    pub document: &'a Document,
    pub transcripts: &'a Transcripts,
    pub means: &'a Means,
    pub evaluator: &'a mut Evaluator,
    /// Whether entries that differ are confirmed by a second method; planted slips need not be.
    pub confirm: bool,
}

/// What was read of a printed entry.
struct Understood {
    datum: Datum,
    /// As it is written, with its variables replaced; none if it is not a game form.
    form: Option<Form>,
    formula: Formula,
    shown: Shown,
}

impl Evaluator {
    /// A value for a page; a limit in words, if one is reached on the way.
    pub(super) fn show(&mut self, datum: &Datum) -> Shown {
        self.shown(datum).unwrap_or_else(|_| Shown::words(format!("{} too large to write", datum.a_kind())))
    }
}

impl Bench<'_> {
    /// The verdict on a question and its answer.
    ///
    /// # Errors
    /// If two of our own methods disagree, or paper.md itself makes no sense.
    pub fn judge(&mut self, question: &Question, answer: &Answer) -> Result<Entry, Diagnostic> {
        let document = self.document;
        let claim =
            document.claims().nth(question.claim).ok_or_else(|| Diagnostic::error("the claim is gone"))?;
        let reading = &claim.readings[question.reading];
        let printed = printed(document, self.transcripts, question, self.evaluator);
        let mut entry = Entry {
            id: question.id.clone(),
            key: question.key.clone(),
            column: question.column.clone(),
            verdict: Verdict::NotAttempted,
            printed: None,
            recomputed: self.recomputed(answer),
            expression: question.expression.clone(),
            notes: Vec::new(),
            read_at: None,
            methods: Vec::new(),
            witness: None,
            standings: Vec::new(),
            tested: tested(answer),
        };
        if entry.recomputed.is_some() {
            entry.methods.push("the engine's canonical forms and exact arithmetic".to_string());
        }
        self.other_way(reading, question, answer, &mut entry)?;
        match printed {
            Printed::Unseen => unseen(reading, answer, &mut entry),
            Printed::Lost(why) => {
                entry.verdict = Verdict::Unreadable;
                entry.notes.push(why);
            }
            Printed::Stated(at) => {
                entry.read_at = at;
                let says = claim.says.as_ref().map_or("holds".to_string(), |says| says.text.clone());
                entry.printed = Some(Shown::words(says));
                self.statement(answer, &mut entry)?;
            }
            Printed::Reads { expression, text, at } => {
                entry.read_at = Some(at);
                entry.printed = Some(Shown::words(text.clone()));
                match self.evaluator.evaluate(&expression, &[]) {
                    Ok(datum) => {
                        let shown = Shown::words(text);
                        let understood = Understood { datum, form: None, formula: expression, shown };
                        self.compare(claim, question, answer, &understood, &mut entry)?;
                    }
                    Err(stop) => unreadable(stop, &mut entry),
                }
            }
            Printed::Notation(notation) => {
                entry.read_at = Some(notation.at.clone());
                entry.standings.extend(notation.standings.iter().map(ToString::to_string));
                entry.printed = Some(as_written(&notation));
                let understood = match answer {
                    Answer::Value(Datum::Text(words)) if !notation.text.contains('"') => {
                        in_words(&notation, words)
                    }
                    _ => self.understand(&notation, question),
                };
                match understood {
                    Ok(understood) => {
                        entry.printed = Some(understood.shown.clone());
                        self.compare(claim, question, answer, &understood, &mut entry)?;
                    }
                    Err(stop) => unreadable(stop, &mut entry),
                }
            }
        }
        Ok(entry)
    }

    /// A kept entry with the place and the standings that its printed text has now.
    pub fn read_now(&mut self, question: &Question, kept: &Entry) -> Entry {
        let (read_at, standings) = match printed(self.document, self.transcripts, question, self.evaluator) {
            Printed::Notation(notation) => (Some(notation.at), notation.standings),
            Printed::Reads { at, .. } => (Some(at), Vec::new()),
            Printed::Stated(at) => (at, Vec::new()),
            Printed::Unseen | Printed::Lost(_) => (None, Vec::new()),
        };
        let others = kept.standings.iter().filter(|old| !STANDINGS.contains(&old.as_str())).cloned();
        let standings = standings.iter().map(ToString::to_string).chain(others).collect();
        Entry { read_at, standings, ..kept.clone() }
    }

    fn recomputed(&mut self, answer: &Answer) -> Option<Shown> {
        match answer {
            Answer::Value(datum) => Some(self.evaluator.show(datum)),
            Answer::Swept { number: Some(number), .. } => Some(self.evaluator.show(&Datum::Number(*number))),
            Answer::Swept { number: None, .. } => Some(Shown::words("none")),
            Answer::Held { tested, .. } => Some(Shown::words(tested.held_in_words())),
            Answer::Undecided(_) | Answer::Nothing => None,
        }
    }

    /// Another expression that paper.md gives for the same value: it must lead to the same.
    fn other_way(
        &mut self,
        reading: &Reading,
        question: &Question,
        answer: &Answer,
        entry: &mut Entry,
    ) -> Result<(), Diagnostic> {
        let (Some(second), Answer::Value(datum), Asks::Value { bindings, .. }) =
            (&reading.second, answer, &question.asks)
        else {
            return Ok(());
        };
        let formula = super::questions::formula(second, &self.document.source);
        let other = match self.evaluator.evaluate(&formula, bindings) {
            Ok(other) => other,
            Err(Stop::Error(diagnostic)) => return Err(*diagnostic),
            Err(stop) => {
                entry.notes.push(format!("`{}` could not be computed: {stop}", second.text));
                return Ok(());
            }
        };
        if self.evaluator.equal(datum, &other).unwrap_or(false) {
            entry.methods.push(format!("the expression `{}`", second.text));
            return Ok(());
        }
        let (a, b) = (self.evaluator.show(datum).text, self.evaluator.show(&other).text);
        Err(Diagnostic::error(format!("two methods disagree at {}: {a} and {b}", question.id))
            .at(&self.document.source, second.span.clone())
            .label("this expression gives another value"))
    }

    fn understand(&mut self, notation: &Notation, question: &Question) -> Result<Understood, Stop> {
        // The file's own text if the entry stands there as it is read, else (a macro was expanded) the text alone.
        let there = notation.source.text.get(notation.start..notation.start + notation.text.len());
        let cell = matches!(question.reads, Reads::Cell { .. });
        let read = |source: &Source, start: usize| {
            let conventions = &self.document.front.conventions;
            Formula::read_printed(&notation.text, notation.dialect, conventions, source, start, cell)
        };
        let formula = if there == Some(notation.text.as_str()) {
            read(&notation.source, notation.start)?
        } else {
            let name = format!("{}:{}", notation.at.file, notation.at.line);
            read(&Source::new(name, notation.text.as_str()), 0)?
        };
        let bindings: &[(String, Datum)] = match &question.asks {
            Asks::Value { bindings, .. } => bindings,
            _ => &[],
        };
        let datum = self.evaluator.evaluate(&formula, bindings)?;
        let form = match datum {
            Datum::Game(_) => self.evaluator.evaluate_form(&formula, bindings)?,
            _ => None,
        };
        let mut shown = match &form {
            Some(form) => Shown { text: form.unicode(), tex: form.tex(), speech: form.speech() },
            None => self.evaluator.show(&datum),
        };
        // A printed entry is shown as it is printed; a formula with its variables replaced.
        if notation.dialect == Dialect::Tex && !has_letters(&formula) {
            shown.tex = as_written(notation).tex;
        }
        Ok(Understood { datum, form, formula, shown })
    }

    /// Why what is printed may be ours with the mark of a note behind it: `3*` where a number is asked for, a star that stands
    /// apart, and `3^2` where 3 is. What differs from ours with the mark and without it does differ.
    fn perhaps_marked(
        &mut self,
        question: &Question,
        recomputed: &Datum,
        understood: &Understood,
        written: &str,
    ) -> Option<&'static str> {
        let expr = &understood.formula.expr;
        let cell = matches!(question.reads, Reads::Cell { .. });
        // Where a game is asked for, a star within the formula is a game.
        let number = matches!(recomputed, Datum::Number(_)) && marks::is_starred_number(expr);
        let moved = marks::moved(written).filter(|moved| moved.stars).map(|moved| moved.place);
        let (bare, why) = if number || marks::star_outside(written).is_some() || moved == Some(Place::Behind)
        {
            (marks::without_star(expr)?, "the star behind the value may be the mark of a note")
        } else if moved == Some(Place::Before) {
            (marks::without_star_before(expr)?, "the star before the value may be the mark of a note")
        } else if cell {
            (
                marks::without_power(expr)?,
                "a number raised behind a number may be a power, or the mark of a note",
            )
        } else {
            return None;
        };
        if self.evaluator.equal(recomputed, &understood.datum).unwrap_or(false) {
            return None;
        }
        let bare = self.evaluator.evaluate(&understood.formula.part(&bare), &[]).ok();
        let ours = bare.is_some_and(|bare| self.evaluator.equal(recomputed, &bare).unwrap_or(false));
        ours.then_some(why)
    }

    fn compare(
        &mut self,
        claim: &Claim,
        question: &Question,
        answer: &Answer,
        understood: &Understood,
        entry: &mut Entry,
    ) -> Result<(), Diagnostic> {
        let recomputed = match answer {
            Answer::Value(datum) => datum.clone(),
            Answer::Swept { number: Some(number), .. } => Datum::Number(*number),
            Answer::Swept { number: None, .. } => Datum::None,
            Answer::Held { .. } => Datum::None,
            Answer::Undecided(limit) => {
                entry.verdict = Verdict::Undecided;
                entry.notes.push(limit.clone());
                return Ok(());
            }
            Answer::Nothing => {
                entry.notes.push("no way to compute it is known here".to_string());
                return Ok(());
            }
        };
        let printed = &understood.datum;
        match (&recomputed, printed) {
            (Datum::None, Datum::None) => {
                entry.verdict = Verdict::Match;
                return Ok(());
            }
            (Datum::None, _) => {
                entry.verdict = Verdict::Undefined;
                entry.notes.push(format!("`{}` has no answer here", question.expression));
                return Ok(());
            }
            _ => {}
        }
        let written = entry.read_at.as_ref().map_or("", |at| at.text.as_str());
        if let Some(why) = self.perhaps_marked(question, &recomputed, understood, written) {
            entry.verdict = Verdict::Unreadable;
            entry.notes.push(why.to_string());
            return Ok(());
        }
        match self.evaluator.equal(&recomputed, printed) {
            Ok(true) => self.agrees(&recomputed, understood, entry),
            Ok(false) => self.differs(claim, question, &recomputed, understood, entry)?,
            Err(Trouble::Limit(limit)) => {
                entry.verdict = Verdict::Undecided;
                entry.notes.push(limit.to_string());
            }
            Err(_) => {
                entry.verdict = Verdict::Unreadable;
                entry.notes.push(format!(
                    "read as {}, and the recomputed value is {}",
                    printed.a_kind(),
                    recomputed.a_kind()
                ));
            }
        }
        Ok(())
    }

    /// Equal: the same form, or another form of the same value.
    fn agrees(&mut self, recomputed: &Datum, understood: &Understood, entry: &mut Entry) {
        entry.verdict = Verdict::Match;
        if !matches!(recomputed, Datum::Game(_) | Datum::Position(_)) {
            return;
        }
        let Some(form) = &understood.form else { return };
        let canonical = self.evaluator.game(recomputed).ok().and_then(|v| self.evaluator.store.form(v).ok());
        if let Some(canonical) = canonical
            && !same_form(form, &canonical)
        {
            entry.verdict = Verdict::SameValue;
            entry.notes.push(describe_difference(form, &canonical));
        }
    }

    /// Different: a second method must say so, too, before anybody's name stands beside it.
    fn differs(
        &mut self,
        claim: &Claim,
        question: &Question,
        recomputed: &Datum,
        understood: &Understood,
        entry: &mut Entry,
    ) -> Result<(), Diagnostic> {
        entry.verdict = Verdict::Unconfirmed;
        if !self.confirm {
            return Ok(());
        }
        let opinion = self.second(claim, question, understood)?;
        match opinion {
            SecondOpinion::Agrees(methods) => {
                entry.verdict = Verdict::Mismatch;
                entry.methods.extend(methods);
                entry.witness = self.witness(question, recomputed, understood);
            }
            SecondOpinion::OutOfReach(why) => {
                let limits = budget(&claim.readings[question.reading].budget);
                match self.by_forms(recomputed, understood, limits) {
                    Some(witness) => {
                        entry.verdict = Verdict::Mismatch;
                        entry.methods.push("plain search of the difference of the two forms".to_string());
                        entry
                            .notes
                            .push(format!("the position itself is too large for a second method: {why}"));
                        entry.witness = Some(witness);
                    }
                    None => entry.notes.push(format!("no second method confirms it: {why}")),
                }
            }
            SecondOpinion::Contradicts(why) => {
                let ours = self.evaluator.show(recomputed).text;
                return Err(Diagnostic::error(format!("two methods disagree at {}", question.id))
                    .note(format!("the engine recomputed {ours}; {why}"))
                    .note("this is a fault of Referee, not of the paper"));
            }
        }
        Ok(())
    }

    /// What is printed as a form: as it is written, or of a number that no form writes so, such as 17/4, its own.
    fn printed_form(&mut self, understood: &Understood) -> Option<Form> {
        match (&understood.form, &understood.datum) {
            (Some(form), _) => Some(form.clone()),
            (None, Datum::Number(_)) => {
                let value = self.evaluator.game(&understood.datum).ok()?;
                self.evaluator.store.form(value).ok()
            }
            _ => None,
        }
    }

    /// A play that shows that the recomputed and the printed form differ, when the position cannot be searched.
    fn by_forms(&mut self, recomputed: &Datum, understood: &Understood, limits: Budget) -> Option<Witness> {
        let printed = self.printed_form(understood)?;
        if !matches!(recomputed, Datum::Game(_) | Datum::Position(_)) {
            return None;
        }
        let value = self.evaluator.game(recomputed).ok()?;
        self.evaluator.forms_differ(value, &printed, limits).ok().flatten()
    }

    /// Whether a second method also finds that printed and recomputed differ.
    fn second(
        &mut self,
        claim: &Claim,
        question: &Question,
        understood: &Understood,
    ) -> Result<SecondOpinion, Diagnostic> {
        let reading = &claim.readings[question.reading];
        let mut second =
            Evaluator::of(Opinion::Second, self.means.definitions.clone(), budget(&reading.budget));
        let out = |stop: Stop| SecondOpinion::OutOfReach(stop.to_string());
        let (own, bindings): (Datum, Bindings) = match &question.asks {
            Asks::Value { formula, bindings } => {
                if bindings.iter().any(|(_, datum)| matches!(datum, Datum::Game(_))) {
                    let why = "a variable is a value, not a position";
                    return Ok(SecondOpinion::OutOfReach(why.to_string()));
                }
                match second.evaluate(formula, bindings) {
                    Ok(datum) => (datum, bindings.clone()),
                    Err(stop) => return Ok(out(stop)),
                }
            }
            _ => {
                let found = second_sweep(self.document, claim, question, self.means, &mut second);
                match found {
                    Ok(Answer::Swept { number: Some(number), .. }) => (Datum::Number(number), Vec::new()),
                    Ok(Answer::Swept { number: None, .. }) => (Datum::None, Vec::new()),
                    Ok(Answer::Undecided(limit)) => return Ok(SecondOpinion::OutOfReach(limit)),
                    Ok(_) => {
                        let why = "nothing else counts this";
                        return Ok(SecondOpinion::OutOfReach(why.to_string()));
                    }
                    Err(stop) => return Ok(out(stop)),
                }
            }
        };
        let printed = match second.evaluate(&understood.formula, &bindings) {
            Ok(datum) => datum,
            Err(stop) => return Ok(out(stop)),
        };
        Ok(match second.equal(&own, &printed) {
            Ok(false) => SecondOpinion::Agrees(second.methods()),
            Ok(true) => SecondOpinion::Contradicts("the second method finds what is printed".to_string()),
            Err(Trouble::Stop(stop)) => out(*stop),
            Err(Trouble::Limit(limit)) => SecondOpinion::OutOfReach(limit.to_string()),
            Err(Trouble::Error { message, .. }) => SecondOpinion::OutOfReach(message),
        })
    }

    /// Lines that a reader can follow by hand: a winning line of play in recomputed − printed, or the numbers.
    fn witness(
        &mut self,
        question: &Question,
        recomputed: &Datum,
        understood: &Understood,
    ) -> Option<Witness> {
        if let (Asks::Value { formula, bindings }, Datum::Game(_) | Datum::Position(_)) =
            (&question.asks, recomputed)
        {
            let claim = self.document.claims().nth(question.claim)?;
            let limits = budget(&claim.readings[question.reading].budget);
            let printed = self.printed_form(understood)?;
            return self.evaluator.witness(formula, bindings, &printed, limits).ok().flatten();
        }
        let ours = self.evaluator.show(recomputed).text;
        Some(Witness {
            summary: format!("both methods give {ours}; printed is {}", understood.shown.text),
            lines: Vec::new(),
        })
    }

    /// Checks an entry by the second methods alone: the value, and that printed and recomputed differ or agree.
    ///
    /// # Errors
    /// If paper.md makes no sense.
    pub fn replay(
        &mut self,
        question: &Question,
        answer: &Answer,
        entry: &Entry,
    ) -> Result<Replayed, Diagnostic> {
        let document = self.document;
        let claim =
            document.claims().nth(question.claim).ok_or_else(|| Diagnostic::error("the claim is gone"))?;
        if matches!(answer, Answer::Held { .. }) {
            let held =
                second_sweep(document, claim, question, self.means, self.evaluator).map_err(
                    |stop| match stop {
                        Stop::Error(problem) => *problem,
                        other => Diagnostic::error(other.to_string()),
                    },
                );
            return Ok(match held {
                Ok(Answer::Held { tested, .. }) => {
                    let line = format!("search alone: {}", tested.held_in_words());
                    let ours = entry.tested.as_ref().map(|tested| (tested.held, tested.cases));
                    if ours == Some((tested.held, tested.cases)) {
                        Replayed::Confirms(vec![line])
                    } else {
                        Replayed::Contradicts(line)
                    }
                }
                Ok(Answer::Undecided(why)) => Replayed::OutOfReach(why),
                Ok(_) => Replayed::OutOfReach("nothing to replay".to_string()),
                Err(problem) => Replayed::OutOfReach(problem.message),
            });
        }
        let notation = match printed(document, self.transcripts, question, self.evaluator) {
            Printed::Notation(notation) => notation,
            _ => {
                return Ok(Replayed::OutOfReach("nothing printed has been read to compare with".to_string()));
            }
        };
        let Ok(understood) = self.understand(&notation, question) else {
            return Ok(Replayed::OutOfReach("what is printed could not be read".to_string()));
        };
        Ok(match self.second(claim, question, &understood)? {
            SecondOpinion::Agrees(methods) if entry.verdict.differs() => {
                let mut lines = vec!["printed and recomputed differ".to_string()];
                lines.extend(methods.into_iter().map(|method| format!("by {method}")));
                Replayed::Confirms(lines)
            }
            SecondOpinion::Contradicts(_) if entry.verdict.agrees() => {
                Replayed::Confirms(vec!["printed and recomputed are equal".to_string()])
            }
            SecondOpinion::Agrees(_) => Replayed::Contradicts("printed and recomputed differ".to_string()),
            SecondOpinion::Contradicts(_) => {
                Replayed::Contradicts("printed and recomputed are equal".to_string())
            }
            SecondOpinion::OutOfReach(why) => Replayed::OutOfReach(why),
        })
    }

    fn statement(&mut self, answer: &Answer, entry: &mut Entry) -> Result<(), Diagnostic> {
        match answer {
            Answer::Held { tested, failure } => match failure {
                None if tested.held == tested.cases => entry.verdict = Verdict::Match,
                None => entry.verdict = Verdict::Unconfirmed,
                Some(failure) => match &failure.second {
                    SecondOpinion::Agrees(methods) => {
                        entry.verdict = Verdict::Mismatch;
                        entry.methods.extend(methods.clone());
                        entry.witness = Some(Witness { summary: fails(failure), lines: Vec::new() });
                    }
                    SecondOpinion::OutOfReach(why) => {
                        entry.verdict = Verdict::Unconfirmed;
                        let fails = fails(failure);
                        entry.notes.push(format!("{fails}; no second method confirms it: {why}"));
                    }
                    SecondOpinion::Contradicts(why) => {
                        return Err(Diagnostic::error(format!(
                            "two methods disagree at {}, {}",
                            entry.id, failure.case
                        ))
                        .note(why.clone())
                        .note("this is a fault of Referee, not of the paper"));
                    }
                },
            },
            Answer::Undecided(limit) => {
                entry.verdict = Verdict::Undecided;
                entry.notes.push(limit.clone());
            }
            _ => entry.notes.push("no way to compute it is known here".to_string()),
        }
        Ok(())
    }
}

fn tested(answer: &Answer) -> Option<crate::verdicts::Tested> {
    match answer {
        Answer::Swept { tested, .. } | Answer::Held { tested, .. } => Some(tested.clone()),
        _ => None,
    }
}

/// Nothing printed has been seen: our value stands alone, and says why.
fn unseen(reading: &Reading, answer: &Answer, entry: &mut Entry) {
    entry.verdict = Verdict::NotAttempted;
    entry.notes.push(match &reading.unseen {
        Some(Unseen::Attested(who)) => format!("attested, not seen: {}", who.text),
        Some(Unseen::Reason(why)) => why.text.clone(),
        None => "the e-print has not been read here".to_string(),
    });
    if let Answer::Undecided(limit) = answer {
        entry.notes.push(format!("our own value was not reached: {limit}"));
    }
}

fn unreadable(stop: Stop, entry: &mut Entry) {
    match stop {
        Stop::Error(diagnostic) => {
            entry.verdict = Verdict::Unreadable;
            entry.notes.push(diagnostic.message.clone());
            entry.notes.extend(diagnostic.notes.iter().filter(|note| !note.is_empty()).cloned());
        }
        other => {
            entry.verdict = Verdict::Undecided;
            entry.notes.push(other.to_string());
        }
    }
}

/// A printed text that nobody has understood yet.
fn as_written(notation: &Notation) -> Shown {
    match notation.dialect {
        Dialect::Tex => {
            Shown { text: notation.text.clone(), tex: notation.text.clone(), speech: String::new() }
        }
        Dialect::Plain => Shown::words(notation.text.clone()),
    }
}

/// Whether a formula has variables: then it is shown with them replaced.
fn has_letters(formula: &Formula) -> bool {
    !formula.variables(&super::Definitions::new()).is_empty()
}

/// Where a statement fails, and of an equation what its sides are; a statement without variables has no case to name.
fn fails(failure: &Failure) -> String {
    let at = match failure.case.as_str() {
        "" => "it does not hold".to_string(),
        case => format!("it fails at {case}"),
    };
    match &failure.sides {
        Some([left, right]) => format!("{at}: the left side is {left}, the right side {right}"),
        None => at,
    }
}
