import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { ValidatorFunctions } from '@rjsf/validator-ajv8'
import { getDefaultFormState, type RJSFSchema } from '@rjsf/utils'
import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { canonicalJson } from '../../src/engine/language/values/canonicalJson.ts'
import { formats } from '../../src/engine/language/forms/schemaFormats.ts'
import { isFormModule, linkValidators, type FormModule } from '../../src/engine/language/forms/formModule.ts'
import type { Shape } from '../../src/engine/language/expressions/program.ts'
import { compileFormValidators, createFormCompiler } from './validators.ts'
import { LONG } from '../../tests/support/long.ts'

const load = async (text: string): Promise<FormModule> => {
  const module: unknown = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`)
  if (!isFormModule(module)) throw new Error('It is no module of a form.')
  return module
}

/** Has each keyword that a form may have. */
const ALL_KEYWORDS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../tests/conformance/forms/complete.json'), 'utf8'),
) as Shape

describe('the module of a form', () => {
  test('has the same bytes for the same schema with any order of properties', () => {
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .map(([name, item]) => [name, turned(item)]),
            )
          : value
    const text = compileFormValidators(ALL_KEYWORDS)
    expect(compileFormValidators(turned(ALL_KEYWORDS) as Shape)).toBe(text)
    const compile = createFormCompiler()
    expect(compile(ALL_KEYWORDS)).toBe(text)
    expect(compile(turned(ALL_KEYWORDS) as Shape)).toBe(text)
  })

  test('names the formats that it calls, and is silent about those that say a use', async () => {
    const outputs = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error'), vi.spyOn(console, 'log')]
    const module = await load(compileFormValidators(ALL_KEYWORDS))
    expect(module.formats).toEqual(['address', 'cardNumber', 'decimal', 'email'])
    for (const output of outputs) expect(output).not.toHaveBeenCalled()
    expect(() => linkValidators({ ...module, formats: ['later'] })).toThrow('no format later')
    expect(() => linkValidators({ formats: [], main: '', default: (require) => require('node:fs') as never })).toThrow(
      'no helper node:fs',
    )
  })

  test('has every validator that RJSF asks for', async () => {
    // As a published screen has it: RJSF derives schemas from the order of the properties.
    const schema = JSON.parse(canonicalJson(ALL_KEYWORDS)) as RJSFSchema
    const validator = createPrecompiledValidator(
      linkValidators(await load(compileFormValidators(ALL_KEYWORDS))).functions as ValidatorFunctions,
      schema,
    )
    for (const data of [
      {},
      { kind: 'card' },
      { kind: 'wallet', count: 1 },
      { kind: 'wallet', count: 2, note: 'a' },
      { to: { is: 'b' } },
      { any: 3, given: 'x' },
    ]) {
      expect(() => getDefaultFormState(validator, schema, data, schema)).not.toThrow()
      expect(() => validator.validateFormData(data, schema)).not.toThrow()
    }
  })

  test('finds every error, each at its path', async () => {
    const { main } = linkValidators(await load(compileFormValidators(ALL_KEYWORDS)))
    expect(main({ kind: 'wallet', amount: '1.5' })).toBe(true)
    const wrong = {
      kind: 'card',
      amount: '1,5',
      agreed: false,
      tags: [{ name: 'a' }, { name: 'a' }],
      given: { a: [1, { b: 1 }] },
      note: '🐢🐢🐢🐢🐢',
    }
    expect(main(wrong)).toBe(false)
    expect(main.errors?.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)).toEqual(
      expect.arrayContaining([
        ' required',
        ' dependencies',
        '/amount format',
        '/agreed const',
        '/tags uniqueItems',
        '/given enum',
      ]),
    )
    expect(main.errors?.some(({ instancePath }) => instancePath === '/note')).toBe(false)
  })

  test.each([
    ['an identifier', { type: 'object', $id: '*/;globalThis.hacked=1;/*' }, 'no "$id"'],
    ['an identifier within', { type: 'object', properties: { a: { type: 'string', $id: 'x' } } }, 'no "$id"'],
    ['a check that takes its time', { type: 'object', $async: true }, 'no "$async"'],
    [
      'an unknown format',
      { type: 'object', properties: { format: { type: 'string', format: 'uri' } } },
      '"uri" is not a format',
    ],
    [
      'a keyword of another type',
      { type: 'object', properties: { a: { type: 'string', maxLength: '3' } } },
      'maxLength must be integer',
    ],
    ['a property without a name', { type: 'object', properties: { '': { type: 'string' } } }, 'a property has a name'],
    ['a requirement without a name', { type: 'object', required: [''] }, 'a property has a name'],
    [
      'a reference to nowhere',
      { type: 'object', properties: { a: { $ref: '#/definitions/none' } } },
      '#/definitions/none',
    ],
  ])('rejects a schema with %s', (_what, schema, sentence) => {
    expect(() => compileFormValidators(schema)).toThrow(sentence)
  })

  const tree = {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/definitions/tree' } } },
    required: ['name'],
  }

  test('checks every level of a tree', async () => {
    const schema: Shape = {
      type: 'object',
      properties: { tree: { $ref: '#/definitions/tree' }, kind: { enum: ['a', 'b'] } },
      definitions: { tree },
      if: { properties: { kind: { const: 'a' } } },
      then: { required: ['tree'] },
    }
    const { main, functions } = linkValidators(await load(compileFormValidators(schema)))
    expect(main({ tree: { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] } })).toBe(true)
    expect(main({ tree: { name: 'a', children: [{ name: 'b', children: [{ children: [] }] }] } })).toBe(false)
    expect(main.errors?.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)).toEqual([
      '/tree/children/0/children/0 required',
    ])
    const validator = createPrecompiledValidator(functions as ValidatorFunctions, schema as RJSFSchema)
    expect(() =>
      getDefaultFormState(
        validator,
        schema as RJSFSchema,
        { tree: { name: 'a', children: [{ children: [{}] }] } },
        schema as RJSFSchema,
      ),
    ).not.toThrow()
  })

  test('is not built if a branch leads to a tree: each level needs a different validator', () => {
    expect(() =>
      compileFormValidators({
        type: 'object',
        properties: { pay: { oneOf: [{ $ref: '#/definitions/tree' }, { type: 'string' }] } },
        definitions: { tree },
      }),
    ).toThrow('contains itself within a list')
  })

  test('allows properties named like keywords', async () => {
    const module = await load(
      compileFormValidators({
        type: 'object',
        properties: {
          $id: { type: 'string' },
          format: { type: 'string', format: 'email' },
          default: { type: 'string', format: 'phone' },
          enum: { type: 'string' },
        },
      }),
    )
    expect(module.formats).toEqual(['email', 'phone'])
  })

  test('returns the same results as ajv, and executes no text of the schema', LONG, async () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
      fc.constantFrom(
        '";globalThis.hacked=1;"',
        '`${globalThis.hacked=1}`',
        "'];globalThis.hacked=1;['",
        '*/globalThis.hacked=1/*',
        '\u2028globalThis.hacked=1',
        '</script>',
        '__proto__',
        'constructor',
        'hasOwnProperty',
        'exports',
        '\\',
        '\n',
      ),
    )
    const leaf = fc.oneof(
      fc.record({ const: nasty }),
      fc.record({ enum: fc.uniqueArray(nasty, { minLength: 1, maxLength: 3 }) }),
      fc.constant({ type: 'string', maxLength: 3 }),
      fc.constant({ type: 'array', uniqueItems: true }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(nasty, leaf), { minLength: 1, maxLength: 4 }),
        fc.dictionary(nasty, fc.oneof(nasty, fc.array(nasty, { maxLength: 3 }))),
        async (properties, data) => {
          // A member of this name would be no property but the prototype: JSON keeps it as the former.
          const schema = JSON.parse(
            JSON.stringify({
              type: 'object',
              properties: Object.fromEntries(properties),
              required: [properties[0]?.[0]],
            }),
          ) as Shape
          const { main } = linkValidators(await load(compileFormValidators(schema)))
          const judge = new Ajv({ strict: false, ownProperties: true, validateSchema: false, formats })
          expect(main(data)).toBe(judge.validate(schema, data))
        },
      ),
      { numRuns: 150, seed: 13 },
    )
    expect(globalThis).not.toHaveProperty('hacked')
  })
})
