import { createRequire } from 'node:module'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { io as io4, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, it } from 'vitest'
import { live as validators } from '../generated/validators/index.js'
import { createManualClock } from '../../tests/support/server/manualClock.ts'
import { DEFAULT_CONFIG } from './config.ts'
import { attachLive, type LiveServer } from './live.ts'
import { LIVE_LIMITS, type LiveLimits } from './kit/live/limits.ts'
import { asPrice, asQuantity } from '../engine/language/values/decimal.ts'
import type { LiveChannel, LiveValue } from '../engine/language/plugin.ts'
import type { Depth, Tape } from '../generated/entities.ts'
import { live as contract } from '../product/live.ts'
import type { RestingOrder } from './modules/trading/book/restingOrders.ts'
import { createMarket, type Market, type Quote } from './modules/trading/market/index.ts'
import { eventually } from '../../tests/support/eventually.ts'

// Version 2 ships no types.
const io2 = createRequire(import.meta.url)('socket.io-client2') as (url: string, options: object) => Socket

const START = Date.parse('2026-11-24T09:30:00Z')
type Any = Pick<Socket, 'on' | 'emit' | 'close' | 'connected' | 'io'>
interface TestServer {
  port: number
  market: Market
  /** Listeners of the live connections at the market. */
  followers(): number
  /** Resting orders of users; a test changes them. */
  orders: RestingOrder[]
  /** The tokens of the only user; a test changes them. */
  sessions: string[]
  /** Sends a message to the user. */
  message(): void
  /** Whether the inbox of a user cannot be read from now on. */
  failInbox(fails: boolean): void
  /** Advances the clock in steps; the messages arrive. */
  pass(seconds: number, step?: number): Promise<void>
}

const open: { http: HttpServer; live: LiveServer; market: Market; sockets: Any[] }[] = []
afterEach(async () => {
  for (const { http, live, market, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.close()
    market.stop()
    await live.close()
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  }
})

/** A client that reads only when the test does: one of Socket.IO's polling, subscribed to two symbols. */
async function poll({ port }: TestServer) {
  const url = `http://127.0.0.1:${port}/live/?EIO=4&transport=polling`
  const { sid } = JSON.parse((await (await fetch(url)).text()).slice(1)) as { sid: string }
  const read = () => fetch(`${url}&sid=${sid}`)
  async function say(text: string): Promise<void> {
    const headers = { 'content-type': 'text/plain' }
    expect((await fetch(`${url}&sid=${sid}`, { method: 'POST', body: text, headers })).status).toBe(200)
  }
  await say('40')
  await say('42["subscribe",{"symbols":["BTCUSDT","ETHUSDT"]}]')
  return { read, say }
}

async function serve(limits: Partial<LiveLimits> = {}): Promise<TestServer> {
  const orders: RestingOrder[] = []
  let messages = 3
  let inboxFails = false
  const sessions = ['token', 'second']
  const listeners = new Set<(userId: string) => void>()
  const inbox = () => ({ user: 'ann', seq: messages, time: clock.now() })
  const clock = createManualClock(START)
  const market = createMarket({ clock, seed: 3 })
  const http = createServer((_, response) => response.writeHead(404).end())
  const options = {
    database: ':memory:',
    sandbox: false,
    checkReplies: true,
    passwordCost: 2,
    readBudget: 0,
    compress: false,
    publicPort: 4999,
  }
  let followers = 0
  const live = attachLive(
    http,
    {
      market: {
        ...market,
        onTick(listener) {
          followers += 1
          const stop = market.onTick(listener)
          return () => {
            followers -= 1
            stop()
          }
        },
      },
      clock,
      operator: DEFAULT_CONFIG,
      options,
      restingOrders: async () => [...orders],
      inboxes: {
        sessionOf: async (token) => (sessions.includes(token) ? { user: 'ann', session: token } : null),
        sessionsOf: async () => [...sessions],
        async ofUser() {
          if (inboxFails) throw new Error('The database is away.')
          return inbox()
        },
        onMessage(listener) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
    },
    limits,
  )
  market.start()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  open.push({ http, live, market, sockets: [] })
  return {
    port: (http.address() as AddressInfo).port,
    market,
    followers: () => followers,
    orders,
    sessions,
    message() {
      messages += 1
      for (const listener of listeners) listener('ann')
    },
    failInbox(fails) {
      inboxFails = fails
    },
    async pass(seconds, step = 0.1) {
      for (let i = 0; i < Math.round(seconds / step); i++) {
        await clock.advance(step)
        await sleep(1)
      }
    },
  }
}

const clients = {
  'client 4, websocket': (port: number, more = {}) =>
    io4(`http://127.0.0.1:${port}`, {
      path: '/live',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      ...more,
    }),
  'client 4, polling': (port: number, more = {}) =>
    io4(`http://127.0.0.1:${port}`, {
      path: '/live',
      transports: ['polling'],
      reconnection: false,
      forceNew: true,
      ...more,
    }),
  'client 2, websocket': (port: number, more = {}) =>
    io2(`http://127.0.0.1:${port}`, {
      path: '/live',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      ...more,
    }),
  'client 2, polling': (port: number, more = {}) =>
    io2(`http://127.0.0.1:${port}`, {
      path: '/live',
      transports: ['polling'],
      reconnection: false,
      forceNew: true,
      ...more,
    }),
} satisfies Record<string, (port: number, more?: object) => Any>

function track<S extends Any>(socket: S): S {
  open.at(-1)?.sockets.push(socket)
  return socket
}
const connect = async (server: TestServer, how: keyof typeof clients = 'client 4, websocket', more = {}) => {
  const socket = track(clients[how](server.port, more))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
    // A connection that ends before its socket is connected is no error of the socket.
    socket.io.on('close', (reason: string) => reject(new Error(reason)))
    socket.on('error', (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))))
  })
  return socket
}
const ask = (socket: Any, body: unknown, event = 'subscribe') =>
  new Promise<{ quotes: Quote[] }>((resolve) => void socket.emit(event, body, resolve))
