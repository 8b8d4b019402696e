import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { verifyBooks } from '../../../src/server/kit/ledger/verify.ts'
import { freePort } from '../../e2e/kit/net/ports.ts'
import { serveLogged } from '../kit/clock/server.ts'
import { ask } from '../kit/bank/bank-connection.ts'
import { enrol } from '../kit/bank/bank-people.ts'
import { onDatabase } from '../kit/chaos/chaos.ts'
import { onSite, systemOf, type System } from '../kit/chaos/deployment.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'The clock of the machine goes an hour back and forward at once while a fixed-time contract runs: it is settled on time, prices go on and are as old as the server says, the log has each step once, and /readyz and the metrics name it'
/** A run is both steps, in turn on SQLite and PostgreSQL. */
export const runs = { full: 4, middle: 2, short: 1 }

const HOUR_MS = 3_600_000
const SYMBOL = 'BTCUSDT'
const TERM_S = 30
/** Far below the hour for which a stopped clock would keep a contract. */
const SETTLE_MS = 600_000

interface Figures {
  steps: number
  settled: number
  /** Longest time from the expiry of a contract to its settlement, as a client saw it. */
  slowestSettlementMs: number
  /** Oldest price after a step, by the server's own time. */
  oldestPriceSeconds: number
}

interface Prices {
  socket: Socket
  /** Seconds by which the last price is older than the server's time; null before both have come. */
  age(): number | null
  forget(): void
}

function watchPrices(origin: string): Prices {
  const socket = io(origin, { path: '/live', transports: ['websocket'] })
  let tick: number | null = null
  let clock: number | null = null
  socket.on('connect', () => socket.emit('subscribe', { symbols: [SYMBOL] }, () => undefined))
  socket.on('tick', ({ time }: { time: number }) => (tick = time))
  socket.on('clock', ({ time }: { time: number }) => (clock = time))
  return {
    socket,
    age: () => (tick === null || clock === null ? null : clock - tick),
    forget() {
      tick = null
      clock = null
    },
  }
}

type Field = string | number | null
interface Order {
  id: string
  status: number
}

interface Setting {
  system: System
  figures: Figures
  fault(text: string): void
}

