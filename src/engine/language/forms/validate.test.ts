import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formats } from './schemaFormats.ts'
import type { Json, Shape } from '../expressions/program.ts'
import { conforms, firstProblem, problems } from './validate.ts'
import { LONG } from '../../../../tests/support/long.ts'

const NAMES = ['a', 'b', 'id', 'constructor', 'toString', 'rows']
const name = fc.constantFrom(...NAMES)
const FORMATS = ['decimal', 'id', 'symbol', 'date', 'email', 'country']

const nullable = (shape: Shape): fc.Arbitrary<Shape> =>
  fc.boolean().map((yes) => (yes && typeof shape.type === 'string' ? { ...shape, type: [shape.type, 'null'] } : shape))
const some = <T extends Json>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(
    value.map((item) => ({ [key]: item })),
    { nil: {}, freq: 2 },
  )
const merged = (...parts: fc.Arbitrary<Record<string, Json>>[]) =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as Shape)

const { shape } = fc.letrec<{ shape: Shape; object: Shape }>((tie) => ({
  object: fc
    .tuple<[[string, Shape][], string[], Json | undefined]>(
      fc.uniqueArray(fc.tuple(name, tie('shape')), { maxLength: 3, selector: ([name]) => name }),
      fc.subarray(NAMES.slice(0, 4)),
      fc.oneof(fc.constant(false), fc.constant(undefined), tie('shape')),
    )
    .map(([properties, required, more]): Shape => ({
      type: 'object',
      properties: Object.fromEntries(properties),
      required,
      ...(more !== undefined && { additionalProperties: more }),
    })),
  shape: fc.oneof(
    { maxDepth: 3 },
    merged(
      fc.constant({ type: 'string' }),
      some('minLength', fc.nat(3)),
      some('maxLength', fc.nat(6)),
      some('format', fc.constantFrom(...FORMATS)),
    ).chain(nullable),
    merged(
      fc.constantFrom({ type: 'integer' }, { type: 'number' }),
      some('minimum', fc.integer({ min: -3, max: 3 })),
      some('maximum', fc.integer({ min: -3, max: 5 })),
    ).chain(nullable),
    fc.constantFrom<Shape>({ type: 'boolean' }, { type: 'null' }, {}),
    fc
      .uniqueArray(fc.constantFrom<Json>('a', 'b', 1, null, true), { minLength: 1 })
      .map((values): Shape => ({ enum: values })),
    fc.constantFrom<Json>('a', 1, null).map((value): Shape => ({ const: value })),
    merged(
      fc.constant({ type: 'array' }),
      some('items', tie('shape')),
      some('minItems', fc.nat(2)),
      some('maxItems', fc.nat(3)),
    ).chain(nullable),
    tie('object').chain(nullable),
    fc.tuple(tie('object'), tie('object')).map(([one, two]): Shape => ({
      oneOf: [one, two].map((branch, i) => ({
        ...branch,
        properties: { ...(branch.properties as Record<string, Shape>), a: { const: i === 0 ? 'a' : 'b' } },
        required: ['a'],
      })),
    })),
    fc.tuple(tie('shape'), tie('shape')).map(([one, two]): Shape => ({ oneOf: [one, two] })),
  ),
}))

/** Values that JSON cannot represent, and names of prototypes. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    Number.NaN,
    -0,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    1n,
    undefined,
    '\ud800',
    '\udc00a',
    'a\u0000',
    new Date(0),
    Object.create(null),
    new Map([['a', 1]]),
    new Uint8Array(2),
    Object('a'),
    () => 1,
    Symbol('a'),
  ),
  fc.anything({
    maxDepth: 2,
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
  fc
    .constantFrom(
      '{"__proto__": {"a": "a", "id": "1"}}',
      '{"__proto__": null, "a": "b"}',
      '{"constructor": {"prototype": {}}, "toString": 1, "hasOwnProperty": 1}',
    )
    .map((text): unknown => JSON.parse(text)),
)

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { arbitrary: hostile, weight: 3 },
    fc.constantFrom<Json>(
      'a',
      'b',
      '',
      '1.50',
      '-0.1',
      '1e5',
      'BTCUSDT',
      '2024-02-30',
      '2024-02-29',
      'x@y.zz',
      'DE',
      '😀😀',
      'é',
      null,
      true,
      false,
      0,
      1,
      -1,
      2.5,
      1e300,
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(name, fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
  ),
}))

const string = fc.constantFrom<Json>(
  'a',
  'ab',
  'abc',
  'abcdefg',
  '',
  '1.50',
  '-0.1',
  'BTCUSDT',
  '2024-02-29',
  'x@y.zz',
  'DE',
  'é',
  '😀😀😀',
)

/** Values near a shape: most are valid, or wrong at one path only. Random values alone would almost never be valid. */
function near(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (Array.isArray(shape.enum)) return fc.constantFrom(...shape.enum)
  if (Array.isArray(shape.oneOf)) return fc.oneof(...(shape.oneOf as Shape[]).map(mostly))
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type
  if (type === 'string') return string
  if (type === 'integer' || type === 'number') return fc.constantFrom<Json>(-4, -1, 0, 1, 2.5, 4, 6)
  if (type === 'array') return fc.array(mostly((shape.items ?? {}) as Shape), { maxLength: 4 })
  if (type !== 'object') return value
  const more = shape.additionalProperties
  const fields = {
    ...Object.fromEntries(NAMES.slice(0, 4).map((field) => [field, {}])),
    ...(shape.properties as Record<string, Shape>),
  }
  return fc
    .tuple(
      fc.record(Object.fromEntries(Object.entries(fields).map(([field, inner]) => [field, mostly(inner)])), {
        requiredKeys: [],
      }),
      fc.boolean(),
    )
    .map(([all, strict]) => {
      const known = (shape.properties ?? {}) as Record<string, Json>
      const required = (shape.required ?? []) as string[]
      const names = Object.keys(all).filter(
        (field) => !strict || more !== false || Object.hasOwn(known, field) || required.includes(field),
      )
      return Object.fromEntries(names.map((field) => [field, all[field]]))
    })
}
const mostly = (shape: Shape): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: near(shape), weight: 9 }, { arbitrary: value, weight: 1 })

