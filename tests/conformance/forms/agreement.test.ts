import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileFormValidators } from '../../../codegen/forms/validators.ts'
import { canonicalJson } from '../../../src/engine/language/values/canonicalJson.ts'
import { isFormModule, linkValidators, type FormValidators } from '../../../src/engine/language/forms/formModule.ts'
import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import type { Shape } from '../../../src/engine/language/expressions/program.ts'
import { contract } from '../../../src/generated/contract.ts'
import { compileFormCheck } from '../../../src/server/kit/api/forms.ts'
import { checkedProject } from '../../support/project.ts'
import { dataFor, SAMPLES } from './data.ts'

const RUNS = 200

/** The forms of the catalogue, and the schemas of this folder, each as published. */
const forms = new Map<string, Shape>(
  [
    ...[...checkedProject().contract.forms].map(([id, { def }]): [string, Shape] => [id, def.schema]),
    ...readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.json'))
      .map((file): [string, Shape] => [
        file,
        JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Shape,
      ]),
  ].map(([id, schema]): [string, Shape] => [id, JSON.parse(canonicalJson(schema)) as Shape]),
)

/** The module as a browser runs it. */
async function browserOf(schema: Shape): Promise<FormValidators> {
  const formModule: unknown = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(compileFormValidators(schema))}`
  )
  if (!isFormModule(formModule)) throw new Error('It is no module of a form.')
  return linkValidators(formModule)
}

interface Failure {
  instancePath: string
  params: Record<string, unknown>
}
const placeOf = (failure: Failure | undefined): string | null =>
  failure
    ? `${failure.instancePath} ${String(failure.params.missingProperty ?? failure.params.additionalProperty ?? '')}`
    : null

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const all = (schema: unknown): Set<string> => {
  const names = new Set<string>()
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk)
    else if (isObject(node)) {
      if (isObject(node.properties)) for (const name of Object.keys(node.properties)) names.add(name)
      Object.values(node).forEach(walk)
    }
  }
  walk(schema)
  return names
}
/** The payload: no empty value, and no property outside of the form. */
const filled = (data: Record<string, unknown>, names: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) => names.has(name) && value !== undefined && value !== null && value !== '',
    ),
  )
/** Keywords of the complete form, which the payload of a call is not checked against. */
const FORM_KEYWORDS = ['additionalProperties', 'minProperties', 'maxProperties', 'const', 'enum']

test('there are forms, and a sample of every format', () => {
  expect(forms.size).toBeGreaterThan(35)
  expect(Object.keys(SAMPLES).toSorted()).toEqual(Object.keys(formats).toSorted())
  for (const [format, sample] of Object.entries(SAMPLES)) expect(formats[format]?.(sample), format).toBe(true)
})

describe.each([...forms])('%s', (id, schema) => {
  test('browser and server give the same verdict, with the same first place', async () => {
    const browser = await browserOf(schema)
    const server = new Ajv({
      ownProperties: true,
      allErrors: false,
      messages: false,
      strict: false,
      logger: false,
      formats,
    }).compile(schema)
    const names = all(schema)
    const ofCall = FORM_KEYWORDS.some((keyword) => schema[keyword] !== undefined)
      ? null
      : compileFormCheck(schema, names)
    const verdicts = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(dataFor(schema), (data) => {
        const accepted = browser.main(data)
        verdicts[accepted ? 'accepted' : 'refused'] += 1
        expect(server(data)).toBe(accepted)
        expect(placeOf(browser.main.errors?.[0] as Failure | undefined)).toBe(placeOf(server.errors?.[0]))
        if (ofCall && isObject(data)) {
          const payload = filled(data, names)
          expect(ofCall(payload) === null).toBe(browser.main(payload))
        }
      }),
      { numRuns: RUNS, seed: 13 },
    )
    expect(verdicts.accepted, `accepted values of ${id}`).toBeGreaterThan(0)
    expect(verdicts.refused, `refused values of ${id}`).toBeGreaterThan(0)
  })
})

describe('payloads with form data', () => {
  const checkedForms = Object.entries(contract).flatMap(([call, { forms: callForms, fields, files }]) =>
    callForms
      ? (typeof callForms.of === 'string' ? [callForms.of] : Object.values(callForms.of)).map((form) => ({
          call,
          form,
          fields,
          files,
        }))
      : [],
  )
  test('some calls are checked against forms', () => expect(checkedForms.length).toBeGreaterThan(15))

  test.each(checkedForms)(
    '$call of $form is accepted by the server when the browser accepts the form',
    async ({ form, fields, files }) => {
      const schema = forms.get(form) ?? {}
      const browser = await browserOf(schema)
      const server = compileFormCheck(schema, new Set(fields), new Set(files))
      let accepted = 0
      fc.assert(
        fc.property(dataFor(schema), (data) => {
          if (!isObject(data) || !browser.main(filled(data, all(schema)))) return
          accepted += 1
          expect(server(data)).toBeNull()
        }),
        { numRuns: RUNS, seed: 13 },
      )
      expect(accepted).toBeGreaterThan(0)
    },
  )
})
