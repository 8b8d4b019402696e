import { ask, type BankConnection } from '../bank/bank-connection.ts'
import { enrol } from '../bank/bank-people.ts'
import type { Cluster } from './cluster-bank.ts'
import { startLatencyProxy } from '../net/latency-proxy.ts'

const CALLS = 200
/** Round trip to the database: gives each call a duration on any machine. */
const AWAY_MS = 2
/** Each user waits at most this part of the delay that another one causes. */
const PART = 1 / 4

const rounded = (ms: number): number => Math.round(ms * 10) / 10

/** One user sends hundreds of transfers at once: the reads and transfers of another user do not wait for them. */
export async function proveBurst({ database, start, faults, log }: Cluster): Promise<Record<string, unknown>> {
  const [sender, other] = await enrol(database, 2)
  if (!sender || !other) throw new Error('There is no user.')
  const { port } = new URL(database)
  const proxy = await startLatencyProxy(Number(port), AWAY_MS / 2)
  const served = await start('one', { DATABASE_URL: database.replace(`:${port}/`, `:${proxy.port}/`), TICK_RATE: '0' })
  try {
    const connection: BankConnection = { origin: served.origin, lost: 0, sent: 0, timeoutMs: 300_000 }
    const move = (token: string, key: string, from: string, to: string) =>
      ask(connection, 'wallet/transfer', { mode: 'real', from, to, currency: 'USDT', amount: '1' }, { token, key })
    const times: { read: number[]; write: number[] } = { read: [], write: [] }
    const timed = async (into: number[], of: Promise<{ type: string } | null>) => {
      const started = performance.now()
      if ((await of)?.type !== 'ok') faults.push('A call beside a burst was refused')
      into.push(performance.now() - started)
    }
    await move(sender.token, 'burst-before', 'coin', 'contract')
    await move(other.token, 'other-before', 'coin', 'contract')

    const started = performance.now()
    const burst = { remaining: CALLS, ms: 0 }
    const calls = Array.from({ length: CALLS }, async (_, at) => {
      const reply = await move(sender.token, `burst-call-${at}`, 'coin', 'contract')
      if (reply?.type !== 'ok') faults.push(`A call of a burst was answered with ${String(reply?.code)}`)
      burst.remaining -= 1
      if (burst.remaining === 0) burst.ms = performance.now() - started
    })
    for (let round = 0; burst.remaining > 0; round += 1) {
      await timed(times.read, ask(connection, 'wallet/list', {}, { token: other.token }))
      await timed(
        times.write,
        move(
          other.token,
          `other-call-${round}`,
          round % 2 === 0 ? 'coin' : 'contract',
          round % 2 === 0 ? 'contract' : 'coin',
        ),
      )
    }
    await Promise.all(calls)
    const figures = {
      calls: CALLS,
      burstMs: rounded(burst.ms),
      beside: times.write.length,
      readMs: rounded(Math.max(...times.read)),
      writeMs: rounded(Math.max(...times.write)),
    }
    if (Math.max(figures.readMs, figures.writeMs) > burst.ms * PART)
      faults.push(
        `Beside ${CALLS} calls of another user, which took ${figures.burstMs} ms, a read took ${figures.readMs} ms and a move of money ${figures.writeMs} ms`,
      )
    log(
      `${CALLS} moves of one person took ${figures.burstMs} ms; meanwhile another one moved ${figures.beside} times, the slowest in ${figures.writeMs} ms, and read in ${figures.readMs} ms at most`,
    )
    return { burst: figures }
  } finally {
    await served.kill()
    proxy.close()
  }
}
