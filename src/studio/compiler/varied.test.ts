import { expect, it } from 'vitest'
import type { Json, Shape } from '../../core/program.ts'
import { conforms } from '../../core/validate.ts'
import type { Variant } from './protocol.ts'
import { varied } from './varied.ts'

const SHAPE: Shape = {
  type: 'object',
  properties: {
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'id' },
          amount: { type: 'string', format: 'decimal' },
          name: { type: ['string', 'null'], maxLength: 20 },
          side: { type: 'string', enum: ['buy', 'sell'] },
          count: { type: 'integer', minimum: 0 },
          lots: { type: 'integer', minimum: 1 },
        },
      },
    },
  },
}
const RECORDED: Json = { rows: [{ id: 'a1', amount: '1.5', name: 'Ada', side: 'buy', count: 3, lots: 2 }] }
const row = (more: Record<string, Json>): Json => ({
  rows: [{ id: 'a1', amount: '1.5', name: 'Ada', side: 'buy', count: 3, lots: 2, ...more }],
})

it.each<[Variant, Json]>([
  ['typical', RECORDED],
  ['empty', { rows: [] }],
  ['null', row({ name: null })],
  ['zero', row({ amount: '0', count: 0 })],
  ['longest', row({ amount: '99999999999.99999999', name: 'Wilhelmina Featherst' })],
])('a reply with %s values conforms to its schema', (variant, expected) => {
  const reply = varied(RECORDED, SHAPE, variant)
  expect(reply).toEqual(expected)
  expect(conforms(SHAPE, reply)).toBe(true)
})
