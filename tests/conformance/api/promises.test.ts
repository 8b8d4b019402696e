import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { promisedFields } from '../../../codegen/generate/lib/contract.ts'
import type { Receipt } from '../../../src/generated/entities.ts'
import type { CallId } from '../../../src/generated/calls.ts'
import { createTestServer, type TestServer } from '../../support/server/testServer.ts'
import {
  execute,
  prepare,
  readCaseRequests,
  readContract,
  sendReady,
  type PreparedRequest,
} from '../../prove/kit/requests.ts'

const asks = await readCaseRequests()
const payments = readContract().filter(({ effect }) => effect === 'money')
/** A promise that is the price of the trade. */
const QUOTED = 'quoted'
const optional = payments.flatMap(({ call, payload }) => {
  const fields = Object.keys(promisedFields(payload)).map((path) => path.split('/')[0] ?? '')
  const free = [...new Set(fields)].filter((name) => !payload.required?.includes(name))
  return free.length > 0 ? [{ call: call as CallId, free }] : []
})

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const executed = new Set<CallId>()
async function ready(call: CallId): Promise<PreparedRequest> {
  const ask = asks.get(call)
  if (!ask) throw new Error(`${call} has no case`)
  await server.context.db.deleteFrom('attempts').execute()
  if (!executed.has(call)) await execute(server, call, ask)
  executed.add(call)
  await server.context.db.deleteFrom('attempts').execute()
  return await prepare(server, call, ask)
}

/** The receipts that a request has written, as the call answers. */
async function receiptsOf(request: PreparedRequest): Promise<Receipt[]> {
  const { db } = server.context
  const last = await db.selectFrom('receipts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  expect(await sendReady(server, request)).toMatchObject({ type: 'ok' })
  const rows = await db
    .selectFrom('receipts')
    .selectAll()
    .where('id', '>', last?.id ?? '')
    .where('call', '=', request.call)
    .execute()
  const found: Receipt[] = []
  for (const { id, kind, record } of rows) {
    const { data } = await server.call('receipt/list', { kind, id: record }, { token: request.token ?? '' })
    found.push(...data.rows.filter((row) => row.id === id))
  }
  expect(found.length).toBeGreaterThan(0)
  return found
}

describe('the contract', () => {
  it('has money calls', () => {
    expect(payments.length).toBeGreaterThan(20)
    expect(optional.length).toBeGreaterThan(15)
  })

  it.each(payments)('says of $call which figures are promised, or why none can be', ({ payload, receipt }) => {
    const promised = Object.keys(promisedFields(payload))
    expect(promised.length > 0).toBe(receipt?.figures !== undefined)
    expect(promised.length > 0).toBe(receipt?.unpromised === undefined)
  })

  it.each(payments)('requires of $call no figure that it does not act on', ({ payload, receipt }) => {
    const required = Object.entries(promisedFields(payload)).filter(([path]) => payload.required?.includes(path))
    // The typed amount, the price of a limit, and the amount of a product.
    for (const [path, figure] of required)
      expect(['amount', 'price', QUOTED]).toContain(figure === QUOTED ? figure : path)
    if (receipt?.figures === 'live' || receipt?.figures === 'record') expect(required).toEqual([])
  })
})

describe.each(optional)('$call', ({ call, free }) => {
  it('is executed without figures, and its receipt says so', async () => {
    const request = await ready(call)
    const payload = Object.fromEntries(Object.entries(request.payload).filter(([name]) => !free.includes(name)))
    for (const { figures, promised } of await receiptsOf({ ...request, payload })) {
      const sent = Object.entries(promisedFields(payments.find((payment) => payment.call === call)?.payload ?? {}))
        .filter(([path, figure]) => payload[path] !== undefined && figure !== QUOTED)
        .map(([, figure]) => figure)
      expect(promised).toBe(sent.length > 0)
      for (const figure of figures) expect(figure.promised !== null).toBe(sent.includes(figure.figure))
    }
  })
})
