import { setTimeout as sleep } from 'node:timers/promises'
import { enrol } from '../bank/bank-people.ts'
import { leaderOf, type Cluster } from './cluster-bank.ts'
import { createRandom } from '../random.ts'
import type { ServerProcess } from '../net/server-process.ts'
import { DAY } from '../settlement/daily.ts'
import { SandboxClient } from '../settlement/sandbox-client.ts'

/** Time limit for a process to notice a moved clock and execute the due work. */
const SEEN_MS = 5_000

async function advance({ origin }: ServerProcess, seconds: number): Promise<number> {
  const reply = await fetch(`${origin}/sandbox/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  })
  return ((await reply.json()) as { time: number }).time
}

/** Time of the latest news, as reported by a process. */
async function latestNews({ origin }: ServerProcess): Promise<number | undefined> {
  const reply = await fetch(`${origin}/api/news/list`, {
    method: 'POST',
    body: new URLSearchParams({ category: 'news', lang: 'en' }),
  })
  const { data } = (await reply.json()) as { data: { rows: { time: number }[] } }
  return data.rows[0]?.time
}

/** Either process can move the time on: every other one has the same time with its next answer, and the leader executes the due work. */
export async function proveTime({ database, start, faults, log }: Cluster): Promise<Record<string, unknown>> {
  const [person] = await enrol(database, 1)
  if (!person) throw new Error('There is no such user.')
  const processes = await Promise.all(['one', 'two'].map((name) => start(name, { SANDBOX: '1', TICK_RATE: '0' })))
  try {
    const leader = await leaderOf(database, processes)
    const follower = processes.find((server) => server !== leader)
    if (!leader || !follower) throw new Error('There is no leader.')
    const client = new SandboxClient(leader.origin, createRandom(1))
    const asked = { mode: 'real', product: 'usdt-7', currency: 'USDT', amount: '100' }
    const interest = String((await client.post('lh/deposit/quote', asked, person))?.data?.interest)
    const reply = await client.post(
      'lh/deposit',
      { ...asked, interest, payProof: await client.proof('lh/deposit', person) },
      person,
    )
    if (reply?.type !== 'ok') faults.push(`lh/deposit was answered with ${String(reply?.code)}`)

    const apart = Math.abs((await advance(leader, DAY)) - (await advance(follower, 0)))
    if (apart > 2) faults.push(`Two processes are ${apart} s apart after one of them moved the time on`)

    // No request reaches the leader from here on: it has to check on its own timer.
    await advance(follower, DAY)
    client.moved(follower.origin)
    const moved = performance.now()
    let days = 0
    while (days < 2 && performance.now() - moved < SEEN_MS) {
      const records = await client.get('lh/deposit/records', { mode: 'real' }, person)
      days = ((records?.data?.rows ?? []) as unknown[]).length
      if (days < 2) await sleep(50)
    }
    const settledMs = Math.round(performance.now() - moved)
    if (days !== 2)
      faults.push(`Of two days that were moved on, ${days} were settled by the one that leads, ${SEEN_MS} ms later`)

    // The leader is reset; the other process must then report operator content of the same time.
    const reset = performance.now()
    await fetch(`${leader.origin}/sandbox/reset`, { method: 'POST' })
    const [followerNews, leaderNews] = await Promise.all([latestNews(follower), latestNews(leader)])
    if (followerNews !== leaderNews)
      faults.push(`After one process was emptied another one returns news of ${followerNews} instead of ${leaderNews}`)
    log(
      `one process emptied: the other one's news are of the same time with its next answer, after ${Math.round(performance.now() - reset)} ms`,
    )
    log(
      `time moved on at either process: ${apart} s apart with the next answer, what was due then done after ${settledMs} ms by the one that leads`,
    )
    return { time: { apart, settledMs } }
  } finally {
    await Promise.all(processes.map((server) => server.kill()))
  }
}
