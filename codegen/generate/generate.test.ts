import type { ServiceName } from '../../src/engine/language/services.ts'
import { services } from '../../src/generated/services.ts'
import { units } from './lib/units.ts'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { conforms } from '../../src/engine/language/forms/validate.ts'
import { data, payload } from '../../src/generated/validators/index.js'
import { replies } from '../../src/generated/validators/replies.js'
import type { CallId } from '../../src/generated/calls.ts'
import { replyShape, SchemaResolver, toShape, type Schema as Resolved } from '../compiler/contract/schema.ts'
import api from './api.ts'
import errors from './errors.ts'
import { ifThenElse } from '../compiler/keywords/editorSchema.ts'
import { readCalls, readEntities, readForms, readLive } from './lib/contract.ts'
import { checkDialect, type Schema } from './lib/schema.ts'
import { jsonFiles, readJson, SchemaError } from './lib/files.ts'
import { TypeFile } from './lib/types.ts'
import validators from './validators.ts'
import widgets from './widgets.ts'
import { LONG } from '../../tests/support/long.ts'

const root = process.cwd()

/** A copy of the contract. Files that a test writes there are restored after it. */
let copy = ''
const written = new Set<string>()
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'placard-generate-'))
  for (const part of ['schemas', 'src/product/services.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
})
afterEach(() => {
  for (const file of written)
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file))
    else rmSync(join(copy, file))
  written.clear()
})
afterAll(() => rmSync(copy, { recursive: true }))
function write(file: string, text: string): void {
  written.add(file)
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), text)
}

const nested = (levels: number): object =>
  Array.from({ length: levels }).reduce<object>((inner) => ({ type: 'array', items: inner }), { type: 'string' })
const wide = (count: number): object => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { type: 'string' }])),
  additionalProperties: false,
})
/** Schemas that make ajv slow or overflow its stack, or that a validator and an author would understand differently. */
const HOSTILE: readonly [string, unknown, RegExp][] = [
  [
    'uniqueItems',
    { type: 'array', items: { type: 'object', properties: {}, additionalProperties: false }, uniqueItems: true },
    /"uniqueItems" is not a keyword/,
  ],
  ['a pattern that backtracks', { type: 'string', pattern: '^(a+)+$' }, /named formats are proved/],
  [
    'patternProperties',
    { type: 'object', patternProperties: { '^(a+)+$': {} }, additionalProperties: false },
    /"patternProperties" is not a keyword/,
  ],
  [
    'propertyNames',
    { type: 'object', propertyNames: { pattern: '^(a+)+$' }, additionalProperties: false },
    /"propertyNames" is not a keyword/,
  ],
  ['contains', { type: 'array', items: {}, contains: {} }, /"contains" is not a keyword/],
  ['if', { if: {}, else: {} }, /"if" is not a keyword/],
  ['not', { not: {} }, /"not" is not a keyword/],
  ['allOf', { allOf: [{}] }, /"allOf" is not a keyword/],
  ['definitions', { definitions: { a: {} } }, /"definitions" is not a keyword/],
  ['an identity of its own', { $id: 'placard:schemas/entities/user.json' }, /"\$id" is not a keyword/],
  ['13 levels', nested(12), /at most 12 levels/],
  ['500 levels', nested(500), /200 brackets/],
  // The length of the stack decides whether its text can be written.
  ['100 000 levels', nested(100_000), /nests without end|more than 1048576 bytes/],
  ['201 properties', wide(201), /at most 200 properties/],
  ['17 branches', { oneOf: Array.from({ length: 17 }, () => ({ type: 'null' })) }, /at most 16 branches/],
  [
    '10 000 schemas',
    {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`p${i}`, wide(100)])),
      additionalProperties: false,
    },
    /at most 5000 schemas/,
  ],
  ['an enumeration of 60 000 values', { enum: Array.from({ length: 60_000 }, (_, i) => i) }, /50000 values/],
  [
    'a property __proto__',
    JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}}, "additionalProperties": false}'),
    /No property is named "__proto__"/,
  ],
  ['a length of 1.5', { type: 'string', maxLength: 1.5 }, /whole number/],
  ['objects as constants', { const: { a: 1 } }, /"const" must be/],
]

