import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../engine/language/expressions/program.ts'
import { dataWith, leavesOf, ownValues, placeInWords, withData } from './ownValues.ts'

const REPLY = {
  total: '12.00',
  paid: null,
  rows: [
    { id: 'a', amount: '1' },
    { id: 'b', amount: '2' },
  ],
  page: { next: 3 },
}

describe('own values of a reply', () => {
  it('are offered by place', () => {
    expect([...leavesOf(REPLY).keys()]).toEqual([
      'total',
      'paid',
      'rows/0/id',
      'rows/0/amount',
      'rows/1/id',
      'rows/1/amount',
      'page/next',
    ])
  })
  it('are written as the members that change, and lists whole', () => {
    expect(dataWith(REPLY, new Map([['page/next', 4]]))).toEqual({ page: { next: 4 } })
    expect(dataWith(REPLY, new Map([['rows/1/amount', '5000']]))).toEqual({
      rows: [
        { id: 'a', amount: '1' },
        { id: 'b', amount: '5000' },
      ],
    })
  })
  it('of a fixture written by hand are what differs from the reply', () => {
    expect([...ownValues(REPLY, { total: '0', rows: [{ id: 'x' }] })]).toEqual([
      ['total', '0'],
      ['rows/0/id', 'x'],
    ])
  })
  it.each([
    ['rows/0/amount', 'rows 1, amount'],
    ['total', 'total'],
    ['page/nextPage', 'page, next page'],
  ])('at %s are called %s', (path, words) => expect(placeInWords(path)).toBe(words))

  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
  /** Lists of items with the same members. */
  const listOf = (item: fc.Arbitrary<Json>) =>
    fc.tuple(item, fc.nat({ max: 3 })).map(([repeated, count]) => Array.from({ length: count }, () => repeated))
  const reply = fc.letrec<{ value: Json; object: Json }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, leaf, tie('object'), listOf(tie('value'))),
    object: fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  })).object
  const withOwn = reply.chain((base) =>
    fc.record({
      base: fc.constant(base),
      own: fc
        .tuple(...[...leavesOf(base).keys()].map((path) => fc.option(fc.tuple(fc.constant(path), leaf), { nil: null })))
        .map((all) => new Map(all.filter((item) => item !== null))),
    }),
  )
  it('are in the reply that the written data makes, and nothing else is changed', () => {
    fc.assert(
      fc.property(withOwn, ({ base, own }) => {
        expect(leavesOf(withData(base, dataWith(base, own)))).toEqual(new Map([...leavesOf(base), ...own]))
      }),
      { numRuns: 100 },
    )
  })
})
