import { execFile } from 'node:child_process'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Server as SocketServer } from 'socket.io'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { PAYLOADS } from '../../../codegen/conformance/payloads.ts'
import { requiredFields } from '../../../codegen/conformance/documents.ts'
import { checkLive, type LiveAddress } from '../../../codegen/conformance/live.ts'
import { runSuite, type SuiteReport } from '../../../codegen/conformance/suite.ts'
import { isObject } from '../../../src/engine/language/values/json.ts'
import { contract } from '../../../src/generated/contract.ts'
import type { CallId } from '../../../src/generated/calls.ts'
import { fromMilliseconds } from '../../../src/engine/language/values/time.ts'
import { createServer } from '../../../src/server/app.ts'
import { createClock, type Clock } from '../../../src/server/kit/clock.ts'
import { deposit, takeLoan } from '../../support/server/flows/finance.ts'
import { buy } from '../../support/server/flows/interest.ts'
import { opened } from '../../support/server/flows/lever.ts'
import { activate as activateSeconds, sendSeconds } from '../../support/server/flows/seconds.ts'
import { trade } from '../../support/server/flows/spot.ts'
import { createTestServer, png, type TestServer } from '../../support/server/testServer.ts'
import { activate } from '../../support/server/flows/trading.ts'
import { bindPayee, certify, deposited } from '../../support/server/flows/withdrawals.ts'
import { LONG } from '../../support/long.ts'

const READS = (Object.keys(contract) as CallId[]).filter((call) => contract[call].effect === 'read')
const listening = async (server: HttpServer): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let server: TestServer
let origin: string
let account: string
beforeAll(async () => {
  server = await createTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  account = await activeUser()
})
afterAll(() => server.close())

/** A user with an order of every kind, so that no list is empty. Returns the account. */
async function activeUser(): Promise<string> {
  const person = await server.person()
  await certify(server, person)
  await deposited(server, person, '5000', png(7))
  await bindPayee(server, person)
  await takeLoan(server, person)
  await deposit(server, person)
  await buy(server, person)
  for (const product of ['spot', 'leveraged'] as const) await activate(server, person, 'BTCUSDT', product)
  await activateSeconds(server, person, 'BTCUSDT')
  await trade(server, person)
  const transfer = { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '900' }
  await server.call('wallet/transfer', transfer, {
    token: person.token,
    headers: { 'idempotency-key': 'conformance-transfer' },
  })
  await sendSeconds(server, person)
  await opened(server, person)
  return person.account
}

const check = (address: string): Promise<SuiteReport> =>
  runSuite({ base: `${address}/api/`, account, password: 'secret71' })

type Envelope = Record<string, unknown>
/** Changes the reply to a call; null leaves it as it is. */
type Fault = (call: string, reply: Envelope) => { status?: number; body: unknown } | null

