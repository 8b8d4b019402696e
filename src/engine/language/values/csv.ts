/** Marks the text as UTF-8 for spreadsheets. */
const BOM = '\uFEFF'
/** A spreadsheet takes a cell that begins with one of these signs for a formula; with apostrophes before it, for a text without the first one. */
const FORMULA = /^'*[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** A cell after RFC 4180. A text that a spreadsheet would calculate, or take an apostrophe from, gets an apostrophe in front; numbers stay numbers. */
function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a CSV file with a header, in UTF-8 with a byte order mark; lines end with CRLF. */
export function csvText(header: readonly string[], rows: Iterable<readonly string[]>): string {
  const lines = [header, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`)
  return BOM + lines.join('')
}

/** A moment as a CSV file has it, in UTC: "2026-11-21 12:00:00". Spreadsheets recognize this form as a date. */
export const csvTime = (unix: number): string => new Date(unix * 1000).toISOString().slice(0, 19).replace('T', ' ')
