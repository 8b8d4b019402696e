import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClock } from '../../../src/server/kit/clock.ts'
import { openDatabase } from '../../../src/server/kit/storage/openDatabase.ts'
import { createLedger } from '../../../src/server/kit/ledger/index.ts'
import { Client, type TradingFloor } from '../kit/faults/client.ts'
import { CALLS, KINDS, type Kind } from '../kit/faults/orders.ts'
import { enrol } from '../kit/faults/people.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { proxy } from '../kit/net/proxy.ts'
import { createRandom } from '../kit/random.ts'
import { serve } from '../kit/net/server-process.ts'

export const about =
  'orders that are dropped, delayed and repeated on their way, and whose answers get lost: none is made twice, and none that was acknowledged is missing'
/** Orders submitted. */
export const runs = { full: 10_000, short: 200 }

/** With fewer orders, few are aborted before they are sent, and all of those may have other attempts. */
const FULL = 1_000
const PEOPLE = 16
/** Per cent of the chunks of replies. */
const LOST_PIECES = 15
/** Time for requests still in flight after the last answer. */
const SETTLE_MS = 500

/** Submits `runs` orders over a lossy connection and compares them with the database. Fails also if an expected event never occurs. */
export async function prove({ seed, runs: orders, log }: ProofOptions): Promise<ProofResult> {
  const data = mkdtempSync(join(tmpdir(), 'placard-prove-faults-'))
  const people = await enrol(data, PEOPLE)
  const random = createRandom(seed)
  const served = await serve(data, { TICK_RATE: '0' })
  const line = await proxy(Number(new URL(served.origin).port))
  line.lose(() => random.int(100) < LOST_PIECES)
  const floor: TradingFloor = {
    origin: `http://127.0.0.1:${line.port}`,
    submits: [],
    faults: [],
    remaining: orders,
    counts: {
      sent: 0,
      repeated: 0,
      delayed: 0,
      dropped: 0,
      unanswered: 0,
      doneUnacknowledged: 0,
      voided: 0,
      refused: 0,
    },
  }
  try {
    await Promise.all(people.map((person, i) => new Client(person, floor, createRandom(seed * 1009 + i)).live()))
    await sleep(SETTLE_MS)
    await served.kill()
    await inspect(data, floor)
  } finally {
    await served.kill()
    await line.close()
    rmSync(data, { recursive: true, force: true })
  }
  const completed = Object.fromEntries(
    KINDS.map((kind) => [kind, floor.submits.filter((submit) => submit.kind === kind && submit.done).length]),
  )
  for (const [what, count] of Object.entries({
    ...completed,
    ...floor.counts,
    refused: 1,
    ...(orders < FULL && { voided: 1 }),
  }))
    if (count === 0) floor.faults.push(`${what} is 0: the proof shows nothing of it`)
  for (const fault of floor.faults.slice(0, 20)) log(fault)
  return {
    ok: floor.faults.length === 0,
    figures: { orders, people: PEOPLE, completed, ...floor.counts, faults: floor.faults.length },
  }
}

/** Checks the disk: each acknowledged order exists once, and no other. */
async function inspect(data: string, { submits, faults }: TradingFloor): Promise<void> {
  const opened = await openDatabase(join(data, 'placard.db'))
  const { db } = opened
  try {
    faults.push(...(await createLedger(db, createClock()).verify()))
    const records: Record<Kind, { id: string; user_id: string }[]> = {
      spot: await db.selectFrom('spot_orders').select(['id', 'user_id']).execute(),
      seconds: await db.selectFrom('seconds_orders').select(['id', 'user_id']).execute(),
      open: await db.selectFrom('lever_orders').select(['id', 'user_id']).execute(),
      close: await db.selectFrom('lever_deals').select(['id', 'user_id']).where('reason', '=', 'user').execute(),
    }
    const rows = await db
      .selectFrom('idempotency')
      .select(['key', 'call', sql<string>`json_extract(reply, '$.id')`.as('id')])
      .where('call', '<>', '')
      .execute()
    const keys = new Map(rows.map((row) => [row.key, row]))
    for (const kind of KINDS) {
      const of = submits.filter((submit) => submit.kind === kind && submit.done)
      if (records[kind].length !== of.length)
        faults.push(`${of.length} orders of ${kind} were acknowledged, ${records[kind].length} were made`)
      const owners = new Map(records[kind].map(({ id, user_id: owner }) => [id, owner]))
      for (const { key, user, id } of of) {
        const kept = keys.get(key)
        if (kept?.call !== CALLS[kind] || owners.get(kept.id) !== user || (id !== null && id !== kept.id))
          faults.push(`${kind} ${key} is not there as it was asked for`)
      }
    }
    for (const { key, kind, done } of submits)
      if (!done && keys.has(key)) faults.push(`${kind} ${key} was made, and its client received a refusal`)
  } finally {
    await opened.close()
  }
}
