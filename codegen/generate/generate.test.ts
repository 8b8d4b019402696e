import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { conforms } from '../../src/core/validate.ts'
import { data, payload } from '../../src/generated/validators/index.js'
import { replies } from '../../src/generated/validators/replies.js'
import type { CallId } from '../../src/generated/calls.ts'
import { replyShape, SchemaBook, toShape, type Schema as Resolved } from '../compile/schema.ts'
import { differences, generateAll } from '../generate.ts'
import api from './api.ts'
import errors from './errors.ts'
import { readCalls, readEntities, readForms, readLive } from './lib/contract.ts'
import { checkDialect, type Schema } from './lib/schema.ts'
import { jsonFiles, readJson, SchemaError } from './lib/files.ts'
import { TypeWriter } from './lib/typescript.ts'
import validators from './validators.ts'
import widgets from './widgets.ts'

const root = process.cwd()

describe('the generated files', () => {
  it('are what their sources say', async () => {
    const files = await generateAll(root)
    expect(files.size).toBeGreaterThan(50)
    expect(differences(root, files)).toEqual([])
  })
})

const nested = (levels: number): object => Array.from({ length: levels }).reduce<object>((inner) => ({ type: 'array', items: inner }), { type: 'string' })
const wide = (count: number): object => ({ type: 'object', properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { type: 'string' }])), additionalProperties: false })
/** Schemas that make ajv slow or overflow its stack, or that a validator and an author would understand differently. */
const HOSTILE: readonly [string, unknown, RegExp][] = [
  ['uniqueItems', { type: 'array', items: { type: 'object', properties: {}, additionalProperties: false }, uniqueItems: true }, /"uniqueItems" is not a keyword/],
  ['a pattern that backtracks', { type: 'string', pattern: '^(a+)+$' }, /patterns are named/],
  ['patternProperties', { type: 'object', patternProperties: { '^(a+)+$': {} }, additionalProperties: false }, /"patternProperties" is not a keyword/],
  ['propertyNames', { type: 'object', propertyNames: { pattern: '^(a+)+$' }, additionalProperties: false }, /"propertyNames" is not a keyword/],
  ['contains', { type: 'array', items: {}, contains: {} }, /"contains" is not a keyword/],
  ['if', { if: {}, else: {} }, /"if" is not a keyword/],
  ['not', { not: {} }, /"not" is not a keyword/],
  ['allOf', { allOf: [{}] }, /"allOf" is not a keyword/],
  ['definitions', { definitions: { a: {} } }, /"definitions" is not a keyword/],
  ['an identity of its own', { $id: 'placard:schemas/entities/user.json' }, /"\$id" is not a keyword/],
  ['13 levels', nested(12), /at most 12 levels/],
  ['500 levels', nested(500), /200 brackets/],
  ['100 000 levels', nested(100_000), /nests without end/],
  ['201 properties', wide(201), /at most 200 properties/],
  ['17 branches', { oneOf: Array.from({ length: 17 }, () => ({ type: 'null' })) }, /at most 16 branches/],
  ['10 000 schemas', { type: 'object', properties: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`p${i}`, wide(100)])), additionalProperties: false }, /at most 5000 schemas/],
  ['an enumeration of 60 000 values', { enum: Array.from({ length: 60_000 }, (_, i) => i) }, /50000 values/],
  ['a property __proto__', JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}}, "additionalProperties": false}'), /No property is named "__proto__"/],
  ['a length of 1.5', { type: 'string', maxLength: 1.5 }, /whole number/],
  ['objects as constants', { const: { a: 1 } }, /"const" holds/],
]