const until = (condition: () => boolean) => eventually(() => expect(condition()).toBe(true))

/** Follows one key of a channel by the contract's merge; fails at a gap. */
async function follow(socket: Any, name: string, body: object): Promise<{ value(): LiveValue; updates: LiveValue[] }> {
  const channel = contract.channels.find(({ subscribe }) => subscribe === name) as LiveChannel
  const updates: LiveValue[] = []
  socket.on(channel.update, (update: LiveValue) => updates.push(update))
  const ack = (await ask(socket, body, name)) as unknown as Record<string, LiveValue[]>
  expect(validators[`${name}/ack` as 'subscribeDepth/ack'](ack)).toBe(true)
  const [snapshot] = ack[channel.values] as [LiveValue]
  return {
    updates,
    value: () =>
      updates
        .filter(({ seq }) => seq > snapshot.seq)
        .reduce((value, update) => {
          expect(channel.isValue(update)).toBe(true)
          expect(update.seq).toBe(value.seq + 1)
          return channel.merge?.(value, update) ?? update
        }, snapshot),
  }
}

interface Followed<Value> {
  value(): Value
  updates: LiveValue[]
}
const followDepth = (...args: Parameters<typeof follow>) => follow(...args) as Promise<Followed<Depth>>
const followTape = (...args: Parameters<typeof follow>) => follow(...args) as Promise<Followed<Tape>>

it('follows the market only while a client is connected', async () => {
  const server = await serve()
  expect(server.followers()).toBe(0)
  const first = await connect(server)
  const second = await connect(server, 'client 4, polling')
  const followers = server.followers()
  expect(followers).toBeGreaterThan(0)
  first.close()
  await server.pass(0.5)
  expect(server.followers()).toBe(followers)
  second.close()
  await until(() => server.followers() === 0)
})

