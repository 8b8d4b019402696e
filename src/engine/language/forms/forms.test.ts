import { describe, expect, test } from 'vitest'
import { formOf } from '../../../../tests/support/forms.ts'
import { fieldsOf, inOrder, isChoice, fieldKindsOf, typeOf, uiOptions, widgetOf } from './forms.ts'
import { LIBRARY_FIELDS } from './libraryWidgets.ts'
import type { FormDef, Json, Shape } from '../expressions/program.ts'

const form = (schema: Shape, uiSchema: FormDef['uiSchema'] = {}): FormDef => ({
  schema: { type: 'object', ...schema },
  uiSchema,
  rules: [],
})
const text: Shape = { type: 'string' }

test.each<[Json | undefined, unknown]>([
  [
    { 'ui:help': 'a', 'ui:options': { rows: 3, help: 'b' }, city: { 'ui:help': 'c' } },
    { help: 'b', rows: 3 },
  ],
  [{ 'ui:options': { help: 'b' }, 'ui:help': 'a' }, { help: 'a' }],
  [{}, {}],
  [undefined, {}],
  [null, {}],
  ['text', {}],
  [['ui:help'], {}],
])('the options of %j', (ui, expected) => {
  expect(uiOptions(ui)).toEqual(expected)
})

test.each<[Shape, string | undefined]>([
  [{ type: 'string' }, 'string'],
  [{ type: ['null', 'integer'] }, 'integer'],
  [{ properties: {} }, 'object'],
  [{ items: {} }, 'array'],
  [{ enum: ['a'] }, 'string'],
  [{ const: 1 }, 'number'],
  [{ const: true }, 'boolean'],
  [{ enum: [null] }, undefined],
  [{}, undefined],
])('the type of %j is %s', (schema, expected) => {
  expect(typeOf(schema)).toBe(expected)
})

test.each<[Json | undefined, boolean]>([
  [[{ const: 'a', title: 'a' }, { enum: ['b'] }], true],
  [[{ const: 'a' }, { type: 'string' }], false],
  [[{ enum: ['a', 'b'] }], false],
  [[null], false],
  [[], false],
  [undefined, false],
])('%j is a choice of constants: %s', (branches, expected) => {
  expect(isChoice(branches)).toBe(expected)
})

test.each<[Shape, Record<string, Json>, string | null]>([
  [text, {}, 'text'],
  [text, { widget: 'phone' }, 'phone'],
  [{ type: ['string', 'null'], format: 'email' }, {}, 'email'],
  [{ type: 'string', format: 'date' }, {}, 'date'],
  [{ type: 'string', format: 'decimal' }, {}, 'text'],
  [{ format: 'file' }, {}, 'image'],
  [{ type: 'string', enum: ['a'] }, {}, 'select'],
  [{ type: 'string', oneOf: [{ const: 'a', title: 'a' }] }, {}, 'select'],
  [{ anyOf: [{ const: 1, title: 'one' }] }, {}, 'select'],
  [{ type: 'boolean' }, {}, 'checkbox'],
  [{ type: 'boolean', enum: [true] }, {}, 'checkbox'],
  [{ type: 'integer' }, {}, 'number'],
  [{ type: 'number' }, {}, 'number'],
  [{ type: 'array', items: { enum: ['a'] }, uniqueItems: true }, {}, 'checkboxes'],
  [{ type: 'array', items: { enum: ['a'] } }, {}, null],
  [{ type: 'array', items: text }, {}, null],
  [{ type: 'object', properties: {} }, {}, null],
  [{ oneOf: [{ type: 'string' }, { type: 'object' }] }, {}, null],
  [{ $ref: '#/definitions/a' }, {}, null],
  [{ type: 'null' }, {}, null],
])('%j with %j is drawn by %s', (schema, options, expected) => {
  expect(widgetOf(schema, options)).toBe(expected)
})

test.each<[string[], Json | undefined, string[]]>([
  [['a', 'b', 'c'], undefined, ['a', 'b', 'c']],
  [
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
    ['c', 'b', 'a'],
  ],
  [['a', 'b', 'c'], ['c'], ['c', 'a', 'b']],
  [
    ['a', 'b', 'c'],
    ['c', '*', 'a'],
    ['c', 'b', 'a'],
  ],
  [
    ['a', 'b', 'c'],
    ['*', 'a'],
    ['b', 'c', 'a'],
  ],
  [
    ['a', 'b'],
    ['b', 'gone', '*', 'b', 1],
    ['b', 'a'],
  ],
  [['a', 'b'], 'b', ['a', 'b']],
])('%j in the order %j', (names, order, expected) => {
  expect(inOrder(names, order)).toEqual(expected)
})

describe('the fields of a form', () => {
  test('are its properties in the order of the uiSchema, with their presentation', () => {
    const def = form(
      {
        properties: {
          note: { type: 'string', title: 'field.note', description: 'field.noteHint' },
          amount: { type: 'string', title: 'field.amount', format: 'decimal' },
        },
        required: ['amount'],
      },
      {
        'ui:order': ['amount', '*'],
        amount: { 'ui:widget': 'amount', 'ui:options': { decimals: 2 } },
        note: { 'ui:title': 'field.remark', 'ui:placeholder': 'field.notePlaceholder' },
      },
    )
    expect(fieldsOf(def)).toEqual([
      {
        name: 'amount',
        widget: 'amount',
        label: 'field.amount',
        required: true,
        schema: { type: 'string', title: 'field.amount', format: 'decimal' },
        options: { decimals: 2 },
      },
      {
        name: 'note',
        widget: 'text',
        label: 'field.remark',
        hint: 'field.noteHint',
        placeholder: 'field.notePlaceholder',
        required: false,
        schema: { type: 'string', title: 'field.note', description: 'field.noteHint' },
        options: {},
      },
    ])
    expect(fieldsOf(def)).toBe(fieldsOf(def))
  })

  test('use the property’s name as label, and its type for the widget, by default', () => {
    expect(fieldsOf(form({ properties: { rows: { type: 'array' } } }))).toEqual([
      { name: 'rows', widget: 'array', label: 'rows', required: false, schema: { type: 'array' }, options: {} },
    ])
  })

  test.each<[unknown]>([[{}], [{ properties: [] }], [{ properties: null, required: 'a' }]])(
    'of %j are none',
    (schema) => {
      expect(fieldsOf(form(schema as Shape))).toEqual([])
    },
  )
})