describe('the dialect', () => {
  it.each(HOSTILE)('refuses %s', (_, schema, sentence) => {
    expect(() => checkDialect(schema, 'file.json')).toThrow(SchemaError)
    expect(() => checkDialect(schema, 'file.json')).toThrow(sentence)
  })

  it.each<[string, (schema: unknown) => unknown]>([
    [
      'schemas/api/user/info.json',
      (schema) => ({ ...(readJson(root, 'schemas/api/user/info.json') as object), data: schema }),
    ],
    [
      'schemas/api/user/info.json',
      (schema) => ({
        ...(readJson(root, 'schemas/api/user/info.json') as object),
        payload: { type: 'object', properties: { a: schema }, additionalProperties: false },
      }),
    ],
    ['schemas/live/clock.json', (schema) => ({ event: 'clock', from: 'server', description: '', payload: schema })],
    ['schemas/entities/quote.json', (schema) => schema],
    ['schemas/operator.json', (schema) => schema],
    ['schemas/catalogue/pointer.json', (schema) => schema],
  ])('a hostile schema in %s is refused before ajv compiles', LONG, (file, wrap) => {
    const compile = vi.spyOn(Ajv.prototype, 'addSchema')
    for (const [about, schema] of HOSTILE.filter(([name]) => !name.includes('100 000'))) {
      write(file, JSON.stringify(wrap(schema)))
      expect(() => validators(copy), about).toThrow(SchemaError)
    }
    expect(compile).not.toHaveBeenCalled()
  })

  it('is kept by every schema file of the project', () => {
    const count = readCalls(root).length + readEntities(root).length + readLive(root).length + readForms(root).length
    expect(count).toBeGreaterThan(50)
    for (const file of ['schemas/operator.json', 'schemas/operatorServer.json'])
      checkDialect(readJson(root, file), file)
    const parts = [...units(root, 'widgets'), ...units(root, 'actions')].map(({ file }) => file)
    expect(parts.length).toBeGreaterThan(40)
    for (const file of parts) {
      const {
        props,
        args,
        events = {},
      } = readJson(root, file) as { props?: unknown; args?: unknown; events?: Record<string, { detail?: unknown }> }
      checkDialect(props ?? args, file)
      for (const { detail } of Object.values(events)) if (detail !== undefined) checkDialect(detail, file)
    }
  })

  it.each<[string, object, string]>([
    ['an unknown keyword', { type: 'string', maxlength: 3 }, '"maxlength" is not a keyword'],
    ['anyOf', { anyOf: [] }, '"anyOf" is not a keyword'],
    ['multipleOf', { type: 'number', multipleOf: 2 }, '"multipleOf" is not a keyword'],
    ['a pattern', { type: 'string', pattern: '^a' }, 'named formats are proved'],
    ['a misspelt annotation', { type: 'string', 'x-unti': 'money' }, '"x-unti" is not an annotation'],
    ['an open object', { type: 'object', properties: {} }, 'additionalProperties'],
    ['a type that is none', { type: 'text' }, '"text" is not a type'],
    ['a list without items', { type: 'array' }, 'A list needs "items"'],
    ['a bound of another type', { type: 'string', minimum: 1 }, '"minimum" belongs to the type number'],
    ['an unknown format', { type: 'string', format: 'money' }, '"money" is not a format'],
    ['no schema', [], 'A schema is an object'],
  ])('refuses %s', (_, schema, sentence) => {
    expect(() =>
      checkDialect({ type: 'object', properties: { inner: schema }, additionalProperties: false }, 'file.json'),
    ).toThrow(sentence)
    expect(() =>
      checkDialect({ type: 'object', properties: { inner: schema }, additionalProperties: false }, 'file.json'),
    ).toThrow('file.json at /properties/inner')
  })
})

