import { describe, expect, test } from 'vitest'
import { formOf, validatorsOf } from '../../../../tests/support/forms.ts'
import type { FormDef, Shape } from '../expressions/program.ts'
import { checkBounds, checkRules, errorsByPath, namesIn, type FieldInfo, type Values } from './rules.ts'

/** The errors of data by its schema alone, by path; `widgets` contains the widgets of paths, `schemas` their schemas. */
function wrong(
  schema: Shape,
  data: unknown,
  infos: Readonly<Record<string, Partial<FieldInfo>>> = {},
): Record<string, unknown> {
  const { main } = validatorsOf({ schema })
  const errors = main(data) ? [] : (main.errors ?? [])
  const properties = (schema.properties ?? {}) as Record<string, Shape>
  return Object.fromEntries(
    errorsByPath(errors, (path) => ({ schema: properties[path] ?? {}, widget: null, ...infos[path] }), schema),
  )
}
const keys = (errors: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(errors).map(([path, error]) => [path, (error as { key: string }).key]))
const object = (properties: Record<string, Shape>, required: string[] = [], more: Shape = {}): Shape => ({
  type: 'object',
  properties,
  required,
  ...more,
})

interface OneField {
  schema: Shape
  widget?: string
  required?: boolean
}
const text = (more: Shape = {}): OneField => ({ schema: { type: 'string', ...more } })

test.each<[OneField, unknown, unknown]>([
  [text(), undefined, { key: 'form.required' }],
  [{ ...text(), required: false }, undefined, undefined],
  [{ schema: { type: 'boolean', enum: [true] }, widget: 'checkbox' }, undefined, { key: 'form.mustAccept' }],
  [{ schema: { type: 'boolean', enum: [true] }, widget: 'checkbox' }, false, { key: 'form.mustAccept' }],
  [{ schema: { type: 'boolean' }, widget: 'checkbox' }, false, undefined],
  [
    { ...text({ minLength: 6, maxLength: 16 }), widget: 'password' },
    'short',
    { key: 'form.passwordLength', args: { min: 6, max: 16 } },
  ],
  [
    { ...text({ minLength: 6, maxLength: 16 }), widget: 'password' },
    'x'.repeat(17),
    { key: 'form.passwordLength', args: { min: 6, max: 16 } },
  ],
  [text({ minLength: 2 }), 'x', { key: 'form.tooShort', args: { min: 2 } }],
  [text({ maxLength: 3 }), '😀😀😀', undefined],
  [text({ maxLength: 3 }), 'four', { key: 'form.tooLong', args: { max: 3 } }],
  [text({ format: 'email' }), 'ada@', { key: 'form.email' }],
  [text({ format: 'phone' }), '12', { key: 'form.phone' }],
  [text({ format: 'date' }), '2026-02-30', { key: 'form.date' }],
  [text({ format: 'code' }), '12', { key: 'form.code', args: { length: 6 } }],
  [text({ format: 'code', minLength: 6 }), '12', { key: 'form.code', args: { length: 6 } }],
  [text({ format: 'address' }), '?', { key: 'form.invalid' }],
  [{ ...text({ format: 'decimal' }), widget: 'amount' }, '1e5', { key: 'form.number' }],
  [{ schema: { enum: ['a', 'b'] } }, 'c', { key: 'form.choose' }],
  [
    {
      schema: {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'a' },
          { const: 'b', title: 'b' },
        ],
      },
    },
    'c',
    { key: 'form.choose' },
  ],
  [{ schema: { type: 'number' } }, '1,5', { key: 'form.number' }],
  [{ schema: { type: ['integer', 'null'] } }, 1.5, { key: 'form.number' }],
  [{ schema: { type: 'integer', minimum: 2 } }, 1, { key: 'form.minimum', args: { min: 2 } }],
  [{ schema: { type: 'integer', exclusiveMaximum: 2 } }, 2, { key: 'form.maximum', args: { max: 2 } }],
  [{ schema: { type: 'integer', multipleOf: 5 } }, 7, { key: 'form.step', args: { step: '5' } }],
  [{ schema: { type: 'array', items: {}, minItems: 2 } }, [1], { key: 'form.minItems', args: { count: 2 } }],
  [{ schema: { type: 'array', items: {}, maxItems: 1 } }, [1, 2], { key: 'form.maxItems', args: { count: 1 } }],
  [{ schema: { type: 'array', items: {}, uniqueItems: true } }, [1, 1], { key: 'form.uniqueItems' }],
  [{ schema: { not: { const: 'x' } } }, 'x', { key: 'form.invalid' }],
])('%j with %j', ({ schema, widget, required = true }, value, expected) => {
  const errors = wrong(object({ x: schema }, required ? ['x'] : []), value === undefined ? {} : { x: value }, {
    x: { schema, widget: widget ?? null },
  })
  expect(errors).toEqual(expected === undefined ? {} : { x: expected })
})