describe('required capabilities of a client', () => {
  const kinds = (schema: Shape, uiSchema?: FormDef['uiSchema']) => [...fieldKindsOf(form(schema, uiSchema))].toSorted()

  test('are the widgets of its fields, once each', () => {
    expect(
      [
        ...fieldKindsOf(
          formOf([{ name: 'a' }, { name: 'b' }, { name: 'c', widget: 'phone' }, { name: 'd', widget: 'hidden' }]),
        ),
      ].toSorted(),
    ).toEqual(['hidden', 'phone', 'text'])
  })

  test.each<[string, Shape, FormDef['uiSchema'], string[]]>([
    [
      'within nested objects',
      {
        properties: {
          address: { type: 'object', properties: { city: text, since: { type: 'string', format: 'date' } } },
        },
      },
      { address: { city: { 'ui:widget': 'textarea' } } },
      ['date', 'textarea'],
    ],
    [
      'of the items of a list',
      {
        properties: { rows: { type: 'array', items: { type: 'object', properties: { count: { type: 'integer' } } } } },
      },
      { rows: { items: { count: { 'ui:widget': 'amount' } } } },
      ['amount', LIBRARY_FIELDS],
    ],
    [
      'of items of several kinds',
      {
        properties: {
          pair: { type: 'array', items: [text, { type: 'boolean' }], additionalItems: { type: 'integer' } },
        },
      },
      {},
      ['checkbox', 'number', LIBRARY_FIELDS, 'text'],
    ],
    [
      'of a list to choose from',
      { properties: { tags: { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true } } },
      {},
      ['checkboxes'],
    ],
    [
      'of the library’s own widgets',
      { properties: { level: { type: 'integer' } } },
      { level: { 'ui:widget': 'range' } },
      [LIBRARY_FIELDS],
    ],
    [
      'of alternatives, and the list that chooses one',
      {
        properties: {
          pay: {
            oneOf: [{ properties: { number: text } }, { properties: { since: { type: 'string', format: 'date' } } }],
          },
        },
      },
      { pay: { number: { 'ui:widget': 'phone' } } },
      ['date', 'phone', 'select', LIBRARY_FIELDS],
    ],
    [
      'of alternatives of the whole form',
      { anyOf: [{ properties: { a: { type: 'boolean' } } }, { properties: { b: { type: 'integer' } } }] },
      {},
      ['checkbox', 'number', 'select', LIBRARY_FIELDS],
    ],
    [
      'of a choice of constants',
      { properties: { kind: { type: 'string', oneOf: [{ const: 'a', title: 'a' }] } } },
      {},
      ['select'],
    ],
    [
      'that join under a condition',
      {
        properties: { kind: text },
        if: { properties: { kind: { const: 1 } } },
        then: { properties: { at: { type: 'string', format: 'date' } } },
        else: { properties: { many: { type: 'boolean' } } },
      },
      {},
      ['checkbox', 'date', 'text'],
    ],
    [
      'that all hold',
      { allOf: [{ properties: { a: text } }, { then: { properties: { b: { type: 'boolean' } } } }] },
      {},
      ['checkbox', LIBRARY_FIELDS, 'text'],
    ],
    [
      'that a dependency brings',
      { properties: { a: text }, dependencies: { a: { properties: { b: { type: 'integer' } } } } },
      { b: { 'ui:widget': 'amount' } },
      ['amount', 'text'],
    ],
    [
      'of the branches of a dependency, which no value selects',
      {
        properties: { pets: { type: 'string', enum: ['no', 'one'] } },
        dependencies: {
          pets: {
            oneOf: [
              { properties: { pets: { enum: ['no'] } } },
              { properties: { pets: { enum: ['one'] }, born: { type: 'string', format: 'date' } } },
            ],
          },
        },
      },
      {},
      ['date', 'select'],
    ],
    [
      'of definitions',
      {
        properties: { home: { $ref: '#/definitions/address' } },
        definitions: { address: { type: 'object', properties: { since: { type: 'string', format: 'date' } } } },
      },
      {},
      ['date', LIBRARY_FIELDS],
    ],
    [
      'of a map',
      { properties: { more: { type: 'object', additionalProperties: { type: 'integer' } } } },
      {},
      ['number', LIBRARY_FIELDS],
    ],
    [
      'of an open object',
      { properties: { more: { type: 'object', additionalProperties: true } } },
      {},
      [LIBRARY_FIELDS],
    ],
    ['that nothing draws but the library', { properties: { none: { type: 'null' } } }, {}, [LIBRARY_FIELDS]],
  ])('%s', (_, schema, uiSchema, expected) => {
    expect(kinds(schema, uiSchema)).toEqual(expected.toSorted())
  })

  test.each<[unknown]>([
    [true],
    [null],
    [[]],
    [{ properties: { a: true, b: null, c: [], d: { items: 1, oneOf: {} } } }],
  ])('a malformed schema %j has only its valid parts', (schema) => {
    expect(() => fieldKindsOf({ schema: schema as Shape, uiSchema: {}, rules: [] })).not.toThrow()
  })
})