/** A proxy of the server with a fault. Returns its address. */
async function faulty(fault: Fault): Promise<string> {
  const proxy = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization, 'content-type': type, 'idempotency-key': key } = request.headers
    const headers = Object.entries({ authorization, 'content-type': type, 'idempotency-key': key?.toString() })
    const answer = await fetch(`${origin}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers: headers.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
      ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
    })
    const body = (await answer.json()) as Envelope
    const call = (request.url ?? '').replace(/^\/api\//, '').split('?')[0] ?? ''
    const changed = answer.status === 200 ? fault(call, body) : null
    response
      .writeHead(changed?.status ?? answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(changed ? changed.body : body))
  })
  onTestFinished(() => void proxy.close())
  return await listening(proxy)
}

/** Changes the first row that a list call answers, or its data if it has no rows. */
const inData =
  (faultyCall: string, change: (row: Record<string, unknown>) => void): Fault =>
  (call, reply) => {
    if (call !== faultyCall || !isObject(reply.data)) return null
    const { rows } = reply.data
    const row: unknown = Array.isArray(rows) ? rows[0] : reply.data
    if (isObject(row)) change(row)
    return { body: reply }
  }

type NamedFault = [string, Fault, { call: string | RegExp; field: string; expected: RegExp; got: RegExp }]

/** Faults of single calls, which one run finds together. */
const FAULTS: readonly NamedFault[] = [
  [
    'an amount as a number',
    inData('wallet/list', (row) => (row.balance = Number(row.balance))),
    { call: 'wallet/list', field: 'data.rows[0].balance', expected: /decimal as text.*money/, got: /^the number \d/ },
  ],
  [
    'a time in milliseconds',
    inData('user/info', (user) => (user.time = Number(user.time) * 1000)),
    {
      call: 'user/info',
      field: 'data.time',
      expected: /seconds since 1970/,
      got: /^the number \d{13}, .*milliseconds/,
    },
  ],
  [
    'a missing required field',
    inData('currency/quotation_new', (row) => delete row.precision),
    { call: 'currency/quotation_new', field: 'data.rows[0].precision', expected: /whole number/, got: /^nothing$/ },
  ],
  [
    'an unknown value of an enumeration',
    inData('wallet/list', (row) => (row.kind = 'vault')),
    { call: 'wallet/list', field: 'data.rows[0].kind', expected: /one of "coin", "contract"/, got: /"vault"/ },
  ],
  [
    'data without an envelope',
    (call, { data }) => (call === 'status' ? { body: data } : null),
    { call: 'status', field: 'type', expected: /"ok"/, got: /^nothing$/ },
  ],
  [
    'a code of its own for a refusal',
    (call, reply) => (call === 'coin/trade' && reply.type === 'error' ? { body: { ...reply, code: 'E42' } } : null),
    { call: 'coin/trade', field: 'code', expected: /missingParameter/, got: /"E42"/ },
  ],
  [
    'a refusal that has no envelope of a refusal',
    (call, reply) => (call === 'news/detail' && reply.type === 'error' ? { body: { ...reply, params: 'id' } } : null),
    { call: 'news/detail', field: 'params', expected: /an object/, got: /the text "id"/ },
  ],
]

const OF_ALL_CALLS: NamedFault = [
  '999 with the status 401',
  (_, reply) => (reply.type === '999' ? { status: 401, body: reply } : null),
  { call: /./, field: 'HTTP status', expected: /^200/, got: /^401$/ },
]

describe('the conformance suite', () => {
  it('has a payload for each required field of the reading calls', () => {
    const open = READS.flatMap((call) =>
      requiredFields(call, contract[call].method)
        .filter((field) => !Object.hasOwn(PAYLOADS[call] ?? {}, field))
        .map((field) => `${call} ${field}`),
    )
    expect(open, 'without a value in codegen/conformance/payloads.ts').toEqual([])
  })

  it('has no finding against this server, and reads the data of every call', async () => {
    const { findings, notes, calls, checks } = await check(origin)
    expect({ findings, notes }).toEqual({ findings: [], notes: [] })
    expect(checks).toBeGreaterThan(200)
    expect(calls.map(({ call }) => call).toSorted()).toEqual(READS.toSorted())
    expect(calls.filter(({ result }) => result !== 'data')).toEqual([])
  })

  it('reads what visitors may read without an account', async () => {
    const { findings, calls } = await runSuite({ base: `${origin}/api/` })
    expect(findings).toEqual([])
    for (const { call, result } of calls) expect(result).toBe(contract[call as CallId].auth ? 'skipped' : 'data')
  })

  it.each<[string, readonly NamedFault[]]>([
    [FAULTS.map(([name]) => name).join(', '), FAULTS],
    [OF_ALL_CALLS[0], [OF_ALL_CALLS]],
  ])('names %s', async (_, faults) => {
    const all: Fault = (call, reply) =>
      faults.reduce<ReturnType<Fault>>((found, [, fault]) => fault(call, reply) ?? found, null)
    const { findings } = await check(await faulty(all))
    const named = findings.map(
      (finding) =>
        faults.find(
          ([, , { call, field, expected, got }]) =>
            (typeof call === 'string' ? finding.call === call : call.test(finding.call)) &&
            finding.field === field &&
            expected.test(finding.expected) &&
            got.test(finding.got),
        )?.[0] ?? finding,
    )
    expect(new Set(named)).toEqual(new Set(faults.map(([name]) => name)))
  })

  it('notes a field that the contract does not have', async () => {
    const { findings, notes } = await check(await faulty(inData('status', (data) => (data.build = 7))))
    expect(findings).toEqual([])
    expect(notes).toMatchObject([{ call: 'status', field: 'data.build' }])
  })

  it('names a wrong password, and reads what visitors may read', async () => {
    const { findings, calls } = await runSuite({ base: `${origin}/api/`, account, password: 'wrong-one' })
    expect(findings).toMatchObject([{ call: 'user/login', got: expect.stringMatching(/wrongPassword/) as unknown }])
    expect(calls.some(({ result }) => result === 'data')).toBe(true)
  })
})

/** A clock without jumps: a server that was late by more than two seconds sends the ticks of that time as one. */
function steadyClock(): Clock {
  const clock = createClock()
  let latest = clock.nowMs()
  const nowMs = (): number => (latest = Math.min(clock.nowMs(), latest + 500))
  return { ...clock, nowMs, now: () => fromMilliseconds(nowMs()) }
}

describe('the live connection', () => {
  const addressOf = (url: string, protocol: 3 | 4 = 4): LiveAddress => ({ url, path: '/live', protocol })
  const withLive = (live: LiveAddress) => runSuite({ base: `${origin}/api/`, live })

  it.each([3, 4] as const)('of this server has no finding with protocol %s', async (protocol) => {
    const running = await createServer({ database: ':memory:', passwordCost: 16, tickRate: 5, clock: steadyClock() })
    onTestFinished(() => running.close())
    await running.app.listen({ host: '127.0.0.1', port: 0 })
    const url = `http://127.0.0.1:${(running.app.server.address() as AddressInfo).port}`
    expect((await withLive(addressOf(url, protocol))).findings).toEqual([])
  })

  /** A live host that answers with the quotes of the server, and sends one tick after `change`. */
  async function host(change: (tick: Record<string, unknown>) => void, clock = () => Math.floor(Date.now() / 1000)) {
    const http = createHttpServer()
    const io = new SocketServer(http, { path: '/live' })
    io.on('connection', (socket) => {
      socket.on('subscribe', ({ symbols }: { symbols: string[] }, ack: (snapshot: object) => void) => {
        const quotes = symbols.map((symbol) => server.context.market.quote(symbol))
        ack({ quotes })
        const tick = { ...quotes[0], seq: Number(quotes[0]?.seq) + 1 }
        change(tick)
        socket.emit('tick', tick)
        socket.emit('clock', { time: clock() })
      })
    })
    onTestFinished(() => void io.close())
    return addressOf(await listening(http))
  }

  /** Checks the live connection alone. */
  const alone = (live: LiveAddress) => checkLive(live, server.context.market.symbols.slice(0, 20))

  it('of a host that follows the protocol has none either', LONG, async () => {
    expect((await alone(await host(() => undefined))).findings).toEqual([])
  })

  it.each([
    ['a gap in the numbers', host, (tick: Record<string, unknown>) => (tick.seq = Number(tick.seq) + 1), 'body.seq'],
    ['a price as a number', host, (tick: Record<string, unknown>) => (tick.last = 1.5), 'body.last'],
  ])('names %s', LONG, async (_, start, change, field) => {
    const { findings } = await alone(await start(change))
    expect(findings).toMatchObject([{ call: 'live', check: 'tick', field }])
  })

  it('names a clock in milliseconds', LONG, async () => {
    const { findings } = await alone(await host(() => undefined, Date.now))
    expect(findings).toMatchObject([{ call: 'live', check: 'clock', field: 'body.time' }])
    expect(findings[0]?.got).toMatch(/milliseconds/)
  })

  it('names a host that does not answer', async () => {
    const closed = createHttpServer((_, response) => response.writeHead(404).end())
    onTestFinished(() => void closed.close())
    expect((await withLive(addressOf(await listening(closed)))).findings).toMatchObject([
      { call: 'live', check: 'connection' },
    ])
  })
})