const ajv = new Ajv({
  ownProperties: true,
  strict: false,
  strictNumbers: true,
  validateFormats: true,
  addUsedSchema: false,
})
for (const [id, validate] of Object.entries(formats)) ajv.addFormat(id, { type: 'string', validate })

describe('agrees with ajv', () => {
  test('on random shapes of the dialect and random data', LONG, () => {
    let valid = 0
    let invalid = 0
    fc.assert(
      fc.property(
        shape.chain((chosen) =>
          fc.tuple(fc.constant(chosen), fc.array(mostly(chosen), { minLength: 5, maxLength: 12 })),
        ),
        ([chosen, data]) => {
          const check = ajv.compile(chosen)
          for (const item of data) {
            const expected = check(item)
            if (expected) valid += 1
            else invalid += 1
            expect(conforms(chosen, item), fc.stringify({ shape: chosen, item })).toBe(expected)
            expect(problems(chosen, item).length === 0).toBe(expected)
          }
        },
      ),
      { numRuns: 800 },
    )
    // A suite that sees only one result proves nothing.
    expect(valid).toBeGreaterThan(1_000)
    expect(invalid).toBeGreaterThan(1_000)
  })
})

const order: Shape = {
  type: 'object',
  properties: {
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: { amount: { type: 'string', format: 'decimal' } },
        required: ['amount'],
        additionalProperties: false,
      },
    },
  },
  required: ['rows'],
  additionalProperties: false,
}

test('a problem is reported with its path', () => {
  expect(firstProblem(order, { rows: [{ amount: '1' }, { amount: '1e5' }] })).toEqual({
    path: 'rows.1.amount',
    keyword: 'format',
    limit: 'decimal',
  })
  expect(problems(order, { rows: [{}, { amount: '1', more: 1 }] })).toEqual([
    { path: 'rows.0.amount', keyword: 'required', limit: true },
    { path: 'rows.1.more', keyword: 'additionalProperties', limit: false },
  ])
  expect(firstProblem(order, null)).toEqual({ path: '', keyword: 'type', limit: 'object' })
})

test('of oneOf the branch that the value names is reported', () => {
  const shape: Shape = {
    oneOf: [
      { type: 'object', properties: { kind: { const: 'a' }, n: { type: 'integer' } }, required: ['kind', 'n'] },
      { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] },
    ],
  }
  expect(firstProblem(shape, { kind: 'a', n: 'x' })).toEqual({ path: 'n', keyword: 'type', limit: 'integer' })
  expect(firstProblem(shape, { kind: 'c' })).toEqual({ path: '', keyword: 'oneOf', limit: 2 })
})

test('an undefined value is absent, as in JSON', () => {
  expect(firstProblem(order, { rows: undefined })).toEqual({ path: 'rows', keyword: 'required', limit: true })
  expect(
    conforms({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }, { a: undefined }),
  ).toBe(true)
})

test('hostile values are rejected at low cost', () => {
  expect(conforms(order, JSON.parse('{"rows":[],"__proto__":{"rows":[]}}'))).toBe(false)
  expect(conforms(order, Object.create({ rows: [] }))).toBe(false)
  expect(
    firstProblem(
      { type: 'array', items: { type: 'integer' } },
      Array.from({ length: 600_000 }, () => 1),
    )?.keyword,
  ).toBe('size')
  let deep: Json = null
  for (let i = 0; i < 100_000; i++) deep = [deep]
  expect(conforms(order, { rows: deep })).toBe(false)
  expect(conforms({ type: 'number' }, Number.POSITIVE_INFINITY)).toBe(false)
})