describe('the dialect', () => {
  it.each(HOSTILE)('refuses %s', (_, schema, sentence) => {
    expect(() => checkDialect(schema, 'file.json')).toThrow(SchemaError)
    expect(() => checkDialect(schema, 'file.json')).toThrow(sentence)
  })

  it.each<[string, (schema: unknown) => unknown]>([
    ['schemas/api/user/info.json', (schema) => ({ ...(readJson(root, 'schemas/api/user/info.json') as object), data: schema })],
    ['schemas/api/user/info.json', (schema) => ({ ...(readJson(root, 'schemas/api/user/info.json') as object), payload: { type: 'object', properties: { a: schema }, additionalProperties: false } })],
    ['schemas/live/clock.json', (schema) => ({ event: 'clock', from: 'server', description: '', payload: schema })],
    ['schemas/entities/quote.json', (schema) => schema],
    ['schemas/operator.json', (schema) => schema],
    ['schemas/catalogue/pointer.json', (schema) => schema],
  ])('a hostile schema in %s is refused before ajv compiles', (file, put) => {
    const copy = mkdtempSync(join(tmpdir(), 'placard-hostile-'))
    try {
      for (const part of ['schemas', 'src/app/shell.json']) cpSync(join(root, part), join(copy, part), { recursive: true })
      const compile = vi.spyOn(Ajv.prototype, 'addSchema')
      for (const [about, schema] of HOSTILE.filter(([name]) => !name.includes('100 000'))) {
        writeFileSync(join(copy, file), JSON.stringify(put(schema)))
        expect(() => validators(copy), about).toThrow(SchemaError)
      }
      expect(compile).not.toHaveBeenCalled()
    } finally {
      rmSync(copy, { recursive: true })
    }
  })

  it('is kept by every schema file of the project', () => {
    const seen = readCalls(root).length + readEntities(root).length + readLive(root).length + readForms(root).length
    expect(seen).toBeGreaterThan(50)
    for (const file of ['schemas/operator.json', 'schemas/operatorServer.json']) checkDialect(readJson(root, file), file)
    const parts = ['src/widgets', 'src/actions'].flatMap((folder) => jsonFiles(root, folder, '.schema.json'))
    expect(parts.length).toBeGreaterThan(40)
    for (const file of parts) {
      const { props, args, events = {} } = readJson(root, file) as { props?: unknown; args?: unknown; events?: Record<string, { detail?: unknown }> }
      checkDialect(props ?? args, file)
      for (const { detail } of Object.values(events)) if (detail !== undefined) checkDialect(detail, file)
    }
  })

  it.each<[string, object, string]>([
    ['an unknown keyword', { type: 'string', maxlength: 3 }, '"maxlength" is not a keyword'],
    ['anyOf', { anyOf: [] }, '"anyOf" is not a keyword'],
    ['multipleOf', { type: 'number', multipleOf: 2 }, '"multipleOf" is not a keyword'],
    ['a pattern', { type: 'string', pattern: '^a' }, 'patterns are named'],
    ['a misspelt annotation', { type: 'string', 'x-unti': 'money' }, '"x-unti" is not an annotation'],
    ['an open object', { type: 'object', properties: {} }, 'additionalProperties'],
    ['a type that is none', { type: 'text' }, '"text" is not a type'],
    ['a list without items', { type: 'array' }, 'what its "items" are'],
    ['a bound of another type', { type: 'string', minimum: 1 }, '"minimum" belongs to the type number'],
    ['an unknown format', { type: 'string', format: 'money' }, '"money" is not a format'],
    ['no schema', [], 'A schema is an object'],
  ])('refuses %s', (_, schema, sentence) => {
    expect(() => checkDialect({ type: 'object', properties: { inner: schema }, additionalProperties: false }, 'file.json')).toThrow(sentence)
    expect(() => checkDialect({ type: 'object', properties: { inner: schema }, additionalProperties: false }, 'file.json')).toThrow('file.json at /properties/inner')
  })
})

describe('a contract with a mistake', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'placard-generate-'))
    cpSync(join(root, 'schemas'), join(folder, 'schemas'), { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const change = (file: string, edit: (value: Record<string, unknown>) => void) => {
    const value = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>
    edit(value)
    writeFileSync(join(folder, file), JSON.stringify(value))
  }

  it.each<[string, (value: Record<string, unknown>) => void, string]>([
    ['a call under another name', (call) => (call.call = 'user/signin'), 'schemas/api/user/login.json at call: the path of the file says "user/login"'],
    ['an error nobody knows', (call) => (call.errors = ['nope']), 'errors/nope: is not in schemas/errors.json'],
    ['a success nobody knows', (call) => (call.success = 'nope'), '"nope" is not in schemas/successes.json'],
    ['a misspelt key', (call) => (call.efect = 'read'), 'efect: no call file has this'],
    ['lang in the payload', (call) => (call.payload = { type: 'object', properties: { lang: { type: 'string' } }, additionalProperties: false }), 'stands in every payload'],
    ['a GET that writes', (call) => (call.method = 'GET'), 'a GET only reads'],
    ['a form that is not there', (call) => (call.forms = { of: 'nothing' }), 'schemas/forms/nothing.json is not there'],
    ['a reference to nothing', (call) => (call.data = { $ref: '../../other/user.json' }), 'refers to no file of schemas/entities'],
  ])('with %s is refused with its place', (_, edit, sentence) => {
    change('schemas/api/user/login.json', edit)
    expect(() => api(folder)).toThrow(sentence)
  })

  it('with torn JSON is refused with its name', () => {
    writeFileSync(join(folder, 'schemas/api/status.json'), '{')
    expect(() => api(folder)).toThrow('schemas/api/status.json: is not JSON')
  })

  it('with a message that names no parameter is refused', () => {
    change('schemas/errors.json', (all) => (all.wrongPassword = { message: 'Wrong, {{name}}', params: {} }))
    expect(() => errors(folder)).toThrow('wrongPassword: the message names {{name}}')
  })

  it('with a widget schema in a wrong place is refused', () => {
    mkdirSync(join(folder, 'src/widgets/Hello'), { recursive: true })
    writeFileSync(join(folder, 'src/widgets/Hello/Hallo.schema.json'), '{}')
    expect(() => widgets(folder)).toThrow('src/widgets/Hello/Hallo.schema.json: belongs into src/widgets/<name>/<name>.schema.json')
  })
})