describe.each(Object.keys(clients) as (keyof typeof clients)[])('%s', (how) => {
  it('gets a snapshot of a book, then each change, up to the book of the server', async () => {
    const server = await serve()
    const socket = await connect(server, how)
    const moves = server.pass(3, 0.05)
    const book = await followDepth(socket, 'subscribeDepth', { mode: 'real', symbols: ['BTCUSDT'] })
    await moves
    const quote = server.market.quote('BTCUSDT')
    await until(() => book.value().bids[0]?.price === quote?.bid && book.value().asks[0]?.price === quote?.ask)
    const other = await followDepth(await connect(server), 'subscribeDepth', { mode: 'real', symbols: ['BTCUSDT'] })
    expect(other.value()).toEqual(book.value())
    expect(book.updates.length).toBeGreaterThan(5)
  })

  it('announces each message to the user of its token', async () => {
    const server = await serve()
    const socket = await connect(server, how)
    const inbox = await follow(socket, 'subscribeInbox', { token: 'token' })
    server.message()
    await until(() => inbox.updates.length === 1)
    expect(inbox.value()).toMatchObject({ user: 'ann', seq: 4 })

    const stranger = await connect(server, how)
    const received: unknown[] = []
    stranger.on('inbox', (body: unknown) => received.push(body))
    expect(await ask(stranger, { token: 'another' }, 'subscribeInbox')).toEqual({ inboxes: [] })
    socket.emit('unsubscribeInbox', { token: 'token' })
    await ask(socket, { symbols: [] })
    server.message()
    await Promise.all([ask(socket, { symbols: [] }), ask(stranger, { symbols: [] })])
    expect([inbox.updates.length, received]).toEqual([1, []])
  })

  it('gets no message to the user after its session has ended', async () => {
    const server = await serve()
    const [socket, other] = [await connect(server, how), await connect(server, how)]
    const ended = await follow(socket, 'subscribeInbox', { token: 'token' })
    const inbox = await follow(other, 'subscribeInbox', { token: 'second' })
    server.message()
    await until(() => ended.updates.length === 1 && inbox.updates.length === 1)
    server.sessions.splice(0, 1)
    server.message()
    await until(() => inbox.updates.length === 2)
    server.sessions.splice(0)
    server.message()
    await Promise.all([ask(socket, { symbols: [] }), ask(other, { symbols: [] })])
    expect([ended.updates.length, inbox.updates.length]).toEqual([1, 2])
  })

  it('gets no inbox that cannot be read, and can ask again', async () => {
    const server = await serve()
    const socket = await connect(server, how)
    const received: unknown[] = []
    socket.on('inbox', (body: unknown) => received.push(body))
    server.failInbox(true)
    expect(await ask(socket, { token: 'token' }, 'subscribeInbox')).toEqual({ inboxes: [] })
    server.failInbox(false)
    server.message()
    await ask(socket, { symbols: [] })
    expect(received).toEqual([])
    expect(await ask(socket, { token: 'token' }, 'subscribeInbox')).toMatchObject({
      inboxes: [{ user: 'ann', seq: 4 }],
    })
  })

  it('gets the latest trades, then those of each tick', async () => {
    const server = await serve()
    const socket = await connect(server, how)
    const moves = server.pass(3, 0.05)
    const tape = await followTape(socket, 'subscribeTrades', { symbols: ['BTCUSDT'] })
    await moves
    await until(() => tape.value().seq === server.market.quote('BTCUSDT')?.seq)
    const other = await followTape(await connect(server), 'subscribeTrades', { symbols: ['BTCUSDT'] })
    expect(other.value().trades).toEqual(tape.value().trades)
  })

  it('gets a snapshot, then every tick after it in order, valid by the contract', async () => {
    const server = await serve()
    const ticks: Quote[] = []
    const clocks: unknown[] = []
    const sent: Quote[] = []
    server.market.onTick((quote) => sent.push(quote))
    const socket = await connect(server, how)
    socket.on('tick', (quote: Quote) => ticks.push(quote))
    socket.on('clock', (body: unknown) => clocks.push(body))

    // Prices move during the request.
    const moves = server.pass(6, 0.05)
    const snapshot = await ask(socket, { symbols: ['BTCUSDT', 'EURUSD', 'NOPE'] })
    await moves
    const last = (symbol: string) => server.market.quote(symbol)?.seq
    await until(() =>
      ['BTCUSDT', 'EURUSD'].every((symbol) =>
        ticks.some((tick) => tick.symbol === symbol && tick.seq === last(symbol)),
      ),
    )

    expect(snapshot.quotes.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'EURUSD'])
    expect(validators['subscribe/ack'](snapshot)).toBe(true)
    for (const { symbol, seq } of snapshot.quotes) {
      const own = ticks.filter((tick) => tick.symbol === symbol)
      expect(own.length).toBeGreaterThan(8)
      expect(own.map((tick) => tick.seq)).toEqual(own.map((_, i) => seq + 1 + i))
      expect(own).toEqual(sent.filter((tick) => tick.symbol === symbol && tick.seq > seq))
    }
    expect(ticks.every((tick) => validators.tick(tick))).toBe(true)
    expect(new Set(ticks.map(({ symbol }) => symbol)).size).toBe(2)
    expect(clocks.length).toBeGreaterThanOrEqual(4)
    expect(clocks.every((body) => validators.clock(body))).toBe(true)
  })

  it('gets nothing from a symbol it left', async () => {
    const server = await serve()
    const socket = await connect(server, how)
    const ticks: Quote[] = []
    socket.on('tick', (quote: Quote) => ticks.push(quote))
    await ask(socket, { symbols: ['BTCUSDT', 'ETHUSDT'] })
    socket.emit('unsubscribe', { symbols: ['BTCUSDT'] })
    await ask(socket, { symbols: ['SOLUSDT'] })
    ticks.length = 0
    await server.pass(2)
    await until(() => ticks.some(({ symbol }) => symbol === 'SOLUSDT'))
    expect(new Set(ticks.map(({ symbol }) => symbol))).toEqual(new Set(['ETHUSDT', 'SOLUSDT']))
  })
})