describe('npm run conformance', () => {
  const run = (...args: string[]) =>
    new Promise<{ status: number; stdout: string; stderr: string }>((resolve) =>
      execFile(
        process.execPath,
        ['--import', 'tsx', 'codegen/conformance/cli.ts', ...args],
        { cwd: join(import.meta.dirname, '../../..'), maxBuffer: 10_000_000 },
        (error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
      ),
    )

  it('ends with 0 and a count if everything fits', async () => {
    const { status, stdout } = await run(origin, '--account', account, '--password', 'secret71', '--no-live')
    expect(stdout).toMatch(/\d+ checks, 0 findings; data of \d+ of \d+ reading calls fits/)
    expect(status).toBe(0)
  })

  it('ends with 1 and the findings, as JSON too', LONG, async () => {
    const address = await faulty(inData('status', (data) => (data.sandbox = 'yes')))
    const { status, stdout } = await run(`${address}/api/`, '--no-live', '--json')
    expect((JSON.parse(stdout) as SuiteReport).findings).toMatchObject([{ call: 'status', field: 'data.sandbox' }])
    expect(status).toBe(1)
  })

  it('ends with 2 and its usage for wrong arguments', async () => {
    const { status, stderr } = await run('nowhere')
    expect([status, stderr]).toEqual([2, expect.stringMatching(/is not an address[\s\S]*npm run conformance/)])
  })
})
