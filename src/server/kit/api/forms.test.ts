import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Shape } from '../../../engine/language/expressions/program.ts'
import { compileFormCheck, restrictToSent } from './forms.ts'
import { LONG } from '../../../../tests/support/long.ts'

/** A schema as its file says it: "then" is no property of an object here. */
const schemaOf = (text: string): Shape => JSON.parse(text) as Shape
const names = (...all: string[]) => new Set(all)

const PAY = schemaOf(`{
  "type": "object", "additionalProperties": false, "required": ["kind", "amount", "agreed"],
  "properties": {
    "kind": { "enum": ["card", "wallet"] },
    "amount": { "type": "string", "format": "decimal", "maxLength": 6 },
    "agreed": { "const": true },
    "photo": { "type": "string", "format": "file" },
    "to": { "type": "object", "properties": { "a/b": { "type": "string" } }, "required": ["a/b"], "additionalProperties": false }
  },
  "if": { "properties": { "kind": { "const": "card" } }, "required": ["kind"] },
  "then": { "properties": { "number": { "type": "string", "format": "cardNumber" } }, "required": ["number"] },
  "else": { "properties": { "address": { "type": "string", "format": "address" } }, "required": ["address"] }
}`)

describe('the form check', () => {
  const check = compileFormCheck(
    PAY,
    names('kind', 'amount', 'number', 'address', 'photo', 'to', 'lang'),
    names('photo'),
  )
  it.each([
    [{ kind: 'card', amount: '1.5', number: '4000000000000002' }, null],
    [{ kind: 'card', amount: '1.5', number: '4000000000000002', lang: 'en', other: 1 }, null],
    [{ kind: 'card', amount: '1.5' }, { missing: 'number' }],
    [{ kind: 'wallet', amount: '1.5', number: '' }, { missing: 'address' }],
    [{ kind: 'wallet', amount: '1.5', address: 'x' }, { field: 'address' }],
    [{ kind: 'card', amount: '1,5', number: '4000000000000002' }, { field: 'amount' }],
    [{ kind: 'card', amount: null, number: '4000000000000002' }, { missing: 'amount' }],
    [{ kind: 'card', amount: '1.5', number: '4000000000000002', photo: { content: 'bytes' } }, null],
    [{ kind: 'card', amount: '1.5', number: '4000000000000002', to: {} }, { missing: 'to.a/b' }],
    [{ kind: 'card', amount: '1.5', number: '4000000000000002', to: { 'a/b': 1 } }, { field: 'to.a/b' }],
    [{ kind: 'card', amount: '1.5', number: '4000000000000002', to: { 'a/b': '', more: 1 } }, { field: 'to.more' }],
  ])('of %j says %j', (values, failure) => {
    expect(check(values)).toEqual(failure)
  })

  it('takes null where it is a choice', () => {
    const nullable = compileFormCheck(
      schemaOf(
        '{"type":"object","required":["plan"],"properties":{"plan":{"enum":["day",null]},"note":{"type":"string"}}}',
      ),
      names('plan', 'note'),
    )
    expect(nullable({ plan: null })).toBeNull()
    expect(nullable({})).toEqual({ missing: 'plan' })
    expect(nullable({ plan: 'day', note: null })).toBeNull()
    expect(nullable({ plan: 'year', note: null })).toEqual({ field: 'plan' })
  })

  it('reads own properties only', () => {
    const own = compileFormCheck(
      { type: 'object', required: ['constructor'], properties: { constructor: { type: 'string' } } },
      names('constructor'),
    )
    expect(own({})).toEqual({ missing: 'constructor' })
    expect(own({ constructor: 'x' })).toBeNull()
  })
})