describe('the server refuses', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'BTCUSDT'],
    ['a list', ['BTCUSDT']],
    ['a number for a list', { symbols: 7 }],
    ['numbers for symbols', { symbols: [1, 2] }],
    ['objects for symbols', { symbols: [{ toString: 'x' }] }],
    ['an unknown field', { symbols: ['BTCUSDT'], more: 1 }],
    ['201 symbols', { symbols: Array.from({ length: 201 }, (_, i) => `S${i}`) }],
    ['lower case and signs', { symbols: ['BTCUSDT', '../x'] }],
  ])('a subscription of %s, with an empty answer, and goes on', async (_name, body) => {
    const server = await serve()
    const socket = await connect(server)
    const ticks: Quote[] = []
    socket.on('tick', (quote: Quote) => ticks.push(quote))
    expect(await ask(socket, body)).toEqual({ quotes: [] })
    socket.emit('unsubscribe', body)
    socket.emit('unsubscribe')
    socket.emit('subscribe')
    await server.pass(1)
    expect(ticks).toEqual([])
    expect((await ask(socket, { symbols: ['BTCUSDT'] })).quotes).toHaveLength(1)
  })

  it('unknown symbols, also names of object properties', async () => {
    const server = await serve()
    const socket = await connect(server)
    expect(await ask(socket, { symbols: ['NOPE', 'CONSTRUCTOR'] })).toEqual({ quotes: [] })
  })

  it('a flood, by disconnecting only its sender', async () => {
    const server = await serve()
    const [good, bad] = [await connect(server), await connect(server)]
    for (let i = 0; i < 500; i++) bad.emit('subscribe', { symbols: ['BTCUSDT'] })
    await until(() => !bad.connected)
    expect(good.connected).toBe(true)
    expect((await ask(good, { symbols: ['BTCUSDT'] })).quotes).toHaveLength(1)
  })

  it('unknown events, a few of them silently', async () => {
    const server = await serve()
    const socket = await connect(server)
    socket.emit('constructor', {})
    socket.emit('__proto__', {})
    expect((await ask(socket, { symbols: ['BTCUSDT'] })).quotes).toHaveLength(1)
    for (let i = 0; i < 6; i++) socket.emit('unknown')
    await until(() => !socket.connected)
  })

  it('an oversized message', async () => {
    const server = await serve()
    const socket = await connect(server)
    socket.emit('subscribe', { symbols: ['x'.repeat(LIVE_LIMITS.messageBytes)] })
    await until(() => !socket.connected)
    expect((await connect(server)).connected).toBe(true)
  })

  /** The status that a client of this origin receives. */
  async function enter(
    server: Awaited<ReturnType<typeof serve>>,
    origin: string | undefined,
    transport: string,
  ): Promise<number> {
    const headers: Record<string, string> = origin === undefined ? {} : { origin }
    if (transport === 'websocket')
      return connect(server, 'client 4, websocket', { extraHeaders: headers }).then(
        () => 200,
        () => 403,
      )
    return (await fetch(`http://127.0.0.1:${server.port}/live/?EIO=4&transport=polling`, { headers })).status
  }

  it('pages of another origin, by any transport', async () => {
    const server = await serve()
    for (const transport of ['websocket', 'polling']) {
      for (const origin of [
        'https://evil.example',
        'null',
        `http://127.0.0.1.evil.example:${server.port}`,
        `http://127.0.0.1:${server.port + 1}`,
        'file://x',
        '',
      ]) {
        expect(await enter(server, origin, transport), `${transport} ${origin}`).toBe(403)
      }
    }
    const cross = await fetch(`http://127.0.0.1:${server.port}/live/?EIO=4&transport=polling`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(cross.status).toBe(403)
  })

  it('neither pages of its own origin or the proxy’s, nor programs', async () => {
    const server = await serve()
    for (const transport of ['websocket', 'polling']) {
      for (const origin of [`http://127.0.0.1:${server.port}`, 'http://127.0.0.1:4999', undefined]) {
        expect(await enter(server, origin, transport), `${transport} ${origin}`).toBe(200)
      }
    }
  })

  it('connections over the limits, total and per address', async () => {
    for (const limits of [{ connections: 2 }, { connectionsPerAddress: 2 }] as Partial<LiveLimits>[]) {
      const server = await serve(limits)
      const first = await connect(server)
      await connect(server)
      await expect(connect(server)).rejects.toThrow()
      first.close()
      // The server may not have seen the end of the first one yet.
      expect((await eventually(() => connect(server))).connected).toBe(true)
    }
  })

  it('to buffer for a client that does not read', async () => {
    const server = await serve({ maxUnsentPackets: 50, slowPackets: 100 })
    const client = await poll(server)
    await server.pass(10)
    expect((await client.read()).status).toBe(400)
  })
})

