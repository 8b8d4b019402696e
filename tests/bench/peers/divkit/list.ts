import { readRows, rowTexts, subscribe } from '../../browser/interaction/market.ts'
import type { Instrument, Quote } from '../../interaction/facts.ts'
import { group, page, press, setVariable, text } from './page.ts'

/** The list by DivKit: a container of rows, whose live texts are variables of the page. */
const NAMES = ['subtitle', 'price', 'change'] as const
const globalsOf = (row: Instrument, quote: Quote): [string, string][] => {
  const texts = rowTexts(row, quote)
  return NAMES.map((name) => [`${row.symbol}_${name}`, texts[name]])
}

const market = await readRows()
page(() => ({
  div: group(
    'vertical',
    market.map((row) =>
      group(
        'horizontal',
        [
          press('☆', setVariable('pressed', row.symbol)),
          press(rowTexts(row, row.quote).title, setVariable('pressed', row.symbol)),
          ...NAMES.map((name) => text(`@{${row.symbol}_${name}}`)),
        ],
        { content_alignment_vertical: 'center', height: { type: 'fixed', value: 52 } },
      ),
    ),
  ),
  variables: [{ name: 'pressed', type: 'string', value: '' }],
  globals: market.flatMap((row) => globalsOf(row, row.quote)),
  start(globals) {
    const rows = new Map(market.map((row) => [row.symbol, row]))
    return subscribe([...rows.keys()], (quotes) => {
      for (const quote of quotes) {
        const row = rows.get(quote.symbol)
        for (const [name, value] of row ? globalsOf(row, quote) : []) globals.get(name)?.setValue(value as never)
      }
    })
  },
}))