describe('paths', () => {
  test('an error within objects and lists is at the path of its value', () => {
    const schema = object({
      address: object({ city: { type: 'string' } }, ['city']),
      rows: { type: 'array', items: object({ name: { type: 'string', maxLength: 2 } }, ['name']) },
    })
    expect(keys(wrong(schema, { address: {}, rows: [{ name: 'ok' }, { name: 'long' }, {}] }))).toEqual({
      'address.city': 'form.required',
      'rows.1.name': 'form.tooLong',
      'rows.2.name': 'form.required',
    })
  })

  test('an item just added to a list of texts is empty, not of the wrong type', () => {
    expect(
      keys(
        wrong(
          object({
            tags: { type: 'array', items: { type: 'string' } },
            counts: { type: 'array', items: { type: 'integer' } },
          }),
          { tags: [undefined], counts: [undefined] },
        ),
      ),
    ).toEqual({ 'tags.0': 'form.required', 'counts.0': 'form.number' })
  })

  test('a dependency error is at the missing property', () => {
    expect(
      keys(
        wrong(
          object({ card: { type: 'string' }, holder: { type: 'string' } }, [], { dependencies: { card: ['holder'] } }),
          { card: '1' },
        ),
      ),
    ).toEqual({ holder: 'form.required' })
  })

  test('a forbidden property has the error itself', () => {
    expect(keys(wrong(object({}, [], { additionalProperties: false }), { 'a/b': 1 }))).toEqual({
      'a/b': 'form.invalid',
    })
  })

  test('each path has its first error only', () => {
    expect(keys(wrong(object({ a: { type: 'string', minLength: 4, format: 'email' } }), { a: 'x' }))).toEqual({
      a: 'form.tooShort',
    })
  })
})

describe('conditions', () => {
  const schema = object({ kind: { type: 'string' } }, [], {
    if: { properties: { kind: { const: 'card' } }, required: ['kind'] },
    then: { properties: { number: { type: 'string' } }, required: ['number'] },
    else: { required: ['reason'] },
  })

  test.each([
    [{ kind: 'card' }, { number: 'form.required' }],
    [{ kind: 'card', number: '1' }, {}],
    [{ kind: 'cash' }, { reason: 'form.required' }],
  ])('%j', (data, expected) => {
    expect(keys(wrong(schema, data))).toEqual(expected)
  })
})