describe('an invalid contract', () => {
  const change = (file: string, edit: (value: Record<string, unknown>) => void) => {
    const value = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>
    edit(value)
    write(file, JSON.stringify(value))
  }

  it.each<[string, (value: Record<string, unknown>) => void, string]>([
    [
      'a call under another name',
      (call) => (call.call = 'user/signin'),
      'schemas/api/user/login.json at call: the path of the file says "user/login"',
    ],
    ['an unknown error', (call) => (call.errors = ['nope']), 'errors/nope: is not in schemas/errors.json'],
    ['an unknown success', (call) => (call.success = 'nope'), '"nope" is not in schemas/successes.json'],
    ['a misspelt key', (call) => (call.efect = 'read'), 'efect: no call file has this'],
    [
      'lang in the payload',
      (call) =>
        (call.payload = { type: 'object', properties: { lang: { type: 'string' } }, additionalProperties: false }),
      'stands in every payload',
    ],
    ['a GET that writes', (call) => (call.method = 'GET'), 'a GET only reads'],
    ['a form that is not there', (call) => (call.forms = { of: 'nothing' }), 'schemas/forms/nothing.json is not there'],
    [
      'a reference to nothing',
      (call) => (call.data = { $ref: '../../other/user.json' }),
      'refers to no file of schemas/entities',
    ],
  ])('with %s is refused with its place', async (_, edit, sentence) => {
    change('schemas/api/user/login.json', edit)
    await expect(api(copy)).rejects.toThrow(sentence)
  })

  it.each<[string, (value: { paging: Record<string, unknown>; payload: Schema }) => void, string]>([
    ['without a key', ({ paging }) => delete paging.key, 'paging/key: is missing: rows have an id'],
    [
      'with a key that rows lack',
      ({ paging }) => (paging.key = 'nr'),
      'paging/key: names no required property of a row',
    ],
    [
      'without a cursor in the payload',
      ({ paging }) => delete paging.after,
      'paging/after: names no text of the payload',
    ],
    [
      'with a cursor that the first page needs',
      ({ payload }) => (payload.required = ['after']),
      'paging/after: is required: the first page has none',
    ],
    [
      'without a cursor in the data',
      ({ paging }) => (paging.cursor = 'last'),
      'paging/cursor: names no text of the data',
    ],
  ])('with a paged call %s is refused', async (_, edit, sentence) => {
    change('schemas/api/coin/list.json', edit as never)
    await expect(api(copy)).rejects.toThrow(sentence)
  })

  it('with a JSON syntax error is rejected with the file name', async () => {
    write('schemas/api/status.json', '{')
    await expect(api(copy)).rejects.toThrow('schemas/api/status.json: is not JSON')
  })

  it('with a text beside its code is refused', async () => {
    change('schemas/errors.json', (all) => (all.wrongPassword = { message: 'Wrong', params: {} }))
    await expect(errors(copy)).rejects.toThrow('wrongPassword/message: no code has this: its text is in locales')
  })

  it('with a widget schema in a wrong place is refused', async () => {
    write('src/engine/widgets/Hello/Hallo.schema.json', '{}')
    await expect(widgets(copy)).rejects.toThrow(
      'src/engine/widgets/Hello/Hallo.schema.json: belongs into src/engine/widgets/<name>/<name>.schema.json',
    )
  })
})

/** Content below the header of a file with the one type X. */
async function typeOf(schema: Schema, file = 'schemas/entities/x.json'): Promise<string> {
  const types = new TypeFile()
  types.add('X', types.read(schema, file))
  return (await types.write()).replace(/^.*\n/, '').trim()
}

const money = { type: 'string', format: 'decimal', 'x-unit': 'money' } as const
const closed = (properties: Schema['properties'], more: object = {}): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})