it('a client that is slow is sent the newest values in place of all that it has missed', async () => {
  const server = await serve({ slowPackets: 8, slowMs: 0 })
  const client = await poll(server)
  await client.read()
  const ticks = (text: string) =>
    text
      .split('\u001e')
      .flatMap((packet) => (packet.startsWith('42["tick",') ? [JSON.parse(packet.slice(2)) as [string, Quote]] : []))
  await server.pass(30)
  const before = ticks(await (await client.read()).text())
  expect(before.length).toBeGreaterThan(0)
  expect(before.length).toBeLessThanOrEqual(8)
  // Its next tick has a later number: the client asks for the values.
  await server.pass(1)
  const after = ticks(await (await client.read()).text())
  const seqOf = (list: [string, Quote][]) => list.find(([, { symbol }]) => symbol === 'BTCUSDT')?.[1].seq ?? 0
  expect(seqOf(after)).toBeGreaterThan(seqOf(before.toReversed()) + 1)
  await client.say('420["subscribe",{"symbols":["BTCUSDT"]}]')
  const [, , ack = ''] =
    /^(430)(.*)$/m.exec(
      (await (await client.read()).text()).split('\u001e').find((packet) => packet.startsWith('430')) ?? '',
    ) ?? []
  expect(JSON.parse(ack)).toMatchObject([{ quotes: [{ symbol: 'BTCUSDT', seq: server.market.quote('BTCUSDT')?.seq }] }])
})

