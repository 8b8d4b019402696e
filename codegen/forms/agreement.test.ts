import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/engine/language/values/canonicalJson.ts'
import { linkValidators, type FormModule } from '../../src/engine/language/forms/formModule.ts'
import type { Json, Shape } from '../../src/engine/language/expressions/program.ts'
import { compileFormCheck } from '../../src/server/kit/api/forms.ts'
import { filled } from '../../src/engine/state/forms/formValues.ts'
import { lowerFormSchema } from '../compiler/forms/formSchema.ts'
import { compileFormValidators } from './validators.ts'

const folder = join(import.meta.dirname, '../../schemas/forms')
const forms = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map(
    (file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, file), 'utf8')) as Source] as const,
  )

interface Source {
  schema: Shape
  uiSchema?: Json
}

/** A value that each format of the forms accepts, and others that look like one. */
const VALUES: readonly Json[] = [
  'USDT',
  'BTC',
  'BTCUSDT',
  '1.5',
  '0',
  '-1',
  '1,5',
  '0x10',
  '1e3',
  '',
  ' ',
  'a',
  'abc',
  'Ab1!cdefg',
  'x'.repeat(300),
  'anna@example.com',
  'anna@',
  '+49 15112345678',
  '+49',
  '123456',
  '12345',
  '2026-11-29',
  '2026-13-01',
  'DE',
  'de',
  'order-1',
  'anna_1',
  'Anna',
  'L01X00T47',
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  '4111 1111 1111 1111',
  'WELCOME1',
  'AB12CD34EF',
  true,
  false,
  null,
  0,
  1,
  1.5,
  -1,
  [],
  {},
]

function valuesOf(schema: Shape): Json[] {
  const { enum: all, const: only, default: preset, minLength, maxLength } = schema
  const edges = [minLength, maxLength].flatMap((length) =>
    typeof length === 'number'
      ? [length - 1, length, length + 1].filter((item) => item >= 0).map((item) => 'a'.repeat(item))
      : [],
  )
  return [
    ...(Array.isArray(all) ? all : []),
    ...(only === undefined ? [] : [only]),
    ...(preset === undefined ? [] : [preset]),
    ...edges,
    ...VALUES,
  ]
}

describe.each(forms)('the form %s', (_name, { schema, uiSchema }) => {
  test('is judged by the client as by the server', async () => {
    const lowered = JSON.parse(canonicalJson(lowerFormSchema(schema, uiSchema))) as Shape
    const module = (await import(
      `data:text/javascript,${encodeURIComponent(compileFormValidators(lowered))}`
    )) as FormModule
    const { main } = linkValidators(module)
    const branches = [schema, ...((schema.allOf ?? []) as Shape[])]
      .flatMap((conditional) => [conditional.then, conditional.else])
      .map((branch) => (branch as Shape | undefined)?.properties as Shape | undefined)
    /** Those that a condition adds, and the others: a branch may have more of a property that is always there. */
    const properties = Object.entries(
      Object.assign({}, ...branches, (schema.properties ?? {}) as Record<string, Shape>) as Record<string, Shape>,
    )
    const names = properties.map(([name]) => name)
    const check = compileFormCheck(schema, new Set(names))
    // A value of each property that its own schema accepts, and all that may be tried.
    const candidates = properties.map(([name, property]) => {
      const own = compileFormCheck(
        { type: 'object', properties: { [name]: property }, required: [name] },
        new Set([name]),
      )
      const values = valuesOf(property)
      return { name, values, valid: values.filter((value) => own({ [name]: value }) === null) }
    })
    expect(candidates.filter(({ valid }) => valid.length === 0).map(({ name }) => name)).toEqual([])
    const payload = fc.tuple(
      fc.record(Object.fromEntries(candidates.map(({ name, valid }) => [name, fc.constantFrom(...valid)]))),
      fc.array(
        fc
          .constantFrom(...candidates)
          .chain(({ name, values }) =>
            fc.tuple(fc.constant(name), fc.oneof(fc.constantFrom<Json | undefined>(...values), fc.constant(undefined))),
          ),
        { maxLength: 2 },
      ),
    )
    let accepted = 0
    let refused = 0
    fc.assert(
      fc.property(payload, ([valid, changes]) => {
        const values: Record<string, Json> = { ...valid }
        for (const [name, value] of changes) {
          if (value === undefined) delete values[name]
          else values[name] = value
        }
        const sent = filled(values)
        const client = main(sent)
        const server = check(sent) === null
        if (client) accepted += 1
        else refused += 1
        // The server takes null of a field without such a value as absent: the client does not send it.
        const hasForeignNull = candidates.some(({ name, valid: own }) => values[name] === null && !own.includes(null))
        if (!hasForeignNull) expect({ server, sent }).toEqual({ server: client, sent })
      }),
      { numRuns: 200, seed: 7 },
    )
    expect(accepted).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(0)
  })
})
