//! Where a table claim finds its entries: which table of a file, and which columns of it.

use super::{Columns, Document, Selector, Span, TableClaim, Text};
use crate::diagnostic::{Diagnostic, Place, nearest};
use crate::tex::{self, NotFound, Table, Wanted, normal};

/// So many headings tell a table from others.
const TELLING: usize = 3;

/// The columns of a table by their grid positions, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// One for each key.
    pub keys: Vec<usize>,
    /// One for each column of [`Columns::Named`]; for [`Columns::Across`], all that are no key.
    pub columns: Vec<usize>,
}

impl TableClaim {
    /// The claim's table among those of a file: with what is commented out if the claim asks for it, and turned if it
    /// is printed sideways.
    ///
    /// # Errors
    /// None fits, or several do; the nearest candidates are named.
    pub fn find(&self, document: &Document, file: &tex::Document) -> Result<Table, Diagnostic> {
        let headings: Vec<&str> = self.selector.header.iter().map(|heading| heading.text.as_str()).collect();
        let from = self.from.as_ref().map(|from| from.span.clone());
        self.among(document, file, &headings, from.unwrap_or(0..0))
    }

    /// The claim's table among those of an e-print. A claim that does not say which table it is of is known by its
    /// headings, if it has enough of them; `claim` is what a problem points at then.
    ///
    /// # Errors
    /// As [`TableClaim::find`].
    pub fn find_in_eprint(
        &self,
        document: &Document,
        eprint: &tex::Document,
        claim: Span,
    ) -> Result<Table, Diagnostic> {
        let Selector { label, caption, header, .. } = &self.selector;
        if label.is_some() || caption.is_some() || !header.is_empty() {
            let headings: Vec<&str> = header.iter().map(|heading| heading.text.as_str()).collect();
            return self.among(document, eprint, &headings, claim);
        }
        let columns = match &self.columns {
            Columns::Named(columns) => columns.as_slice(),
            Columns::Across { .. } => &[],
        };
        let own = self.keys.iter().map(|key| &key.header).chain(columns.iter().map(|column| &column.header));
        let headings: Vec<&str> = own.map(|heading| heading.text.as_str()).collect();
        // `n` and `t` head many a table, and another table's entries would be called misprints of this one.
        if headings.len() < TELLING {
            let message = "the claim does not say which table of the e-print is meant";
            return Err(Diagnostic::error(message)
                .at(&document.source, claim)
                .note("give `table`: a label, words of the caption, or headings"));
        }
        self.among(document, eprint, &headings, claim)
    }

    fn among(
        &self,
        document: &Document,
        file: &tex::Document,
        headings: &[&str],
        otherwise: Span,
    ) -> Result<Table, Diagnostic> {
        let tables: Vec<Table> = file.tables.iter().map(|table| self.laid_out(table)).collect();
        let wanted = Wanted {
            label: self.selector.label.as_ref().map(|label| label.text.as_str()),
            caption: self.selector.caption.as_ref().map(|caption| caption.text.as_str()),
            headings,
        };
        tex::find(&file.source, &tables, &wanted).cloned().map_err(|NotFound { message, candidates }| {
            let span = self.selector.span.clone().unwrap_or(otherwise);
            candidates
                .into_iter()
                .fold(Diagnostic::error(message).at(&document.source, span), |problem, candidate| {
                    problem.note(candidate)
                })
        })
    }

    /// A table as the claim wants it read: with what is commented out, without its turns, on its side.
    pub fn laid_out(&self, table: &Table) -> Table {
        let table = if self.commented { table.with_commented() } else { table.clone() };
        let table = if self.unwrap { table.unwrapped() } else { table };
        if self.transpose { table.transposed() } else { table }
    }

    /// The columns of the claim in a table that [`TableClaim::find`] gave.
    ///
    /// # Errors
    /// One for each heading that no column has, or several have.
    pub fn locate(
        &self,
        document: &Document,
        file: &tex::Document,
        table: &Table,
    ) -> Result<Located, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let mut column = |heading: &Text| match table.columns_headed(&heading.text)[..] {
            [column] => column,
            [] => {
                problems.push(missing(document, file, table, heading));
                0
            }
            ref several => {
                let message = format!("{} columns have the heading `{}`", several.len(), heading.text);
                let place = Place { source: file.source.clone(), span: table.span.clone() };
                problems.push(
                    Diagnostic::error(message)
                        .at(&document.source, heading.span.clone())
                        .related(start(place), "in this table"),
                );
                0
            }
        };
        let keys: Vec<usize> = self.keys.iter().map(|key| column(&key.header)).collect();
        let columns = match &self.columns {
            Columns::Named(columns) => columns.iter().map(|named| column(&named.header)).collect(),
            Columns::Across { .. } => (0..table.width()).filter(|column| !keys.contains(column)).collect(),
        };
        if problems.is_empty() { Ok(Located { keys, columns }) } else { Err(problems) }
    }
}

fn missing(document: &Document, file: &tex::Document, table: &Table, heading: &Text) -> Diagnostic {
    let headings: Vec<String> = (0..table.width()).map(|column| table.heading(column)).collect();
    let near = nearest(&normal(&heading.text), headings.iter().map(String::as_str));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("its headings are: {}", headings.join(" | ")),
    };
    let place = Place { source: file.source.clone(), span: table.span.clone() };
    Diagnostic::error(format!("no column has the heading `{}`", heading.text))
        .at(&document.source, heading.span.clone())
        .related(start(place), "in this table")
        .note(help)
}

/// The first line of a place.
fn start(place: Place) -> Place {
    let text = &place.source.text[place.span.clone()];
    let end = place.span.start + text.find('\n').unwrap_or(text.len());
    Place { span: place.span.start..end, ..place }
}
