import { expect, test } from 'vitest'
import { firstProblem } from '../../../src/engine/language/forms/validate.ts'
import { replyShape, toShape } from './schema.ts'
import type { Schema } from './schema.ts'

const closed = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const answer = closed({
  rows: {
    type: 'array',
    maxItems: 9,
    items: closed({ id: { type: 'string' }, additionalProperties: { type: 'boolean' } }),
  },
  more: { type: 'object', additionalProperties: { type: 'integer' } },
})
const sound = { rows: [{ id: 'a', additionalProperties: true }], more: { x: 1 } }

test('a response may have additional properties, and no other difference', () => {
  const shape = replyShape(answer)
  expect(firstProblem(shape, sound)).toBeNull()
  expect(firstProblem(shape, { ...sound, rows: [{ ...sound.rows[0], fresh: 1 }], fresh: {} })).toBeNull()
  expect(firstProblem(shape, { ...sound, rows: [{ id: 'a', additionalProperties: 'yes' }] })).not.toBeNull()
  expect(firstProblem(shape, { ...sound, rows: [{ id: 'a' }] })).not.toBeNull()
  expect(firstProblem(shape, { ...sound, more: { x: 'one' } })).not.toBeNull()
  expect(replyShape(answer)).toBe(shape)
})

test('payloads do not allow additional properties', () => {
  expect(firstProblem(toShape(answer), { ...sound, fresh: {} })).not.toBeNull()
})
