import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallId } from '../../../src/generated/calls.ts'
import { contract } from '../../../src/generated/contract.ts'
import type { Shape } from '../../../src/engine/language/expressions/program.ts'
import { readTyped } from '../../../src/engine/language/texts/typedText.ts'
import { createForm } from '../../../src/engine/state/forms/forms.ts'
import { validatorsOf } from '../../support/forms.ts'
import { LONG } from '../../support/long.ts'
import { checkedProject } from '../../support/project.ts'
import { createTestServer, type TestServer } from '../../support/server/testServer.ts'
import { SEED } from '../../support/seed.ts'
import { dataFor, SAMPLES } from './data.ts'

const { forms } = checkedProject().contract
type Fields = Readonly<Record<string, unknown>>

/** A call that takes the values of a form, and the field that says so. */
interface Link {
  call: CallId
  form: string
  chosen: Readonly<Record<string, string>>
}
/** Calls that refuse more than the form can know: the digits of a price are those of its market. */
const KNOWS_MORE = new Set<CallId>(['alert/add'])
const links = (Object.keys(contract) as CallId[]).flatMap((call): Link[] => {
  const link = contract[call].forms
  if (link === undefined || KNOWS_MORE.has(call)) return []
  if (typeof link.of === 'string') return [{ call, form: link.of, chosen: {} }]
  return Object.entries(link.of).map(([value, form]) => ({ call, form, chosen: { [link.by ?? '']: value } }))
})

test('calls take the values of forms', () => expect(links.length).toBeGreaterThan(20))

/** Refusals of a payload by the contract, by its form and by the rules of that. */
const REFUSALS = new Set<unknown>(['missingParameter', 'parameterError'])
/** No verdict on the values. */
const BARRED = 'requestAbnormal'
/** The limit of attempts of a user. */
const LIMITED = 'tooManyRequests'

let server: TestServer
let token = ''
beforeAll(async () => {
  server = await createTestServer()
  ;({ token } = await server.person())
})
afterAll(() => server.close())

let sent = 0
/** Sends a payload from a separate address, since attempts are limited by address, and as another user once they are limited by user. */
async function send(call: CallId, payload: Fields, isLimited = false): ReturnType<TestServer['call']> {
  sent += 1
  const { auth, effect } = contract[call]
  const reply = await server.call(call, payload, {
    ...(auth && { token }),
    ip: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    ...(effect === 'money' && { headers: { 'idempotency-key': `form-${sent}` } }),
  })
  if (reply.code !== LIMITED || isLimited || !auth) return reply
  ;({ token } = await server.person())
  return send(call, payload, true)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Recorded {
  ok: { payload: Fields }
  refusals: Record<string, { payload: Fields }>
}
/** The value that chooses the first form of a call. */
const firstOf = (call: CallId): string | undefined => Object.keys(contract[call].forms?.of ?? {})[0]

/** The payloads that the tests of the server have recorded, as the values of a form: what is repeated in it, too. */
function recorded({ call, chosen }: Link, properties: Readonly<Record<string, Shape>>): Fields[] {
  const file = join(import.meta.dirname, '../../cases/calls', `${call}.json`)
  const { ok, refusals } = JSON.parse(readFileSync(file, 'utf8')) as Recorded
  return (
    [ok, ...Object.values(refusals)]
      .map(({ payload }) => payload)
      // The first form is that of a payload that chooses none.
      .filter((payload) => Object.entries(chosen).every(([name, value]) => (payload[name] ?? firstOf(call)) === value))
      .map((payload) => ({
        ...Object.fromEntries(
          Object.keys(properties).flatMap((name) => (name in payload ? [[name, payload[name]]] : [])),
        ),
        ...('passwordConfirm' in properties && { passwordConfirm: payload.password }),
        ...('agreed' in properties && { agreed: true }),
      }))
  )
}

/** Values of a form: of its schema, and recorded ones of which some are replaced. */
function valuesFor(link: Link, schema: Shape): fc.Arbitrary<Fields> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Shape>>
  const any = dataFor(schema).map((data) => (isObject(data) ? data : {}))
  const known = recorded(link, properties)
  if (known.length === 0) return any
  const near = fc
    .tuple(fc.constantFrom(...known), any, fc.array(fc.constantFrom(...Object.keys(properties)), { maxLength: 1 }))
    .map(([base, other, replaced]) => ({
      ...base,
      ...Object.fromEntries(replaced.map((name) => [name, other[name]])),
    }))
  return fc.oneof(any, { weight: 3, arbitrary: near })
}

/** Values as the fields of a form read typed texts, before it has them. */
const asTyped = (call: CallId, values: Fields): Fields =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const kind = Object.hasOwn(contract[call].typed, name) ? contract[call].typed[name] : undefined
      return [name, kind !== undefined && typeof value === 'string' ? readTyped(kind, value) : value]
    }),
  )

describe.each(links)('$call of $form', (link) => {
  const { call, form, chosen } = link
  const def = forms.get(form)?.def
  if (!def) throw new Error(`There is no form ${form}.`)
  const properties = (def.schema.properties ?? {}) as Readonly<Record<string, Shape>>
  const isSent = (name: string): boolean => contract[call].fields.includes(name)
  /** A picture is sent as the id under which it has been uploaded. */
  const isFile = (name: string): boolean => properties[name]?.format === 'file'

  const agree = async (runs: number) => {
    const verdicts = { accepted: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(valuesFor(link, def.schema), async (values) => {
        const state = createForm(def, validatorsOf(def))
        state.setValues(asTyped(call, values))
        const marked = [...state.check().keys()].map((path) => path.split('.', 1)[0] ?? path)
        const own = Object.entries(state.data()).filter(([name, value]) => isSent(name) && value !== undefined)
        const payload = Object.fromEntries(own.map(([name, value]) => [name, isFile(name) ? SAMPLES.id : value]))
        const reply = await send(call, { ...payload, ...chosen })
        if (reply.code === BARRED || reply.code === LIMITED) return
        const { field, name } = (reply.params ?? {}) as { field?: string; name?: string }
        const place = (field ?? name ?? '').split('.', 1)[0] ?? ''
        const said = `${call} answers ${String(reply.code)} at ${place} to ${JSON.stringify(payload)}`
        expect(reply.status, said).toBeLessThan(500)
        if (marked.length === 0) {
          verdicts.accepted += 1
          expect(REFUSALS.has(reply.code) && Object.hasOwn(properties, place), said).toBe(false)
        } else if (marked.some((item) => isSent(item) && !isFile(item))) {
          verdicts.refused += 1
          expect(reply.type, said).not.toBe('ok')
        }
      }),
      { numRuns: runs, seed: SEED },
    )
    return verdicts
  }

  test('the server accepts what the browser sends, and refuses what it refuses', async () => {
    await agree(16)
  })
  test('the same in many runs, some accepted and some refused', LONG, async () => {
    const { accepted, refused } = await agree(300)
    expect(accepted, 'accepted').toBeGreaterThan(0)
    expect(refused, 'refused').toBeGreaterThan(0)
  })
})
