import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../e2e/kit/net/ports.ts'
import { countReviews, inspect, type BankInspection } from '../kit/bank/bank-books.ts'
import { BankClient, type Bank } from '../kit/bank/bank-client.ts'
import { compare, openBank, OPERATOR } from '../kit/bank/bank-frame.ts'
import type { BankConnection } from '../kit/bank/bank-connection.ts'
import { enrol } from '../kit/bank/bank-people.ts'
import { KINDS } from '../kit/bank/bank-postings.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { proxy } from '../kit/net/proxy.ts'
import { createRandom } from '../kit/random.ts'
import { serve } from '../kit/net/server-process.ts'

export const about =
  'people who deposit, withdraw, transfer and exchange over a connection that loses answers, from a server that is killed with -9: nothing acknowledged is lost, nothing done twice, the books add up'
/** Postings of all people together: 2 000 of each. */
export const runs = { full: 100_000, short: 60 }

/** A proof with fewer postings is a short one. */
const FULL = 1_000
const SIZE = { full: { people: 50, kills: 20 }, short: { people: 8, kills: 2 } }
/** Per cent of the chunks of replies. */
const LOST_PIECES = 15
/** Limit that only a hang reaches. */
const REVIEWS_END_MS = 300_000

/** Makes `runs` postings over a lossy connection to a server that is killed repeatedly. Fails also if an expected event never occurs. */
export async function prove({ seed, runs: postings, log }: ProofOptions): Promise<ProofResult> {
  const { people, kills } = postings < FULL ? SIZE.short : SIZE.full
  const data = mkdtempSync(join(tmpdir(), 'placard-prove-bank-'))
  const config = join(data, 'operator.json')
  writeFileSync(config, JSON.stringify(OPERATOR))
  const database = join(data, 'placard.db')
  const customers = await enrol(database, people)
  const random = createRandom(seed)
  const port = freePort()
  const connection = await proxy(port)
  connection.lose(() => random.int(100) < LOST_PIECES)
  const bank = openBank({ origin: `http://127.0.0.1:${connection.port}`, lost: 0, sent: 0 }, postings)
  const atKills = { killed: 0, unacknowledgedAtKill: 0, inReviewAtKill: 0, slowestRestartMs: 0 }
  let inspection: BankInspection | null = null
  let served = await serve(data, { PORT: String(port), PLACARD_CONFIG: config, TICK_RATE: '0' })
  try {
    const clients = customers.map((customer, i) => new BankClient(customer, bank, createRandom(seed * 1009 + i)))
    const living = Promise.all(clients.map((client) => client.live()))
    for (; atKills.killed < kills && bank.faults.length === 0; atKills.killed += 1) {
      const until = postings - Math.floor((postings * (atKills.killed + 1)) / (kills + 1))
      while (bank.remaining > until && bank.faults.length === 0) await sleep(2)
      await sleep(random.int(40))
      await served.kill()
      inspection = await inspect(database, bank)
      atKills.unacknowledgedAtKill += inspection.unacknowledged
      atKills.inReviewAtKill += inspection.inReview
      const before = performance.now()
      served = await serve(data, { PORT: String(port), PLACARD_CONFIG: config, TICK_RATE: '0' })
      atKills.slowestRestartMs = Math.max(atKills.slowestRestartMs, Math.round(performance.now() - before))
      log(
        `kill ${atKills.killed + 1} of ${kills}: ${postings - bank.remaining} of ${postings} postings, ${bank.connection.lost} answers lost, ${bank.faults.length} faults`,
      )
    }
    await living
    const open: BankConnection = { origin: `http://127.0.0.1:${port}`, lost: 0, sent: 0 }
    const latest = performance.now() + REVIEWS_END_MS
    while ((await countReviews(database)) > 0 && performance.now() < latest) await sleep(250)
    for (const client of clients) await compare(open, client, bank)
    await served.kill()
    inspection = await inspect(database, bank, true)
  } finally {
    await served.kill()
    await connection.close()
    rmSync(data, { recursive: true, force: true })
  }
  const kinds = ofKinds(bank)
  const { credited, uncredited, paid, givenBack } = inspection
  const reviewed = { credited, uncredited, paid, givenBack }
  const { refused, ...counts } = bank.counts
  // In a short proof none of the few postings may be refused, all the few withdrawals may end the same way, and all the few lost answers may be of requests that were done, or of others.
  const required = {
    ...counts,
    ...reviewed,
    ...(postings >= FULL && { refused }),
    ...(postings < FULL && {
      paid: paid + givenBack,
      givenBack: paid + givenBack,
      doneUnacknowledged: bank.counts.doneUnacknowledged + bank.counts.voided,
      voided: bank.counts.doneUnacknowledged + bank.counts.voided,
    }),
    killed: atKills.killed,
    inReviewAtKill: atKills.inReviewAtKill,
  }
  for (const [what, count] of Object.entries(required))
    if (count === 0) bank.faults.push(`${what} is 0: the proof shows nothing of it`)
  for (const kind of KINDS) if (kinds[kind].done === 0) bank.faults.push(`No ${kind} was made`)
  const done = KINDS.reduce((sum, kind) => sum + kinds[kind].done, 0)
  if (done < postings / 2) bank.faults.push(`only ${done} of ${postings} postings were made`)
  for (const fault of bank.faults.slice(0, 20)) log(fault)
  return {
    ok: bank.faults.length === 0,
    figures: {
      people,
      postings,
      done,
      ...kinds,
      ...bank.counts,
      ...reviewed,
      ...atKills,
      requests: bank.connection.sent,
      answersLost: bank.connection.lost,
      faults: bank.faults.length,
    },
  }
}

const ofKinds = ({ submits }: Bank) => {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, { asked: 0, done: 0 }])) as Record<
    (typeof KINDS)[number],
    { asked: number; done: number }
  >
  for (const { kind, done } of submits) {
    counts[kind].asked += 1
    if (done) counts[kind].done += 1
  }
  return counts
}