describe('TypeScript of a schema', () => {
  it.each<[string, Schema, string]>([
    ['a nullable integer', { type: ['integer', 'null'] }, 'number | null'],
    ['an enum with null', { type: ['string', 'null'], enum: ['a', "b'c", null] }, `'a' | "b'c" | null`],
    ['a const', { const: 'fixed' }, "'fixed'"],
    [
      'a list of nullable texts',
      { type: 'array', items: { type: ['string', 'null'] }, maxItems: 3 },
      '(string | null)[]',
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'boolean' } }, '{ [k: string]: boolean }'],
    ['a map of anything', { type: 'object', additionalProperties: {} }, '{ [k: string]: unknown }'],
    [
      'an object without properties',
      { type: 'object', properties: {}, additionalProperties: false },
      'Record<string, never>',
    ],
    ['a file', { type: 'string', format: 'file' }, 'Blob'],
    ['a schema that says nothing', {}, 'unknown'],
  ])('writes %s', async (_, schema, type) => {
    const written = await typeOf(closed({ value: schema }, { required: ['value'] }))
    expect(written.replaceAll(/\s+/g, ' ')).toBe(`export interface X { value: ${type} }`)
  })

  it.each<[string, Schema, string]>([
    ['money', money, 'Money'],
    ['nullable money', { ...money, type: ['string', 'null'] }, 'Money | null'],
    [
      'a list of nullable prices',
      { type: 'array', items: { type: ['string', 'null'], format: 'decimal', 'x-unit': 'price' }, maxItems: 3 },
      '(Price | null)[]',
    ],
    ['a decimal without a unit', { type: 'string', format: 'decimal' }, 'Decimal'],
    ['a moment', { type: 'integer', format: 'unix-seconds' }, 'UnixSeconds'],
    ['a length of time', { type: 'integer', 'x-unit': 'seconds' }, 'Seconds'],
  ])('writes %s as a branded type', async (_, schema, type) => {
    const [brand = ''] = /[A-Z]\w+/.exec(type) ?? []
    expect((await typeOf(closed({ value: schema }))).replaceAll(/\s+/g, ' ')).toBe(
      `import type { ${brand} } from '../engine/language/values/units.ts' export interface X { value?: ${type} }`,
    )
  })

  it('imports an entity in place of repeating it, with what its reference says of it', async () => {
    const schema = closed(
      {
        user: { $ref: '../entities/user.json', description: 'Whose it is' },
        other: { oneOf: [{ $ref: '../entities/user.json' }, { type: 'null' }] },
      },
      { required: ['user', 'other'] },
    )
    expect(await typeOf(schema, 'schemas/live/x.json')).toBe(`import type { User } from './entities.ts'

export interface X {
  /** Whose it is */
  user: User
  other: User | null
}`)
  })

  it('distinguishes the branches of a oneOf by their const, not by titles', async () => {
    const branch = (kind: string) =>
      closed({ kind: { const: kind }, [kind]: { type: 'string' } }, { title: 'A branch', required: ['kind', kind] })
    const written = await typeOf(
      closed({ it: { oneOf: [branch('card'), branch('wallet')] } }, { title: 'The whole', required: ['it'] }),
    )
    expect(written.replaceAll(/\s+/g, ' ')).toBe(
      "export interface X { it: | { kind: 'card' card: string } | { kind: 'wallet' wallet: string } }",
    )
  })

  it('makes the properties of conditions optional, and those of allOf its own', async () => {
    const form = closed(
      { kind: { type: 'string', enum: ['a', 'b'] } },
      {
        required: ['kind'],
        allOf: [{ properties: { name: { type: 'string' } }, required: ['name'] }],
        ...ifThenElse(
          { properties: { kind: { const: 'a' } } },
          { properties: { amount: money }, required: ['amount'] },
          { properties: { amount: { type: 'null' } } },
        ),
        dependencies: { name: ['kind'], kind: { properties: { count: { type: 'integer' } } } },
      },
    )
    expect((await typeOf(form)).replace(/^.*\n\n/, '').replaceAll(/\s+/g, ' ')).toBe(
      "export interface X { kind: 'a' | 'b' name: string amount?: Money | null count?: number }",
    )
  })

  it.each<[string, object, string]>([
    [
      'a keyword without a type',
      { type: 'object', patternProperties: {} },
      'schemas/entities/x.json at /properties/it/patternProperties: has no TypeScript type',
    ],
    [
      'a list of positions',
      { type: 'array', items: [{ type: 'string' }] },
      'x.json at /properties/it/items: has no TypeScript type',
    ],
    [
      'a unit on a type that has none',
      { type: 'boolean', 'x-unit': 'money' },
      '"money" has no TypeScript type on boolean',
    ],
    [
      'an unknown unit',
      { type: 'string', format: 'decimal', 'x-unit': 'weight' },
      '"weight" has no TypeScript type on string',
    ],
    ['a reference to no entity', { $ref: './nested/user.json' }, 'refers to no file of schemas/entities'],
  ])('refuses %s', async (_, schema, sentence) => {
    await expect(typeOf(closed({ it: schema as Schema }))).rejects.toThrow(sentence)
  })

  it('is any nowhere in the generated files', () => {
    const files = jsonFiles(root, 'src/generated', '.ts')
    expect(files.length).toBeGreaterThan(50)
    const code = (file: string) =>
      readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\]|\\.)*'/g, '')
    expect(files.filter((file) => /\bany\b/.test(code(file)))).toEqual([])
  })
})