async function stepBackAndForward({ system: { data, database, env }, figures, fault }: Setting): Promise<void> {
  const [person] = await enrol(database, 1)
  if (!person) throw new Error('There is no person')
  const step = join(data, 'step')
  const metricsPort = freePort()
  const server = await serveLogged(data, { ...env, METRICS_PORT: String(metricsPort) }, step)
  const { origin } = server
  const prices = watchPrices(origin)
  const connection = { origin, lost: 0, sent: 0 }
  const call = async (name: string, fields: Record<string, string>, key?: string): Promise<Record<string, Field>> => {
    const reply = await ask(connection, name, fields, { token: person.token, ...(key !== undefined && { key }) })
    if (reply?.type !== 'ok') throw new Error(`${name}: ${JSON.stringify(reply)}`)
    return reply.data as Record<string, Field>
  }
  const orders = async (): Promise<Order[]> => {
    const response = await fetch(`${origin}/api/microtrade/lists?lang=en&mode=real`, {
      headers: { authorization: person.token },
    })
    return ((await response.json()) as { data: { rows: Order[] } }).data.rows
  }
  let keys = 0
  const open = async (): Promise<string> => {
    const wish = { mode: 'real', symbol: SYMBOL, side: 'long', term: String(TERM_S), currency: 'USDT', stake: '5' }
    const { fee, profit, price } = await call('microtrade/quote', wish)
    const fields = { ...wish, fee: String(fee), profit: String(profit), price: String(price) }
    return String((await call('microtrade/submit', fields, `clock-contract-${++keys}`)).id)
  }
  /** Waits until the job has settled the contract; `due` is the time of its expiry, by the monotonic clock. */
  const settled = async (id: string, due: number): Promise<void> => {
    const started = performance.now()
    for (;;) {
      if ((await orders()).some((order) => order.id === id && order.status > 0)) break
      if (performance.now() - started > SETTLE_MS)
        return fault(`a contract of ${TERM_S} s is not settled after ${SETTLE_MS / 1000} s`)
      await sleep(100)
    }
    figures.settled += 1
    figures.slowestSettlementMs = Math.max(figures.slowestSettlementMs, Math.round(performance.now() - due))
  }
  const stepTo = async (offsetMs: number): Promise<void> => {
    await server.step(offsetMs)
    prices.forget()
    figures.steps += 1
  }
  const until = async (what: string, condition: () => Promise<boolean> | boolean): Promise<void> => {
    for (const end = performance.now() + SETTLE_MS; performance.now() < end; await sleep(100))
      if (await condition()) return
    fault(what)
  }
  const warnings = async (): Promise<string[]> => {
    const response = await fetch(`${origin}/readyz`)
    if (response.status !== 200) fault(`/readyz is ${response.status}`)
    return ((await response.json()) as { warnings: string[] }).warnings
  }
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  const logged = (words: string): number => server.lines.filter((line) => line.includes(words)).length
  const pricesGoOn = async (when: string): Promise<void> => {
    await until(`${when}: no price`, () => prices.age() !== null)
    figures.oldestPriceSeconds = Math.max(figures.oldestPriceSeconds, prices.age() ?? 0)
  }

  try {
    await call('trade/activate', { symbol: SYMBOL, product: 'seconds' })
    await call(
      'wallet/transfer',
      { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '100' },
      'clock-funds',
    )

    const first = await open()
    const due = performance.now() + TERM_S * 1000
    await stepTo(-HOUR_MS)
    await pricesGoOn('after the step back')
    await until('a clock that was set back is not logged', () => logged('was set back') === 1)
    if (!(await warnings()).includes('clock')) fault('/readyz does not warn of a clock that was set back')
    const ahead = await metric('placard_clock_ahead_seconds')
    if (Math.abs(ahead - HOUR_MS / 1000) > 60) fault(`placard_clock_ahead_seconds is ${ahead}`)
    await settled(first, due)

    await stepTo(0)
    await until('the return of the clock is not logged', () => logged('agrees with the server') === 1)
    if ((await metric('placard_clock_ahead_seconds')) > 1) fault('the metric stays after the return of the clock')

    const second = await open()
    const stepped = performance.now()
    await stepTo(HOUR_MS)
    await settled(second, stepped)
    await pricesGoOn('after the step forward')
    await until('a step forward is not logged', () => logged('went forward at once') > 0)
    if (!(await warnings()).includes('clock')) fault('/readyz does not warn of a step forward')
    if (logged('was set back') !== 1) fault('a step back is logged more than once')
  } finally {
    prices.socket.close()
    await server.stop()
  }
  for (const problem of await onDatabase(database, verifyBooks)) fault(problem)
}

export function prove({ runs: count, log }: ProofOptions): Promise<ProofResult> {
  const figures: Figures = { steps: 0, settled: 0, slowestSettlementMs: 0, oldestPriceSeconds: 0 }
  const faults: string[] = []
  const names = Array.from({ length: count }, (_, run) => `clock${run}`)
  return onSite({ databases: count > 1 ? names : [] }, async (site) => {
    if (count > 1 && site.services === null) log('without PostgreSQL: not installed')
    for (const [run, name] of names.entries()) {
      const system = systemOf(site, name, run % 2 === 1 ? 'PostgreSQL' : 'SQLite')
      const fault = (text: string): void => void faults.push(`${system.kind}: ${text}`)
      await stepBackAndForward({ system, figures, fault })
      log(`${system.kind}, ${run + 1} of ${count}: ${JSON.stringify(figures)}, ${faults.length} faults`)
    }
    for (const text of faults.slice(0, 20)) log(text)
    return {
      ok: faults.length === 0 && figures.settled === 2 * count && count > 0,
      figures: { ...figures, faults: faults.length },
    }
  })
}
