import * as fc from 'fast-check'
import { Kysely, SqliteDialect } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { statusAt } from '../../product/domain/status.ts'
import type { ServerContext } from '../context.ts'
import type { Tables } from '../db.ts'
import type { InterestOrderRow } from '../modules/wealth/interest/tables.ts'
import { createStatusMachine, type Transition } from './statusMachine.ts'
import { kyselyDatabase, openConnection } from './storage/sqlite/sqliteDriver.ts'
import { inTransaction, userLock } from './storage/transaction.ts'
import { createManualClock } from '../../../tests/support/server/manualClock.ts'
import { SEED } from '../../../tests/support/seed.ts'

const START = 1_795_000_000
const REVIEW = 7
const DAY = 10

/** Orders with the columns that the machine reads, and a log of what its steps have done. */
interface Log {
  id: string
  at: bigint
  to: string
}
type TestTables = Pick<Tables, 'interest_orders'> & { log: Log }

const opened: Kysely<TestTables>[] = []
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy()
})

function createWorld() {
  const sqlite = openConnection(':memory:')
  sqlite.exec(
    'CREATE TABLE interest_orders (id TEXT PRIMARY KEY, user_id TEXT, status INTEGER, days INTEGER, settled INTEGER, due INTEGER, finished INTEGER); CREATE TABLE log (id TEXT, at INTEGER, "to" TEXT)',
  )
  const db = new Kysely<TestTables>({ dialect: new SqliteDialect({ database: kyselyDatabase(sqlite) }) })
  opened.push(db)
  const clock = createManualClock(START * 1000)
  const ledger = { withTransaction: () => ledger }
  const context = { db, clock, ledger } as unknown as ServerContext
  const logIn = (trx: ServerContext['db']) => trx as unknown as Kysely<TestTables>
  const failing = new Set<string>()

  const effects = (trx: ServerContext['db'], at: bigint, to: string) => async (row: InterestOrderRow) => {
    await logIn(trx).insertInto('log').values({ id: row.id, at, to }).execute()
    if (failing.has(row.id)) throw new Error('the bank is closed')
  }
  const orders = createStatusMachine({
    table: 'interest_orders',
    list: 'interest',
    steps: {
      pendingReview: ({ db }, row, at) =>
        row.days === 0n
          ? { to: 'cancelled', effects: effects(db, at, 'refused') }
          : { to: 'inCustody', due: at + BigInt(DAY), effects: effects(db, at, 'accepted') },
      inCustody: ({ db }, row, at) => {
        const settled = row.settled + 1n
        return {
          ...(settled === row.days ? { to: 'completed' } : { to: 'inCustody', due: at + BigInt(DAY) }),
          values: { settled },
          effects: effects(db, at, `day ${settled}`),
        }
      },
    },
  })

  const add = async (id: string, userId: string, days: number) => {
    const row = { id, user_id: userId, status: 0n, days: BigInt(days), settled: 0n, finished: null }
    await db
      .insertInto('interest_orders')
      .values({ ...row, due: BigInt(clock.now() + REVIEW) } as never)
      .execute()
  }
  const stored = async (id: string) =>
    await db.selectFrom('interest_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const logged = async (id: string) =>
    (
      await db
        .selectFrom('log')
        .selectAll()
        .where('id', '=', id)
        .orderBy('rowid' as never)
        .execute()
    ).map(({ at, to }) => [Number(at) - START, to])
  /** Cancels an order as a money call does. Returns whether it was cancelled. */
  const cancel = async (id: string, userId: string) =>
    await inTransaction(context.db, [userLock(userId)], async (trx) => {
      const inside = { ...context, db: trx }
      const row = await orders.advance(
        inside,
        await logIn(trx).selectFrom('interest_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      )
      if (!row || ['completed', 'cancelled'].includes(statusAt('interest', row.status))) return false
      const now = BigInt(clock.now())
      return (
        (await orders.transition(inside, row, now, { to: 'cancelled', effects: effects(trx, now, 'withdrawn') })) !==
        null
      )
    })
  return { context, clock, orders, failing, add, stored, logged, cancel }
}

/** The steps of an order that is not cancelled, in seconds after the start. */
function stepsOf(created: number, days: number): [number, string][] {
  if (days === 0) return [[created + REVIEW, 'refused']]
  return [
    [created + REVIEW, 'accepted'],
    ...Array.from({ length: days }, (_, at): [number, string] => [created + REVIEW + (at + 1) * DAY, `day ${at + 1}`]),
  ]
}

const schedule = fc.array(
  fc.oneof(
    fc.record({ add: fc.nat(4), of: fc.nat(2) }),
    fc.record({ seconds: fc.integer({ min: 1, max: 35 }) }),
    fc.record({
      workers: fc.integer({ min: 1, max: 3 }),
      cancel: fc.array(fc.nat(9), { maxLength: 2 }),
      fail: fc.array(fc.nat(9), { maxLength: 3 }),
    }),
  ),
  { minLength: 1, maxLength: 30 },
)

describe('rows with due steps', () => {
  it(`take each step once and as of its due time, also with late and concurrent jobs (seed ${SEED})`, async () => {
    let cancelled = 0
    await fc.assert(
      fc.asyncProperty(schedule, async (events) => {
        const { context, clock, orders, failing, add, stored, logged, cancel } = createWorld()
        const model: { id: string; user: string; steps: [number, string][] }[] = []
        const elapsed = () => clock.now() - START
        const run = async (workers: number, cancels: readonly number[]) => {
          const jobs = Array.from({ length: workers }, () => orders.job(context).catch(() => undefined))
          const calls = [...new Set(cancels)].flatMap((index) => {
            const row = model[index]
            if (!row) return []
            return cancel(row.id, row.user).then(
              (done) => {
                if (!done) return
                cancelled += 1
                row.steps = [...row.steps.filter(([at]) => at <= elapsed()), [elapsed(), 'withdrawn']]
              },
              () => undefined,
            )
          })
          await Promise.all([...jobs, ...calls])
          for (const { id, steps } of model) {
            const due = steps.filter(([at]) => at <= elapsed())
            const done = await logged(id)
            expect(done, id).toEqual(failing.has(id) ? due.slice(0, done.length) : due)
          }
        }
        for (const event of events) {
          if ('add' in event) {
            const id = `order ${model.length}`
            const user = `user ${event.of}`
            await add(id, user, event.add)
            model.push({ id, user, steps: stepsOf(elapsed(), event.add) })
          } else if ('seconds' in event) await clock.advance(event.seconds)
          else {
            for (const index of event.fail) failing.add(`order ${index}`)
            await run(event.workers, event.cancel)
            failing.clear()
          }
        }
        await clock.advance(1_000)
        await run(2, [])
        for (const { id, steps } of model)
          expect(await stored(id)).toMatchObject({
            due: null,
            finished: BigInt(START + (steps.at(-1)?.[0] ?? 0)),
            settled: BigInt(steps.filter(([, to]) => to.startsWith('day')).length),
          })
      }),
      { seed: SEED, numRuns: 150 },
    )
    expect(cancelled).toBeGreaterThan(20)
  })

  it('are read again before their step', async () => {
    const { context, clock, orders, add, logged } = createWorld()
    await add('a', 'ann', 1)
    await add('b', 'ann', 1)
    await clock.advance(REVIEW)
    const [first] = await Promise.all([
      orders.job(context),
      inTransaction(context.db, [userLock('ann')], async (trx) => {
        await trx.updateTable('interest_orders').set({ days: 0n }).execute()
      }),
    ])
    expect(first).toBeUndefined()
    expect(await logged('b')).toEqual([[REVIEW, 'refused']])
  })

  it('are not moved twice from one status', async () => {
    const { context, orders, add, stored } = createWorld()
    await add('a', 'ann', 1)
    const seen = await stored('a')
    // Of the same due time, so that only the status differs.
    const due = BigInt(START + REVIEW)
    expect(await orders.transition(context, seen, due, { to: 'inCustody', due })).toMatchObject({ status: 1n })
    const effects = vi.fn(() => Promise.resolve())
    expect(await orders.transition(context, seen, due, { to: 'cancelled', effects })).toBeNull()
    expect(effects).not.toHaveBeenCalled()
    expect(await stored('a')).toMatchObject({ status: 1n, due, finished: null })
  })

  it.each<[string, Transition<InterestOrderRow, 'pendingReview' | 'inCustody' | 'completed' | 'cancelled'>, string]>([
    ['skip a status', { to: 'completed' }, 'A row of interest_orders that is pendingReview cannot become completed'],
    [
      'stay without a later step',
      { to: 'pendingReview', due: BigInt(START + REVIEW) },
      'A row of interest_orders that is pendingReview cannot become pendingReview',
    ],
    [
      'go on without a next step',
      { to: 'inCustody' },
      'A row of interest_orders has a next step until its last status',
    ],
    [
      'end with a next step',
      { to: 'cancelled', due: BigInt(START + 100) },
      'A row of interest_orders has a next step until its last status',
    ],
  ])('cannot %s', async (_, transition, message) => {
    const { context, orders, add, stored } = createWorld()
    await add('a', 'ann', 1)
    const before = await stored('a')
    await expect(orders.transition(context, before, BigInt(START), transition)).rejects.toThrow(message)
    expect(await stored('a')).toEqual(before)
  })

  it('cannot leave a final status', async () => {
    const { context, clock, orders, add, stored } = createWorld()
    await add('a', 'ann', 1)
    await clock.advance(1_000)
    await orders.job(context)
    const done = await stored('a')
    expect(statusAt('interest', done.status)).toBe('completed')
    await expect(orders.transition(context, done, BigInt(START), { to: 'cancelled' })).rejects.toThrow(
      'that is completed cannot become cancelled',
    )
  })
})
