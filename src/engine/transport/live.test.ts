import { describe, expect, it, onTestFinished, vi, type TestContext } from 'vitest'
import { connectChecked, type CheckedClient } from '../../../tests/prove/kit/checked-client.ts'
import { proxy, type Proxy } from '../../../tests/prove/kit/net/proxy.ts'
import { startTicker, type Ticker } from '../../../tests/prove/kit/ticker.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { LONG } from '../../../tests/support/long.ts'

type Keep = <T extends { close(): unknown }>(one: T) => T

/** Closed after the test, in reverse order. */
function keeper({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Keep {
  return (resource) => {
    onTestFinished(async () => void (await resource.close()))
    return resource
  }
}

async function settled(follower: CheckedClient, source: Ticker): Promise<void> {
  source.freeze()
  await eventually(() =>
    expect(source.symbols.every((symbol) => follower.state.get(symbol)?.seq === source.last(symbol)?.seq)).toBe(true),
  )
  expect(source.symbols.map((symbol) => follower.state.get(symbol))).toEqual(source.symbols.map(source.last))
  expect(follower.faults).toEqual([])
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

// The tests mostly wait, so they run concurrently.
describe.concurrent.each([4, 3] as const)('over engine protocol %i', (protocol) => {
  async function start(context: TestContext): Promise<{ source: Ticker; line: Proxy; follower: CheckedClient }> {
    const keep = keeper(context)
    const source = keep(await startTicker(protocol, { count: 10, everyMs: 5 }))
    const line = keep(await proxy(source.port))
    const follower = connectChecked(source, { port: line.port, protocol })
    keep(follower.live)
    return { source, line, follower }
  }

  it('gives one batch of snapshots and then every tick, once', async (context) => {
    const { source, follower } = await start(context)
    follower.live.subscribe(source.symbols)
    await eventually(() => expect(follower.counts.ticks).toBeGreaterThan(50))
    expect(follower.counts).toMatchObject({ snapshots: 10, connections: 1 })
    expect(source.asked).toBe(1)
    await settled(follower, source)
  })

  it('requests a snapshot at a gap, and drops duplicates', async (context) => {
    const { source, follower } = await start(context)
    follower.live.subscribe(source.symbols)
    await eventually(() => expect(follower.counts.ticks).toBeGreaterThan(5))
    source.skip('SYM3')
    source.repeat('SYM4')
    await eventually(() => expect(follower.counts.snapshots).toBe(11))
    await settled(follower, source)
  })

  it('reconnects after a cut with one listener for each event', async (context) => {
    const { source, line, follower } = await start(context)
    follower.live.subscribe(source.symbols)
    for (let round = 1; round <= 2; round += 1) {
      await eventually(() => expect(follower.counts.snapshots).toBe(10 * round))
      line.cut()
      await wait(20)
      line.up()
    }
    await eventually(() => expect(follower.counts.snapshots).toBe(30))
    expect(follower.open()).toBe(1)
    expect(follower.listeners()).toEqual(
      ['tick', 'depth', 'trades', 'clock', 'disconnect', 'connect_error'].map((event) => ({ event, count: 1 })),
    )
    await settled(follower, source)
  })

  it('reports that prices are old after a silence and not before, and when they recover', async (context) => {
    const { source, line, follower } = await start(context)
    follower.live.subscribe(source.symbols)
    await eventually(() => expect(follower.counts.ticks).toBeGreaterThan(5))
    line.freeze()
    await eventually(() => expect(follower.stale).toBe(true))
    // The proof `flap` in full holds that it is within 3 s.
    expect(follower.staleAt - follower.lastQuoteAt).toBeGreaterThan(2_000)
    line.up()
    await eventually(() => expect(follower.stale).toBe(false))
    await settled(follower, source)
  })

  it('closes an open but dead connection, when the page returns and automatically', LONG, async (context) => {
    const { source, line, follower } = await start(context)
    follower.live.subscribe(source.symbols)
    for (const connection of [1, 2, 3]) {
      await eventually(() =>
        expect(follower.counts).toMatchObject({ connections: connection, snapshots: 10 * connection }),
      )
      if (connection === 3) break
      line.strand()
      if (connection === 1) follower.wake()
    }
    await settled(follower, source)
  })

  it('unsubscribes unused symbols, and disconnects after the last', async (context) => {
    const { source, follower } = await start(context)
    follower.live.subscribe(source.symbols)
    await eventually(() => expect(follower.counts.ticks).toBeGreaterThan(5))
    await eventually(() => expect(Math.abs(Date.now() / 1000 - follower.time)).toBeLessThan(10))
    follower.live.unsubscribe(source.symbols.slice(1))
    expect(follower.open()).toBe(1)
    follower.live.unsubscribe(source.symbols.slice(0, 1))
    await eventually(() => expect(follower.open()).toBe(0))
    const { ticks } = follower.counts
    await wait(50)
    expect(follower.counts.ticks).toBe(ticks)
    // Unused symbols are removed: the first quote may be the last known one.
    follower.state.clear()
    follower.live.subscribe(['SYM1'])
    await eventually(() => expect(follower.counts.ticks).toBeGreaterThan(ticks))
    expect(follower.faults).toEqual([])
  })

  it('requests all symbols when the page returns', async (context) => {
    const { source, follower } = await start(context)
    follower.live.subscribe(source.symbols)
    await eventually(() => expect(follower.counts.ticks).toBeGreaterThan(5))
    follower.wake()
    await eventually(() => expect(source.asked).toBe(2))
    await settled(follower, source)
  })
})

describe('connecting', () => {
  it.each([4, 3] as const)(
    'falls back to polling where websockets are refused, over engine protocol %i',
    async (protocol) => {
      const keep = keeper({ onTestFinished })
      const source = keep(await startTicker(protocol, { count: 4, everyMs: 5, transports: ['polling'] }))
      const follower = connectChecked(source, { port: source.port, protocol })
      keep(follower.live)
      follower.live.subscribe(source.symbols)
      await eventually(() => expect(follower.counts.ticks).toBeGreaterThan(5))
      expect(follower.counts.connections).toBe(2)
      expect(follower.faults).toEqual([])
    },
  )

  it('waits 1 s, then longer, at most 5 s', async () => {
    const { createSocket } = await import('./socket.ts')
    vi.useFakeTimers()
    const tries: { at: number; transports: unknown }[] = []
    const socket = createSocket({
      config: { url: 'http://live.test', path: '/live', protocol: 4 },
      listeners: {},
      onOpen: () => undefined,
      random: () => 0,
      loadSocket: async () => (_url, options) => {
        tries.push({ at: Date.now(), transports: options.transports })
        return {
          connected: false,
          on(event, listener) {
            if (event === 'connect_error') queueMicrotask(listener)
          },
          off: () => undefined,
          emit: () => undefined,
          close: () => undefined,
        }
      },
    })
    socket.open()
    await vi.advanceTimersByTimeAsync(20_000)
    socket.close()
    vi.useRealTimers()
    const waits = tries.slice(1).map(({ at }, i) => at - (tries[i]?.at ?? 0))
    expect(waits.slice(0, 5)).toEqual([1000, 2000, 4000, 5000, 5000])
    expect(tries.slice(0, 3).map(({ transports }) => transports)).toEqual([
      ['websocket'],
      ['polling', 'websocket'],
      ['websocket'],
    ])
  })

  it('abandons a connection not established in 20 s, and starts another', async () => {
    const { createSocket } = await import('./socket.ts')
    vi.useFakeTimers()
    let closed = 0
    let opened = 0
    const socket = createSocket({
      config: { url: 'http://live.test', path: '/live', protocol: 4 },
      listeners: {},
      onOpen: () => undefined,
      random: () => 0,
      loadSocket: async () => () => {
        opened += 1
        return {
          connected: false,
          on: () => undefined,
          off: () => undefined,
          emit: () => undefined,
          close: () => void (closed += 1),
        }
      },
    })
    socket.open()
    await vi.advanceTimersByTimeAsync(19_999)
    expect({ opened, closed }).toEqual({ opened: 1, closed: 0 })
    await vi.advanceTimersByTimeAsync(1_001)
    expect({ opened, closed }).toEqual({ opened: 2, closed: 1 })
    socket.close()
    vi.useRealTimers()
  })
})
