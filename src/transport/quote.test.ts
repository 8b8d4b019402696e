import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { conforms } from '../core/validate.ts'
import type { Shape } from '../core/program.ts'
import { asQuote, QUOTE_DECIMALS, QUOTE_INTEGERS } from './quote.ts'

interface QuoteSchema {
  properties: Record<string, { type: string; format?: string }>
  required: string[]
}
const text = readFileSync(new URL('../../schemas/entities/quote.json', import.meta.url), 'utf8')
const schema = JSON.parse(text) as QuoteSchema
const shape = JSON.parse(text) as Shape

const good = { symbol: 'EURUSD', last: '1.0842', bid: '1.0841', ask: '1.0843', open: '1.08', high: '1.09', low: '1.07', change: '-0.0010', changePercent: '-0.09', volume: '120', time: 1_700_000_000, seq: 7 }

describe('the guard of quotes says what the schema says', () => {
  it('names the same fields, of the same kinds', () => {
    const kinds = Object.entries(schema.properties).map(([name, { type, format }]) => `${name} ${type === 'integer' ? 'integer' : format}`)
    expect(kinds.length).toBeGreaterThan(5)
    expect(kinds.toSorted()).toEqual(['symbol symbol', ...QUOTE_DECIMALS.map((name) => `${name} decimal`), ...QUOTE_INTEGERS.map((name) => `${name} integer`)].toSorted())
    expect(schema.required.toSorted()).toEqual(Object.keys(schema.properties).toSorted())
  })

  it('takes a quote', () => {
    expect(asQuote(good)).toBe(good)
    expect(conforms(shape, good)).toBe(true)
  })

  const odd: unknown[] = [undefined, null, true, 1.5, '', 'x', '1e5', '+1', '1.', '.5', ' 1', '١', 'NaN', [], {}, Number.NaN, Number.POSITIVE_INFINITY]
  it.each(Object.keys(good))('refuses %s where the schema does', (name) => {
    let refused = 0
    for (const value of odd) {
      const one: Record<string, unknown> = { ...good, [name]: value }
      if (conforms(shape, one)) continue
      refused += 1
      if (name !== 'symbol' || typeof value !== 'string' || value === '') expect(asQuote(one), `${name}: ${String(value)}`).toBeNull()
    }
    expect(refused).toBeGreaterThan(10)
  })

  it.each([null, undefined, 1, 'x', [], {}, { quotes: [good] }])('refuses %j', (value) => {
    expect(asQuote(value)).toBeNull()
  })
})