describe('TypeScript of a schema', () => {
  it.each<[Schema, string]>([
    [{ type: 'string', format: 'decimal', 'x-unit': 'money' }, 'string'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ type: ['string', 'null'], enum: ['a', "b'c", null] }, "'a' | 'b\\'c' | null"],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'Record<string, string>'],
    [{ type: 'object', properties: {}, additionalProperties: false }, 'Record<string, never>'],
    [{ type: 'object', properties: { 'a-b': { type: 'boolean' } }, additionalProperties: false }, "{\n  'a-b'?: boolean\n}"],
    [{ type: 'string', format: 'file' }, 'Blob'],
    [{ $ref: './user.json' }, 'User'],
    [{}, 'unknown'],
  ])('%j is %s', (schema, type) => {
    expect(new TypeWriter('schemas/entities/x.json').type(schema)).toBe(type)
  })
})

/** Values that a shape takes, and some that it does not. */
function arbitrary(schema: Resolved): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum, 'x')
  const types = [schema.type ?? 'string'].flat()
  return fc.oneof(
    ...types.map((type): { weight: number; arbitrary: fc.Arbitrary<unknown> } => ({ weight: 12, arbitrary: plain(type, schema) })),
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 1.5, -1, 0, '', 'x', '１', true, [], {}, 'ab'.repeat(60)) },
  )
}

const TEXTS: Record<string, string[]> = {
  decimal: ['0', '-1.25', '1e5', '+1'], symbol: ['BTCUSDT', 'btc'], currency: ['USDT', 'usd'], country: ['DE', 'de'], id: ['a-1', 'a b'], url: ['/media/x.svg', 'javascript:x'],
  phone: ['+49 15112345678', '0151'], email: ['a@b.co', 'a@b'], code: ['123456', '12345'], address: ['T'.repeat(34), 'x'], account: ['demo', '1'],
}

function plain(type: string, schema: Resolved): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {})
      const record = fc.record(Object.fromEntries(properties.map(([name, property]) => [name, arbitrary(property)])), { requiredKeys: schema.required ?? [] })
      return fc.oneof({ weight: 12, arbitrary: record }, { weight: 1, arbitrary: record.map((value) => ({ ...value, surprise: 1 })) }, { weight: 1, arbitrary: record.map((value) => Object.fromEntries(Object.entries(value).slice(1))) })
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
      return schema.format !== undefined && TEXTS[schema.format] ? fc.constantFrom(...(TEXTS[schema.format] ?? [])) : fc.string({ maxLength: 20, unit: 'grapheme' })
  }
}

describe('the generated validators and the one of the client', () => {
  const book = new SchemaBook((file) => readJson(root, file), (reference) => expect.fail(reference))
  const calls = readCalls(root).filter((call) => !Object.values(call.payload.properties ?? {}).some(({ format }) => format === 'file'))

  it.each(calls.map((call) => [call.call, call] as const))('agree on %s', (id, call) => {
    for (const [schema, validate] of [
      [call.payload, payload[id as CallId]],
      [call.data, data[id as CallId]],
    ] as const) {
      const resolved = book.resolve(schema, call.file)
      const shape = toShape(resolved)
      fc.assert(
        fc.property(arbitrary(resolved), (value) => {
          expect(conforms(shape, value)).toBe(validate(value))
        }),
        { numRuns: 200 },
      )
    }
  })

  it('agree on replies to the app’s own calls, which may have properties of a later contract', () => {
    let valid = 0
    for (const [id, validate] of Object.entries(replies)) {
      const call = calls.find((one) => one.call === id)
      if (!call) return expect.fail(id)
      const resolved = book.resolve(call.data, call.file)
      const shape = replyShape(resolved)
      const later = (value: unknown): unknown => (typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, later: 1 } : value)
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