describe('alternatives', () => {
  const card = object(
    {
      kind: { const: 'card' },
      number: { type: 'string', minLength: 12 },
      holder: { type: 'string' },
      color: { oneOf: [{ const: 'red' }, { const: 'blue' }] },
    },
    ['kind', 'number', 'holder'],
  )
  const wallet = object({ kind: { const: 'wallet' }, address: { type: 'string' } }, ['kind', 'address'])
  const byDefinition: Shape = {
    ...object({ pay: { oneOf: [{ $ref: '#/definitions/card' }, { $ref: '#/definitions/wallet' }] } }),
    definitions: { card, wallet },
  }

  test.each<[string, Shape]>([
    ['written out', object({ pay: { oneOf: [card, wallet] } })],
    ['references', byDefinition],
    ['any of them', object({ pay: { anyOf: [card, wallet] } })],
  ])('only the errors of the branch that the user fills in are reported: %s', (_, schema) => {
    expect(keys(wrong(schema, { pay: { kind: 'wallet' } }))).toEqual({ 'pay.address': 'form.required' })
    expect(keys(wrong(schema, { pay: { kind: 'card' } }))).toEqual({
      'pay.number': 'form.required',
      'pay.holder': 'form.required',
    })
    // Three errors within the intended branch, one in the other.
    expect(keys(wrong(schema, { pay: { kind: 'card', number: '1', holder: 'Ada', color: 'green' } }))).toEqual({
      'pay.number': 'form.tooShort',
      'pay.color': 'form.choose',
    })
  })

  test('each item of a list has its own branch', () => {
    const schema = object({ rows: { type: 'array', items: { oneOf: [card, wallet] } } })
    expect(keys(wrong(schema, { rows: [{ kind: 'wallet' }, { kind: 'card', number: '123456789012' }] }))).toEqual({
      'rows.0.address': 'form.required',
      'rows.1.holder': 'form.required',
    })
  })

  test('a dependency with branches reports the errors of the selected value', () => {
    const schema = object({ pets: { type: 'string', enum: ['no', 'one'] } }, ['pets'], {
      dependencies: {
        pets: {
          oneOf: [
            { properties: { pets: { enum: ['no'] } } },
            {
              properties: { pets: { enum: ['one'] }, name: { type: 'string' }, age: { type: 'integer' } },
              required: ['name', 'age'],
            },
          ],
        },
      },
    })
    expect(keys(wrong(schema, { pets: 'one' }))).toEqual({ name: 'form.required', age: 'form.required' })
    expect(keys(wrong(schema, { pets: 'no' }))).toEqual({})
  })

  test('a value that fits two branches of one is not valid as a whole', () => {
    const schema = object({ x: { oneOf: [{ type: 'number' }, { type: 'number', minimum: 1 }] } })
    expect(keys(wrong(schema, { x: 2 }))).toEqual({ x: 'form.invalid' })
  })

  test('alternatives of the whole form, without inner errors, are an error of the whole form', () => {
    expect(keys(wrong({ type: 'object', oneOf: [{ minProperties: 0 }, { maxProperties: 9 }] }, {}))).toEqual({
      '': 'form.invalid',
    })
  })
})

describe('bounds', () => {
  test.each<[unknown, Parameters<typeof checkBounds>[1], unknown]>([
    ['9.99', { minimum: '10' }, { key: 'form.minimum', args: { min: '10' } }],
    ['100', { maximum: '99.5' }, { key: 'form.maximum', args: { max: '99.5' } }],
    ['100', { minimum: '10', maximum: '9.9' }, { key: 'form.tooLittle', args: { min: '10' } }],
    ['100', { maximum: '0' }, { key: 'form.nothing' }],
    ['10.25', { step: '0.5' }, { key: 'form.step', args: { step: '0.5' } }],
    [0.07, { step: '0.01' }, null],
    [5, { minimum: '6' }, { key: 'form.minimum', args: { min: '6' } }],
    ['1e1', { minimum: '1' }, { key: 'form.number' }],
    ['10', { minimum: null, maximum: null, step: '0' }, null],
    ['', { minimum: '1' }, null],
    [undefined, { minimum: '1' }, null],
  ])('%j within %j', (value, bounds, expected) => {
    expect(checkBounds(value, bounds)).toEqual(expected)
  })
})

const decimal = { type: 'string', format: 'decimal' }
const order: FormDef = formOf(
  [
    { name: 'from', schema: decimal },
    { name: 'to', schema: decimal },
  ],
  [{ check: ['d<', ['v', 'from'], ['v', 'to']], field: 'to', message: 'order.reversed' }],
)

