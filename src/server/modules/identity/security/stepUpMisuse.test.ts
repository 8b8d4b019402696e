import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepare, readCaseRequests } from '../../../../../tests/prove/kit/requests.ts'
import { PASSWORD, payProof } from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import type { CallId } from '../../../../generated/calls.ts'
import { contract } from '../../../../generated/contract.ts'
import { sha256 } from '../../../kit/random.ts'
import { createLog } from '../../../kit/observability/log.ts'
import { metrics } from '../../../kit/observability/metrics.ts'

const cases = await readCaseRequests()
/** Calls that require a step-up for each payload; stepUp.test.ts and payees.test.ts have those that require it for some values. */
const calls = (Object.keys(contract) as CallId[]).filter((call) => {
  const { stepUp } = contract[call]
  return stepUp && !stepUp.of
})

let server: TestServer
const lines: { route?: string; result?: string; userId?: string }[] = []
beforeAll(async () => {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n')) if (line !== '') lines.push(JSON.parse(line) as object)
      done()
    },
  })
  server = await createTestServer({ log: createLog('info', stream) })
})
afterAll(() => server.close())

const counted = async (call: CallId): Promise<number> =>
  (await metrics.callResults.get()).values.find(
    ({ labels }) => labels.call === call && labels.result === 'stepUpRequired',
  )?.value ?? 0
const logged = (call: CallId): number =>
  lines.filter(({ route, result, userId }) => route === `/api/${call}` && result === 'stepUpRequired' && userId).length

let keys = 0

/** A valid request of a call with its step-up proof. */
async function ready(call: CallId) {
  const ask = cases.get(call)
  if (!ask) throw new Error(`${call} has no case`)
  const { payload, token = '' } = await prepare(server, call, ask)
  const { stepUpProof } = payload
  if (typeof stepUpProof !== 'string') throw new Error(`The case of ${call} has no step-up proof`)
  const send = async (more: Record<string, unknown> = {}) => {
    const headers = { 'idempotency-key': `misuse-${++keys}` }
    return (await server.call(call, { ...payload, ...more }, { token, headers })).code
  }
  const change = (columns: { call?: string; value?: string; token_hash?: string; expires?: number }) =>
    server.context.db.updateTable('step_up_proofs').set(columns).where('hash', '=', sha256(stepUpProof)).execute()
  return { token, send, change, right: contract[call].success ?? 1 }
}

it('there are calls that require a step-up', () => {
  expect(calls.length).toBeGreaterThan(5)
})

describe.each(calls)('%s', (call) => {
  it('refuses a step-up that is skipped, counts it, and logs it', async () => {
    const { send } = await ready(call)
    const before = { counted: await counted(call), logged: logged(call) }
    expect(await send({ stepUpProof: null })).toBe('stepUpRequired')
    expect(await send({ stepUpProof: 'x'.repeat(43) })).toBe('stepUpRequired')
    expect(await counted(call)).toBe(before.counted + 2)
    await expect.poll(() => logged(call)).toBe(before.logged + 2)
  })

  it.each([
    ['for another call', () => ({ call: 'made/up' })],
    ['for another value', () => ({ value: 'other' })],
    ['that has expired', () => ({ expires: server.clock.now() })],
  ])('refuses a proof %s', async (_, columns) => {
    const { send, change } = await ready(call)
    await change(columns())
    expect(await send()).toBe('stepUpRequired')
  })

  it('refuses a proof of another session', async () => {
    const { send, change, token } = await ready(call)
    const { account } = (await server.call('user/info', {}, { token })).data
    const { type, data } = await server.login(account, PASSWORD)
    expect(type).toBe('ok')
    await change({ token_hash: sha256(data.token) })
    expect(await send()).toBe('stepUpRequired')
  })

  it('refuses a proof that is replayed', async () => {
    const { send, token, right } = await ready(call)
    expect(await send()).toBe(right)
    const again = contract[call].needs.includes('payPassword')
      ? { payProof: await payProof(server, { token } as Person, call) }
      : {}
    // The account that is closed has no session.
    expect(await send(again)).toBe(call === 'user/close' ? 'sessionExpired' : 'stepUpRequired')
  })

  it('refuses a proof after log-out', async () => {
    const { send, token } = await ready(call)
    await server.call('user/logout', {}, { token })
    expect(await send()).toBe('sessionExpired')
    expect(
      await server.context.db
        .selectFrom('step_up_proofs')
        .select('hash')
        .where('token_hash', '=', sha256(token))
        .execute(),
    ).toEqual([])
  })
})
