import { csvText, csvTime } from '../../../engine/language/values/csv.ts'
import type { Clock } from '../clock.ts'
import type { Mode } from '../ledger/index.ts'
import { textLookup } from './texts.ts'

const MAX_ENTRIES = 10_000

/** The part of a list that is read for a file: one entry more than the file has shows that it is not complete. */
export const FILE_WINDOW = { offset: 0, limit: MAX_ENTRIES + 1 }

/** A list as a CSV file. `complete`: the list has no more entries. */
export interface CsvFile {
  name: string
  text: string
  entries: number
  complete: boolean
}

interface Layout<Entry> {
  /** Begins the name of the file. */
  name: string
  mode: Mode
  lang: string
  /** Keys of the headings, a pair for a column that belongs to another one; the first column is the time, in UTC. */
  columns: readonly (string | readonly [key: string, of: string])[]
  /** The cells after the time. `textOf` returns the text of a key. */
  cellsOf(entry: Entry, textOf: (key: string) => string): string[]
}

/** Writes the entries of `FILE_WINDOW` as a file. */
export function csvFileOf<Entry extends { time: number }>(
  { clock }: { clock: Pick<Clock, 'now'> },
  { name, mode, lang, columns, cellsOf }: Layout<Entry>,
  found: readonly Entry[],
): CsvFile {
  const textOf = textLookup(lang)
  const entries = found.slice(0, MAX_ENTRIES)
  const titles = columns.map((column, at) =>
    typeof column === 'string'
      ? textOf(column) + (at === 0 ? ' (UTC)' : '')
      : `${textOf(column[0])} (${textOf(column[1])})`,
  )
  return {
    name: `${name}-${mode}-${csvTime(clock.now()).slice(0, 10)}.csv`,
    text: csvText(
      titles,
      entries.map((entry) => [csvTime(entry.time), ...cellsOf(entry, textOf)]),
    ),
    entries: entries.length,
    complete: found.length <= MAX_ENTRIES,
  }
}
