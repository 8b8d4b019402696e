import * as fc from 'fast-check'
import { Kysely, sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GroupCommit } from './groupCommit.ts'
import { GroupingSqliteDialect } from './sqliteDialect.ts'
import { openConnection, type Sqlite } from './sqliteDriver.ts'
import { createTrouble } from '../trouble.ts'

/** A group commit whose statements are recorded. */
function recorded() {
  const statements: string[] = []
  const run = (statement: string): void => void statements.push(statement)
  const group = new GroupCommit({
    run,
    runWhenUnlocked: (statement) => Promise.resolve(run(statement)),
    isTransaction: () => true,
  })
  return { group, statements }
}

/** Lengths of the groups, by their commits. */
const sizes = (statements: readonly string[]): number[] =>
  statements
    .join(' ')
    .split('COMMIT')
    .slice(0, -1)
    .map((part) => part.split('SAVEPOINT').length - 1)

describe('group commit', () => {
  it('commits transactions that are ready together at once, 32 at most', async () => {
    const { group, statements } = recorded()
    await Promise.all(Array.from({ length: 70 }, () => group.begin().then(() => group.commit())))
    expect(sizes(statements)).toEqual([32, 32, 6])
  })

  it('resolves no transaction before the commit, which waits for an open one and takes no further', async () => {
    const { group, statements } = recorded()
    const events: string[] = []
    await group.begin()
    const first = group.commit().then(() => events.push('first'))
    await group.begin()
    await turn()
    await turn()
    const third = group.begin().then(() => group.commit())
    expect([statements.includes('COMMIT'), events]).toEqual([false, []])
    await Promise.all([group.commit(), first, third])
    expect(sizes(statements)).toEqual([2, 1])
  })

  it('ends the group before a turn outside of a transaction', async () => {
    const { group, statements } = recorded()
    const add = () => group.begin().then(() => group.commit())
    const alone = async () => {
      await group.enter()
      statements.push('alone')
      group.leave()
    }
    await Promise.all([add(), add(), alone(), add()])
    expect(statements.filter((statement) => /COMMIT|alone/.test(statement))).toEqual(['COMMIT', 'alone', 'COMMIT'])
  })
})

interface Tables {
  rows: { task: number | bigint; line: number | bigint }
  counter: { value: number | bigint }
}

const SCHEMA = `CREATE TABLE rows (task INTEGER, line INTEGER, PRIMARY KEY (task, line));
  CREATE TABLE counter (value INTEGER); INSERT INTO counter VALUES (0);
  CREATE TABLE parents (id INTEGER PRIMARY KEY);
  CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)`

/** `throws` rolls back alone; `loses`: SQLite rolls back the group; `poisons`: the commit of the group fails. `alone` writes outside of a transaction. */
const ENDS = ['keeps', 'keeps', 'keeps', 'throws', 'loses', 'poisons', 'alone'] as const
interface Task {
  end: (typeof ENDS)[number]
  lines: number
  /** Turns of the event loop before it begins, and between its lines. */
  delay: number
  pause: number
}

const tasks = fc.array(
  fc.record<Task>({
    end: fc.constantFrom(...ENDS),
    lines: fc.integer({ min: 1, max: 4 }),
    delay: fc.integer({ min: 0, max: 3 }),
    pause: fc.constantFrom(0, 0, 0, 1),
  }),
  { minLength: 1, maxLength: 45 },
)

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await turn()
}

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'placard-group-'))))
afterEach(() => rmSync(folder, { recursive: true }))

describe('transactions of concurrent callers', () => {
  const observed = { kept: 0, failed: 0, shared: 0 }

  /** The state that another program reads. */
  const linesOf = (other: Sqlite, task: number): number =>
    Number((other.prepare('SELECT count(*) AS count FROM rows WHERE task = ?').get(task) as { count: bigint }).count)

  async function execute(db: Kysely<Tables>, task: number, { end, lines, delay, pause }: Task): Promise<void> {
    await turns(delay)
    if (end === 'alone') {
      await db
        .insertInto('rows')
        .values(Array.from({ length: lines }, (_, line) => ({ task, line })))
        .execute()
      return
    }
    await db.transaction().execute(async (trx) => {
      const { value } = await trx.selectFrom('counter').select('value').executeTakeFirstOrThrow()
      for (let line = 0; line < lines; line++) {
        await trx.insertInto('rows').values({ task, line }).execute()
        await turns(pause)
      }
      const own = await trx.selectFrom('rows').selectAll().where('task', '=', task).execute()
      expect(own).toHaveLength(lines)
      await trx
        .updateTable('counter')
        .set({ value: BigInt(value) + 1n })
        .execute()
      if (end === 'throws') throw new Error('refused')
      if (end === 'poisons') await sql`INSERT INTO children VALUES (-1)`.execute(trx)
      if (end !== 'loses') return
      await sql`INSERT OR ROLLBACK INTO rows VALUES (${task}, 0)`.execute(trx).catch(() => undefined)
      // The transaction is gone: the statement would be committed by itself.
      await trx
        .insertInto('rows')
        .values({ task, line: lines + 1 })
        .execute()
    })
  }

  async function check(file: string, all: readonly Task[]): Promise<void> {
    const writer = openConnection(file)
    const reader = openConnection(file)
    const other = openConnection(file)
    const trouble = createTrouble()
    const db = new Kysely<Tables>({ dialect: new GroupingSqliteDialect({ writer, reader }, trouble) })
    try {
      writer.exec(`PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; ${SCHEMA}`)
      const running = new AbortController()
      const watch = (async () => {
        while (!running.signal.aborted) {
          const rows = await db.selectFrom('rows').select(['task']).execute()
          for (const { task } of rows)
            expect(rows.filter((row) => row.task === task)).toHaveLength(all[Number(task)]?.lines ?? 0)
          await turn()
        }
      })()
      const kept = await Promise.all(
        all.map(async (task, at) => {
          try {
            await execute(db, at, task)
          } catch (error) {
            if (!/refused|constraint failed/.test((error as Error).message)) throw error
            expect(linesOf(other, at)).toBe(0)
            return false
          }
          expect(task.end).toMatch(/keeps|alone/)
          expect(linesOf(other, at)).toBe(task.lines)
          return true
        }),
      )
      running.abort()
      await watch
      for (const [at, task] of all.entries()) expect(linesOf(other, at)).toBe(kept[at] ? task.lines : 0)
      const { value } = await db.selectFrom('counter').select('value').executeTakeFirstOrThrow()
      expect(Number(value)).toBe(kept.filter((is, at) => is && all[at]?.end !== 'alone').length)
      expect(writer.isTransaction).toBe(false)
      observed.kept += kept.filter(Boolean).length
      observed.failed += kept.filter((is) => !is).length
      observed.shared += kept.filter((is, at) => !is && all[at]?.end === 'keeps').length
    } finally {
      await db.destroy()
      other.close()
    }
  }

  it('are atomic, serial, durable when they resolve, and gone when they fail', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(tasks, (all) => check(join(folder, `${++runs}.db`), all)),
      { numRuns: 60 },
    )
    // Some that would have been kept have failed with the commit of their group.
    for (const count of Object.values(observed)) expect(count).toBeGreaterThan(20)
  })
})
