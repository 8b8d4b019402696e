import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { live as validators } from '../../../src/generated/validators/index.js'
import { createServer } from '../../../src/server/app.ts'
import { TERMS_VERSION } from '../../../src/server/modules/identity/terms.ts'
import { connectByPolling, type PollingClient } from '../../support/server/polling.ts'

const SYMBOL = 'BTCUSDT'
const PASSWORD = 'secret12'

async function exchange(engine: 3 | 4): Promise<PollingClient['packets']> {
  const server = await createServer({ database: ':memory:', passwordCost: 16, tickRate: 10 })
  onTestFinished(() => server.close())
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const client = await connectByPolling(`http://127.0.0.1:${port}/live/`, engine)
  await client.send(`420["subscribe",{"symbols":["${SYMBOL}","NOSUCH"]}]`)
  await client.until('430')
  await client.until('42["tick"')
  await client.until('42["clock"')
  await client.send(`421["subscribeDepth",{"mode":"demo","symbols":["${SYMBOL}"]}]`)
  await client.until('431')
  await client.until('42["depth"')
  await client.send(`422["subscribeTrades",{"symbols":["${SYMBOL}"]}]`)
  await client.until('432')
  await client.until('42["trades"')
  const { token } = await register(server.app)
  await client.send(`423["subscribeInbox",{"token":"${token}"}]`)
  await client.until('433')
  await server.app.inject({
    method: 'POST',
    url: '/api/safe/pay_password',
    headers: { authorization: token },
    payload: { lang: 'en', way: 'set', loginPassword: PASSWORD, password: '246810' },
  })
  await client.until('42["inbox"')
  if (engine === 3) {
    await client.send('2')
    await client.until('3')
  }
  await client.send(`42["unsubscribe",{"symbols":["${SYMBOL}"]}]`)
  await client.send(`42["unsubscribeDepth",{"mode":"demo","symbols":["${SYMBOL}"]}]`)
  await client.send(`42["unsubscribeTrades",{"symbols":["${SYMBOL}"]}]`)
  await client.send(`42["unsubscribeInbox",{"token":"${token}"}]`)
  return firstOfEach(client.packets)
}

async function register(app: FastifyInstance): Promise<{ token: string }> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/user/register',
    payload: {
      lang: 'en',
      type: 'account',
      account: 'recorded',
      password: PASSWORD,
      country: 'DE',
      terms: TERMS_VERSION,
    },
  })
  return (JSON.parse(response.body) as { data: { token: string } }).data
}

/** Packet without its values: the type, the acknowledgement's number and the name of the event. */
const kindOf = (packet: string): string => /^\d+(\["\w+")?/.exec(packet)?.[0] ?? ''

function firstOfEach(packets: PollingClient['packets']): PollingClient['packets'] {
  const seen = new Set<string>()
  return packets.filter(({ from, packet }) => {
    const kind = `${from} ${kindOf(packet)}`
    return !seen.has(kind) && seen.add(kind)
  })
}

const bodyOf = (packet: string): unknown => JSON.parse(packet.replace(/^\d+/, '')) as unknown
/** The members and types of a packet; of a list, whose length depends on the market, the distinct ones of all its items. */
const namesOf = (packet: string, recorded = packet): unknown => shapeOf(bodyOf(packet), bodyOf(recorded))

/** An empty list has the items' shape of the recorded one: a book may change on one side only. */
function shapeOf(value: unknown, recorded: unknown): unknown {
  const other = (key: string | number) => (recorded as Record<string | number, unknown> | null | undefined)?.[key]
  if (Array.isArray(value)) {
    const items = value.length === 0 && Array.isArray(recorded) ? recorded : value
    return [...new Set(items.map((item, index) => JSON.stringify(shapeOf(item, other(index)))))].toSorted()
  }
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member, other(key))]))
}

it.each([3, 4] as const)('a client without a library gets the recorded packets of protocol %s', async (engine) => {
  const file = join(import.meta.dirname, `../../cases/live/protocol${engine}.json`)
  const actual = await exchange(engine)
  const recorded = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as typeof actual) : []
  // Clock and tick arrive in any order.
  const kinds = (list: typeof actual) => list.map(({ from, packet }) => `${from} ${kindOf(packet)}`).toSorted()
  if (process.env.FILL_CASES !== undefined && JSON.stringify(kinds(actual)) !== JSON.stringify(kinds(recorded)))
    writeFileSync(file, `${JSON.stringify(actual, null, 2)}\n`)
  else expect(kinds(actual)).toEqual(kinds(recorded))
  for (const { from, packet } of recorded) {
    const same = actual.find((item) => item.from === from && kindOf(item.packet) === kindOf(packet))
    if (/[[{]/.test(packet)) expect(namesOf(same?.packet ?? 'null', packet)).toEqual(namesOf(packet))
  }
})

function messagesOf(packets: PollingClient['packets']) {
  const find = (start: string) => bodyOf(packets.find(({ packet }) => packet.startsWith(start))?.packet ?? '[]')
  const [quotes] = find('430') as [{ quotes: { symbol: string; seq: number }[] }]
  const [, tick] = find('42["tick"') as [string, { symbol: string; seq: number }]
  const [, clock] = find('42["clock"') as [string, unknown]
  const [books] = find('431') as [{ books: { seq: number }[] }]
  const [, depth] = find('42["depth"') as [string, { seq: number }]
  const [tapes] = find('432') as [{ tapes: { seq: number }[] }]
  const [, trades] = find('42["trades"') as [string, { seq: number }]
  /** How far the number of each channel's first message is from that of its snapshot. */
  const steps = [
    tick.seq - (quotes.quotes[0]?.seq ?? 0),
    depth.seq - (books.books[0]?.seq ?? 0),
    trades.seq - (tapes.tapes[0]?.seq ?? 0),
  ]
  return {
    received: {
      'subscribe/ack': quotes,
      tick,
      clock,
      'subscribeDepth/ack': books,
      depth,
      'subscribeTrades/ack': tapes,
      trades,
    },
    quotes,
    steps,
  }
}

it('the packets are valid messages of the contract, and continue the snapshots', async () => {
  // A server that pauses for two seconds drops ticks: a client then subscribes again.
  let messages = messagesOf(await exchange(4))
  for (let left = 4; left > 0 && messages.steps.some((step) => step > 1); left -= 1)
    messages = messagesOf(await exchange(4))
  const { received, quotes, steps } = messages
  for (const [event, message] of Object.entries(received))
    expect([event, validators[event as keyof typeof received](message)]).toEqual([event, true])
  expect(quotes.quotes.map(({ symbol }) => symbol)).toEqual([SYMBOL])
  expect(steps).toEqual([1, 1, 1])
})
