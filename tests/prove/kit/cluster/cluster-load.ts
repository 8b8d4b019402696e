import { enrol, type Customer } from '../bank/bank-people.ts'
import { ask, type BankConnection } from '../bank/bank-connection.ts'
import type { Cluster } from './cluster-bank.ts'
import { startLatencyProxy } from '../net/latency-proxy.ts'

/** Everyone moves one unit to and fro without pauses. Returns the acknowledged moves per second. */
async function movesPerSecond(
  origins: readonly string[],
  customers: readonly Customer[],
  ms: number,
  faults: string[],
): Promise<number> {
  const started = performance.now()
  const until = started + ms
  let moved = 0
  await Promise.all(
    customers.map(async ({ token, user }, at) => {
      const connection: BankConnection = { origin: origins[at % origins.length] ?? '', lost: 0, sent: 0 }
      for (let round = 0; performance.now() < until; round += 1) {
        const [from, to] = round % 2 === 0 ? ['coin', 'contract'] : ['contract', 'coin']
        const reply = await ask(
          connection,
          'wallet/transfer',
          { mode: 'real', from, to, currency: 'USDT', amount: '1' },
          { token, key: `load-${started}-${user}-${round}` },
        )
        if (reply?.type === 'ok') moved += 1
        else faults.push(`A move under load was answered with ${String(reply?.code)}`)
        if (faults.length > 20) return
      }
    }),
  )
  return Math.round((moved * 1000) / (performance.now() - started))
}

const PEOPLE = 24
/** Round trip. */
const AWAY_MS = 1
const WARM_MS = 500
const MEASURED_MS = 2_000

/** Acknowledged moves per second when each user moves their own money: at one process and at two. */
export async function proveLoad({ database, start, faults, log }: Cluster): Promise<Record<string, unknown>> {
  const customers = await enrol(database, PEOPLE)
  const { port } = new URL(database)
  const proxy = await startLatencyProxy(Number(port), AWAY_MS / 2)
  const moves: number[] = []
  try {
    for (const count of [1, 2]) {
      const env = { DATABASE_URL: database.replace(`:${port}/`, `:${proxy.port}/`), TICK_RATE: '0' }
      const processes = await Promise.all(Array.from({ length: count }, (_, at) => start(`${count}-${at}`, env)))
      try {
        const origins = processes.map(({ origin }) => origin)
        await movesPerSecond(origins, customers, WARM_MS, faults)
        moves.push(await movesPerSecond(origins, customers, MEASURED_MS, faults))
      } finally {
        await Promise.all(processes.map((server) => server.kill()))
      }
    }
  } finally {
    proxy.close()
  }
  log(`${moves[0]} moves of money a second at one process, ${moves[1]} at two, ${AWAY_MS} ms away from the database`)
  return { movesPerSecond: moves }
}