/** Values that a shape takes, and some that it does not. */
function arbitrary(schema: Resolved): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum, 'x')
  const types = [schema.type ?? 'string'].flat()
  return fc.oneof(
    ...types.map((type): { weight: number; arbitrary: fc.Arbitrary<unknown> } => ({
      weight: 12,
      arbitrary: plain(type, schema),
    })),
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 1.5, -1, 0, '', 'x', '１', true, [], {}, 'ab'.repeat(60)) },
  )
}

const TEXTS: Record<string, string[]> = {
  decimal: ['0', '-1.25', '1e5', '+1'],
  symbol: ['BTCUSDT', 'btc'],
  currency: ['USDT', 'usd'],
  country: ['DE', 'de'],
  id: ['a-1', 'a b'],
  url: ['/media/x.svg', 'javascript:x'],
  phone: ['+49 15112345678', '0151'],
  email: ['a@b.co', 'a@b'],
  code: ['123456', '12345'],
  address: ['T'.repeat(34), 'x'],
  account: ['demo', '1'],
}

function plain(type: string, schema: Resolved): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {})
      const record = fc.record(Object.fromEntries(properties.map(([name, property]) => [name, arbitrary(property)])), {
        requiredKeys: schema.required ?? [],
      })
      return fc.oneof(
        { weight: 12, arbitrary: record },
        { weight: 1, arbitrary: record.map((value) => ({ ...value, surprise: 1 })) },
        { weight: 1, arbitrary: record.map((value) => Object.fromEntries(Object.entries(value).slice(1))) },
      )
    }
    case 'array':
      return fc.array(arbitrary(schema.items ?? {}), { maxLength: Math.min((schema.maxItems ?? 3) + 1, 4) })
    case 'integer':
    case 'number':
      return fc.integer({ min: -2, max: 1200 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return schema.format !== undefined && TEXTS[schema.format]
        ? fc.constantFrom(...(TEXTS[schema.format] ?? []))
        : fc.string({ maxLength: 20, unit: 'grapheme' })
  }
}

describe('the generated validators and the one of the client', () => {
  const resolver = new SchemaResolver(
    (file) => readJson(root, file),
    (reference) => expect.fail(reference),
  )
  const calls = readCalls(root).filter(
    (call) => !Object.values(call.payload.properties ?? {}).some(({ format }) => format === 'file'),
  )

  it.each(calls.map((call) => [call.call, call] as const))('agree on %s', (id, call) => {
    for (const [schema, validate] of [
      [call.payload, payload[id as CallId]],
      [call.data, data[id as CallId]],
    ] as const) {
      const resolved = resolver.resolve(schema, call.file)
      const shape = toShape(resolved)
      fc.assert(
        fc.property(arbitrary(resolved), (value) => {
          expect(conforms(shape, value)).toBe(validate(value))
        }),
        { numRuns: 200 },
      )
    }
  })

  it('agree on replies of the services, which may have properties of a later contract', () => {
    let valid = 0
    for (const [name, validate] of Object.entries(replies)) {
      const call = calls.find((callFile) => callFile.call === services[name as ServiceName])
      if (!call) return expect.fail(name)
      const resolved = resolver.resolve(call.data, call.file)
      const shape = replyShape(resolved)
      const later = (value: unknown): unknown =>
        typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, later: 1 } : value
      fc.assert(
        fc.property(fc.oneof(arbitrary(resolved), arbitrary(resolved).map(later)), (value) => {
          valid += validate(value) ? 1 : 0
          expect(conforms(shape, value)).toBe(validate(value))
        }),
        { numRuns: 200 },
      )
    }
    expect(Object.keys(replies).length).toBeGreaterThan(5)
    expect(valid).toBeGreaterThan(100)
  })
})
