import { setTimeout as sleep } from 'node:timers/promises'
import { branded } from '../../../../src/engine/language/values/branded.ts'
import { DEFAULT_CONFIG } from '../../../../src/server/config.ts'
import type { OpenDatabase } from '../../../../src/server/db.ts'
import { openDatabase } from '../../../../src/server/kit/storage/openDatabase.ts'
import { inTransaction } from '../../../../src/server/kit/storage/transaction.ts'
import { deposit } from '../../../support/server/flows/finance.ts'
import { payProof } from '../../../support/server/flows/security.ts'
import { createTestServer } from '../../../support/server/testServer.ts'

const STEPS = 60
const APART_MS = 500

/** Reads, waits, and writes the value plus one; without a lock most of these would be lost. */
async function count({ db }: OpenDatabase, name: string): Promise<void> {
  await inTransaction(db, [name], async (trx) => {
    const before = await trx.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst()
    await sleep(1)
    const value = String(Number(before?.value ?? '0') + 1)
    await trx
      .insertInto('facts')
      .values({ name, value })
      .onConflict((on) => on.column('name').doUpdateSet({ value }))
      .execute()
  })
}

/** Two pools on one database, as in two processes: transactions on one name run one after the other, those on two in parallel. */
async function proveNames(address: string, faults: string[]): Promise<void> {
  const pools = await Promise.all([openDatabase(address), openDatabase(address)] as const)
  const [one, other] = pools
  try {
    await Promise.all(Array.from({ length: STEPS }, (_, step) => count(step % 2 === 0 ? one : other, 'counted')))
    const counted = (await one.db.selectFrom('facts').select('value').where('name', '=', 'counted').executeTakeFirst())
      ?.value
    if (counted !== String(STEPS))
      faults.push(`${STEPS} transactions about one thing have counted to ${String(counted)}`)
    const ends: string[] = []
    const lockFor = (pool: OpenDatabase, name: string, ms: number) =>
      inTransaction(pool.db, [name], async () => void (await sleep(ms), ends.push(name)))
    const slow = lockFor(one, 'slow', APART_MS)
    await sleep(APART_MS / 10)
    await Promise.all([slow, lockFor(other, 'quick', 0)])
    if (ends.join() !== 'quick,slow')
      faults.push(`Of two transactions about two things, one has waited for the other: ${ends.join()}`)
  } finally {
    for (const pool of pools) await pool.close()
  }
}

const PLACES = 3
const PEOPLE = 40

/** Shared state: the places of a product, requested at once over many connections. */
async function provePlaces(address: string, faults: string[]): Promise<void> {
  const operator = structuredClone(DEFAULT_CONFIG)
  operator.server.fixedDeposits.push(
    branded<(typeof operator.server.fixedDeposits)[number]>({
      id: 'few',
      currency: 'USDT',
      minimum: '10',
      single: '500',
      maximum: '900',
      yield: '0.0333',
      days: 3,
      breakFee: '0',
      participants: PLACES,
    }),
  )
  const server = await createTestServer({ database: address, operator })
  try {
    const people = []
    while (people.length < PEOPLE) people.push(await server.person())
    const proofs = await Promise.all(people.map((person) => payProof(server, person, 'lh/deposit')))
    const replies = await Promise.all(
      people.map((person, at) =>
        deposit(server, person, { product: 'few', amount: '50', interest: '0.04995', payProof: proofs[at] }),
      ),
    )
    const counts = ['subscribed', 'participantsFull'].map(
      (code) => replies.filter((reply) => reply.code === code).length,
    )
    if (counts.join() !== [PLACES, PEOPLE - PLACES].join())
      faults.push(
        `Of ${PEOPLE} people for ${PLACES} places ${counts[0]} got one, and ${counts[1]} received the refusal`,
      )
    faults.push(...(await server.context.ledger.verify()))
  } finally {
    await server.close()
  }
}

/**
 * Proves that transactions with the same lock are serialised across connections, and that a product accepts no more users than its
 * limit.
 */
export async function proveLocks(address: string, faults: string[]): Promise<void> {
  await proveNames(address, faults)
  await provePlaces(address, faults)
}
