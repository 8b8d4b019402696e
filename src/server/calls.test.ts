import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../generated/contract.ts'
import type { CallId } from '../generated/calls.ts'
import type { ErrorCode, SuccessCode } from '../generated/errors.ts'
import { okEnvelope, refusalEnvelope } from './kit/api/envelope.ts'
import type { Handlers } from './handler.ts'
import { handlers } from './calls.ts'
import type { CallCases, Cases } from '../../tests/support/server/caseTypes.ts'
import { EXAMPLES, examplesIn } from '../../tests/support/server/examples.ts'
import {
  createTestServer,
  lastExchange,
  type Exchange,
  type TestServer,
} from '../../tests/support/server/testServer.ts'
import { data as dataValidators, payload as payloadValidators } from '../generated/validators/index.js'

const files = readdirSync(new URL('../../tests/support/server/cases', import.meta.url)).filter(
  (name) => name !== 'types.ts',
)
const all = new Map<string, CallCases>()
for (const file of files) {
  const { cases } = (await import(
    /* @vite-ignore */ new URL(`../../tests/support/server/cases/${file}`, import.meta.url).href
  )) as {
    cases: Cases
  }
  for (const [call, moduleCases] of Object.entries(cases)) all.set(call, moduleCases)
}

function messageOf({ payload, reply: { type, code, params } }: Exchange): string {
  const lang = payload.lang as string
  const envelope =
    type === 'ok'
      ? okEnvelope(null, code === 1 ? undefined : (code as SuccessCode), lang)
      : refusalEnvelope({ code: code as ErrorCode, params }, lang)
  return envelope.message
}

const examples = examplesIn(EXAMPLES, 'src/server/calls.test.ts', messageOf)
let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

describe('every call of the contract', () => {
  it('has cases', () => {
    expect(all.size).toBeGreaterThan(20)
    expect([...all.keys()].toSorted()).toEqual(Object.keys(contract).toSorted())
  })

  it('is answered by one domain', async () => {
    const found: string[] = []
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((path) => path.endsWith('/calls.ts'))) {
      const { calls } = (await import(/* @vite-ignore */ new URL(file, import.meta.url).href)) as {
        calls: Partial<Handlers>
      }
      for (const [call, handler] of Object.entries(calls)) {
        expect(handlers[call as CallId], call).toBe(handler)
        found.push(call)
      }
    }
    expect(found.toSorted()).toEqual(Object.keys(contract).toSorted())
  })

  for (const [call, cases] of all) {
    describe(call, () => {
      const facts = contract[call as CallId]

      it('answers', async () => {
        const reply = await cases.ok(server)
        expect(reply).toMatchObject({ type: 'ok', code: facts.success ?? 1, status: 200 })
        cases.inspect?.(reply.data)
        const receipts = server.context.db.selectFrom('receipts').select('id').where('call', '=', call)
        expect((await receipts.executeTakeFirst()) !== undefined).toBe(facts.effect === 'money')
        expect(examples.compare(call, null, lastExchange(call as CallId, null))).toBeNull()
      })

      it('reaches each refusal', () => {
        expect(Object.keys(cases.errors).toSorted()).toEqual([...facts.errors].toSorted())
      })

      for (const [code, send] of Object.entries(cases.errors) as [
        ErrorCode,
        (server: TestServer) => Promise<unknown>,
      ][]) {
        it(`refuses with ${code}`, async () => {
          expect(await send(server)).toMatchObject({ type: 'error', code, status: 200, data: null })
          expect(examples.compare(call, code, lastExchange(call as CallId, code))).toBeNull()
        })
      }

      it('has recorded examples that its contract accepts', () => {
        const { ok, refusals = {} } = examples.current(call, facts.errors) ?? {}
        const { lang: _lang, ...payload } = ok?.payload ?? {}
        if (facts.files.length === 0) expect(payloadValidators[call as CallId](payload)).toBe(true)
        expect(dataValidators[call as CallId](ok?.reply.data)).toBe(true)
        expect(Object.keys(refusals).toSorted()).toEqual([...facts.errors].toSorted())
      })

      it('refuses an unknown field', async () => {
        if (facts.files.length > 0) return
        const { token } = (await server.login('demo', 'demo1234')).data
        const reply = await server.call(call as CallId, { surprise: '1' }, { token })
        expect(['parameterError', 'missingParameter', ...Object.values(facts.missing ?? {})]).toContain(reply.code)
      })

      if (facts.auth) {
        it.each([undefined, '', 'x'.repeat(43)])('answers 999 to the token %j', async (token) => {
          const reply = await server.call(call as CallId, {}, token === undefined ? {} : { token })
          expect(reply).toMatchObject({ type: '999', code: 'sessionExpired', status: 200 })
        })
      }
    })
  }
})