it('sends the security headers with its own replies too', async () => {
  const server = await serve()
  const { headers } = await fetch(`http://127.0.0.1:${server.port}/live/?EIO=4&transport=polling`)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

it('survives invalid engine messages', async () => {
  const server = await serve()
  const url = `http://127.0.0.1:${server.port}/live/?EIO=4&transport=polling`
  for (const text of [
    '',
    '4',
    '40/none',
    '42',
    '42[',
    '42{}',
    '42[]',
    '42[1]',
    '42["subscribe"',
    '451-["subscribe",{"_placeholder":true,"num":0}]',
    '9',
    '\u0000',
    '42["connect"]',
    '42["disconnect",1]',
  ]) {
    const { sid } = JSON.parse((await (await fetch(url)).text()).slice(1)) as { sid: string }
    const say = (body: string) =>
      fetch(`${url}&sid=${sid}`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })
    await say('40')
    await say(text)
  }
  const socket = await connect(server)
  expect((await ask(socket, { symbols: ['BTCUSDT'] })).quotes).toHaveLength(1)
})

describe('an order book', () => {
  const order = (mode: 'real' | 'demo', price: string): RestingOrder => ({
    symbol: 'BTCUSDT',
    mode,
    side: 'bid',
    price: asPrice(price),
    quantity: asQuantity('5000'),
  })
  const quantityAt = (book: Depth, price: string) =>
    Number(book.bids.find((level) => level.price === price)?.quantity ?? 0)

  it('has the resting orders of its accounts while they rest, at once with the next reading', async () => {
    const server = await serve()
    const [real, demo] = await Promise.all(
      (['real', 'demo'] as const).map(async (mode) =>
        followDepth(await connect(server), 'subscribeDepth', { mode, symbols: ['BTCUSDT'] }),
      ),
    )
    server.market.stop()
    const price = real?.value().bids[4]?.price ?? ''
    const before = quantityAt(real?.value() as Depth, price)
    server.orders.push(order('real', price))
    await server.pass(1, 0.5)
    await until(() => quantityAt(real?.value() as Depth, price) === before + 5000)
    expect(demo?.updates).toEqual([])
    server.orders.length = 0
    await server.pass(1, 0.5)
    await until(() => quantityAt(real?.value() as Depth, price) === before)
  })

  it('has the resting orders in its first snapshot', async () => {
    const server = await serve()
    const price = server.market.quote('BTCUSDT')?.bid ?? ''
    server.orders.push(order('demo', price))
    const book = await followDepth(await connect(server), 'subscribeDepth', { mode: 'demo', symbols: ['BTCUSDT'] })
    expect(quantityAt(book.value(), price)).toBeGreaterThan(5000)
  })

  it('ends with the subscription', async () => {
    const server = await serve()
    const socket = await connect(server)
    const book = await followDepth(socket, 'subscribeDepth', { mode: 'real', symbols: ['BTCUSDT'] })
    await server.pass(1)
    socket.emit('unsubscribeDepth', { mode: 'real', symbols: ['BTCUSDT'] })
    await ask(socket, { symbols: [] })
    const count = book.updates.length
    expect(count).toBeGreaterThan(0)
    await server.pass(1)
    await ask(socket, { symbols: [] })
    expect(book.updates).toHaveLength(count)
  })
})