describe('a schema of the sent properties', () => {
  it('ignores a condition on a property that is not sent', () => {
    const check = compileFormCheck(PAY, names('amount', 'number', 'address'))
    expect(check({ amount: '1', number: '4000000000000002' })).toBeNull()
    expect(check({ amount: '1', address: 'a'.repeat(30) })).toBeNull()
    expect(check({ amount: '1' })).toEqual({ missing: 'number' })
  })

  it('accepts a value of any branch if it cannot distinguish them', () => {
    const either = schemaOf(
      '{"type":"object","properties":{"by":{"enum":["a","b"]},"code":{"type":"string"}},"oneOf":[{"properties":{"by":{"const":"a"},"code":{"maxLength":3}}},{"properties":{"by":{"const":"b"}}}]}',
    )
    expect(compileFormCheck(either, names('by', 'code'))({ by: 'a', code: 'long' })).not.toBeNull()
    expect(compileFormCheck(either, names('code'))({ code: 'abc' })).toBeNull()
  })

  it('follows references to its definitions, also recursive ones', () => {
    const shared = schemaOf(
      '{"type":"object","allOf":[{"$ref":"#/definitions/a"}],"definitions":{"a":{"required":["x"],"properties":{"x":{"$ref":"#/definitions/text"},"y":{"type":"string"}},"allOf":[{"$ref":"#/definitions/a"}]},"text":{"type":"string","maxLength":2}}}',
    )
    const check = compileFormCheck(shared, names('x'))
    expect(check({})).toEqual({ missing: 'x' })
    expect(check({ x: 'abc' })).toEqual({ field: 'x' })
    expect(check({ x: 'ab', y: 1 })).toBeNull()
  })

  it('accepts the sent part of each value of the complete schema', LONG, () => {
    const property = fc.constantFrom('a', 'b', 'c', 'd')
    const value = fc.constantFrom<unknown>('x', 'xyz', 1, true)
    const leaf = fc.constantFrom<Shape>(
      { const: 'x' },
      { type: 'string', maxLength: 2 },
      { type: 'integer' },
      {},
      { enum: [1, true] },
    )
    const said = (keyword: string, arbitrary: fc.Arbitrary<unknown>) =>
      arbitrary.map((item): [string, unknown] => [keyword, item])
    const some = (...keywords: fc.Arbitrary<[string, unknown]>[]) =>
      fc.array(fc.oneof(...keywords), { minLength: 1, maxLength: 2 }).map((all) => Object.fromEntries(all) as Shape)
    const properties = said('properties', fc.dictionary(property, leaf, { maxKeys: 2 }))
    const required = said('required', fc.uniqueArray(property, { maxLength: 1 }))
    const branch = some(properties, required)
    const branches = fc.array(branch, { minLength: 1, maxLength: 3 })
    const condition = fc
      .tuple(branch, branch, branch)
      .map((parts) => Object.fromEntries(['if', 'then', 'else'].map((keyword, at) => [keyword, parts[at]])) as Shape)
    const keywords = [
      properties,
      required,
      said(
        'dependencies',
        fc.dictionary(property, fc.oneof(fc.uniqueArray(property, { maxLength: 2 }), branch), { maxKeys: 2 }),
      ),
      said('oneOf', branches),
      said('anyOf', branches),
      said('not', branch),
    ]
    const schema = fc.oneof(
      condition,
      some(
        ...keywords,
        said('allOf', fc.array(fc.oneof(condition, some(...keywords)), { minLength: 1, maxLength: 2 })),
      ),
    )
    const ajv = () => new Ajv({ strict: false, ownProperties: true, logger: false, meta: false, validateSchema: false })
    let accepted = 0
    fc.assert(
      fc.property(
        schema,
        fc.dictionary(property, value),
        fc.uniqueArray(property, { minLength: 1 }),
        (complete, data, sent) => {
          if (!ajv().validate(complete, data)) return
          accepted += 1
          const sentData = Object.fromEntries(
            Object.entries(data).filter(([name]) => sent.some((item) => item === name)),
          )
          expect(ajv().validate(restrictToSent(complete, { sent: new Set(sent) }), sentData)).toBe(true)
        },
      ),
      { numRuns: 600, seed: 13 },
    )
    expect(accepted).toBeGreaterThan(200)
  })

  it('is unchanged if all is sent', () => {
    const check = compileFormCheck(PAY, names('kind', 'amount', 'agreed', 'number', 'address', 'to'))
    expect(check({ kind: 'card', amount: '1', number: '4000000000000002' })).toEqual({ missing: 'agreed' })
    expect(check({ kind: 'card', amount: '1', number: '4000000000000002', agreed: false })).toEqual({ field: 'agreed' })
    expect(check({ kind: 'card', amount: '1', number: '4000000000000002', agreed: true })).toBeNull()
  })
})