describe('rules between fields', () => {
  const check = (form: FormDef, values: Values): Record<string, unknown> => {
    const { main } = validatorsOf(form)
    const errors = main(values)
      ? new Map()
      : errorsByPath(main.errors ?? [], (path) => ({
          schema: (form.schema.properties as Record<string, Shape>)[path] ?? {},
          widget: null,
        }))
    return keys(
      Object.fromEntries(checkRules(form, (name) => (Object.hasOwn(values, name) ? values[name] : undefined), errors)),
    )
  }

  test.each([
    [{ from: '2', to: '1' }, { to: 'order.reversed' }],
    [{ from: '9', to: '10' }, {}],
    [{ from: '2' }, { to: 'form.required' }],
    [{ from: 'x', to: '1' }, { from: 'form.number' }],
  ])('a rule reports once its fields are filled and valid: %j', (values, expected) => {
    expect(check(order, values)).toEqual(expected)
  })

  test('inherited values are not values', () => {
    expect(Object.keys(check(order, Object.create({ from: '1', to: '2' }) as Values))).toEqual(['from', 'to'])
  })

  test('an unticked box is a value that a rule may read', () => {
    const form = formOf(
      [{ name: 'agreed', schema: { type: 'boolean' }, required: false }],
      [{ check: ['v', 'agreed'], field: 'agreed', message: 'form.mustAccept' }],
    )
    expect(check(form, { agreed: false })).toEqual({ agreed: 'form.mustAccept' })
    expect(check(form, { agreed: true })).toEqual({})
    expect(check(form, {})).toEqual({ agreed: 'form.mustAccept' })
  })

  test('a rule may show its message within an object, and is silent where an error is already shown', () => {
    const form: FormDef = {
      schema: object({ address: object({ city: { type: 'string' } }), code: { type: 'string' } }),
      uiSchema: {},
      rules: [
        { check: ['==', ['.', ['v', 'address'], 'city'], ['v', 'code']], field: 'address.city', message: 'differ' },
      ],
    }
    expect(check(form, { address: { city: 'a' }, code: 'b' })).toEqual({ 'address.city': 'differ' })
    expect(check(form, { address: { city: 'a' }, code: 'a' })).toEqual({})
    expect(
      Object.fromEntries(
        checkRules(
          form,
          (name) => ({ address: { city: 'a' }, code: 'b' })[name],
          new Map([['address.city', { key: 'form.invalid' }]]),
        ),
      ),
    ).toEqual({ 'address.city': { key: 'form.invalid' } })
  })

  test('a rule waits for missing values in an object that it reads', () => {
    const form: FormDef = {
      schema: object({ address: object({ city: { type: 'string' } }, ['city']) }),
      uiSchema: {},
      rules: [
        { check: ['==', ['f', 'size', ['.', ['v', 'address'], 'city']], 2], field: 'address', message: 'length' },
      ],
    }
    expect(check(form, { address: {} })).toEqual({ 'address.city': 'form.required' })
    expect(check(form, { address: { city: 'abc' } })).toEqual({ address: 'length' })
  })

  test('a rule may read a conditional property', () => {
    const schema = object({ kind: { type: 'string' } }, [], {
      if: { properties: { kind: { const: 'card' } } },
      then: { properties: { number: { type: 'string' }, own: { type: 'boolean' } } },
    })
    const form: FormDef = {
      schema,
      uiSchema: {},
      rules: [
        { check: ['!=', ['v', 'number'], '0'], field: 'number', message: 'zero' },
        { check: ['v', 'own'], field: 'own', message: 'foreign' },
      ],
    }
    expect(check(form, { kind: 'card', number: '0', own: false })).toEqual({ number: 'zero', own: 'foreign' })
    expect(check(form, { kind: 'card' })).toEqual({})
  })

  test('the names that an expression reads are those of its locals', () => {
    expect([
      ...namesIn([
        '&&',
        ['d<', ['v', 'from'], ['.', ['v', 'to'], 'v']],
        ['exists', ['v', 'rows'], 'row', ['==', ['v', 'row'], 'v']],
      ]),
    ]).toEqual(['from', 'to', 'rows', 'row'])
  })
})
