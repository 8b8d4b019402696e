import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of screens/CEL.md: an expression, its result in CEL as JSON, and here: a value as JSON, "error", or the rule that refuses it. */
export interface Departure {
  difference: string
  expression: string
  cel: string
  here: string
}

const code = (cell: string): string => cell.replace(/^(`+) ?(.*?) ?\1$/, '$2')

export function readDepartures(): Departure[] {
  const page = readFileSync(join(import.meta.dirname, '../../../screens/CEL.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(2).map((row) => {
    const [difference = '', expression = '', cel = '', here = ''] = row
      .slice(2, -2)
      .split(/ (?<!\\)\| /)
      .map((cell) => code(cell.trim()).replaceAll('\\|', '|'))
    return { difference, expression, cel, here }
  })
}
