import type { Kysely, Selectable } from 'kysely'
import {
  canTransition,
  statusAt,
  statuses,
  statusIndex,
  type StatusList,
  type StatusListName,
  type StatusOf,
} from '../product/status.ts'
import type { ServerContext } from './context.ts'
import type { Tables } from './db.ts'
import { runDue } from './dueRunner.ts'
import type { Job } from './jobs.ts'
import { inTransaction, userLock } from './storage/transaction.ts'

/** A row of a user that a job advances. Times are Unix seconds. */
interface DueRow {
  id: string
  user_id: string
  /** Position in the list of statuses. */
  status: bigint
  /** Time of the next step; null exactly if the status is final. */
  due: bigint | null
  /** When a final status was reached. */
  finished: bigint | null
}

type RowOf<Name extends keyof Tables> = Selectable<Tables[Name]>
type DueTable = { [Name in keyof Tables]: RowOf<Name> extends DueRow ? Name : never }[keyof Tables]

export interface Transition<Row extends DueRow, Status> {
  to: Status
  /** Time of the next step. A final status has none; the same status needs a later one. */
  due?: bigint
  values?: Partial<Omit<Row, keyof DueRow>>
  /** Postings, messages and further rows of the same transaction, with the changed row. */
  effects?: (row: Row) => Promise<void>
}

/** Decides the step that was due at `at`. A late step is recorded with that time. */
type Step<Row extends DueRow, Status> = (context: ServerContext, row: Row, at: bigint) => Transition<Row, Status>

export interface StatusMachine<Row extends DueRow, Status> {
  /** Applies every due step of every row: one transaction each, exactly once, also with several workers. */
  job: Job
  /** Applies the due steps of one row in the transaction of `context`. Returns the row, or null if another worker has advanced it. */
  advance(context: ServerContext, row: Row): Promise<Row | null>
  /** Moves a row in the transaction of `context`. Returns the changed row, or null if it is not the stored one any more. */
  transition(context: ServerContext, row: Row, at: bigint, transition: Transition<Row, Status>): Promise<Row | null>
}

/** A machine over the rows of a table. `steps` has one for each status that is not final; `list` has the valid transitions. */
export function createStatusMachine<Name extends DueTable, List extends StatusListName>({
  table,
  list,
  steps,
}: {
  table: Name
  list: List
  steps: Readonly<Partial<Record<StatusOf<List>, Step<RowOf<Name> & DueRow, StatusOf<List>>>>>
}): StatusMachine<RowOf<Name> & DueRow, StatusOf<List>> {
  type Row = RowOf<Name> & DueRow
  // Of the columns that all these tables have.
  const rowsIn = (db: Kysely<Tables>) => db as unknown as Kysely<{ rows: DueRow }>
  const rows = table as unknown as 'rows'
  const isFinal = (status: StatusOf<List>) => (statuses[list] as StatusList).transitions[status]?.length === 0

  async function transition(
    { db }: ServerContext,
    row: Row,
    at: bigint,
    { to, due, values, effects }: Transition<Row, StatusOf<List>>,
  ): Promise<Row | null> {
    const from = statusAt(list, row.status)
    const isLater = due !== undefined && row.due !== null && due > row.due
    if (to === from ? !isLater : !canTransition(list, from, to))
      throw new Error(`A row of ${table} that is ${from} cannot become ${to}`)
    if (isFinal(to) !== (due === undefined)) throw new Error(`A row of ${table} has a next step until its last status`)
    const change = {
      ...values,
      status: BigInt(statusIndex(list, to)),
      due: due ?? null,
      finished: due === undefined ? at : null,
    }
    const { numUpdatedRows } = await rowsIn(db)
      .updateTable(rows)
      .set(change)
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .where('due', '=', row.due)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return null
    const changed = { ...row, ...change }
    await effects?.(changed)
    return changed
  }

  async function applyStep(context: ServerContext, row: Row, at: bigint): Promise<Row | null> {
    const status = statusAt(list, row.status)
    const step = steps[status]
    if (!step) throw new Error(`A row of ${table} that is ${status} has no step`)
    return await transition(context, row, at, step(context, row, at))
  }

  async function advance(context: ServerContext, row: Row): Promise<Row | null> {
    const now = BigInt(context.clock.now())
    let current: Row | null = row
    while (current && current.due !== null && current.due <= now)
      current = await applyStep(context, current, current.due)
    return current
  }

  async function job(context: ServerContext): Promise<void> {
    const dueIn = (db: Kysely<Tables>) =>
      rowsIn(db).selectFrom(rows).selectAll().where('due', '<=', BigInt(context.clock.now()))
    await runDue(
      (limit) => dueIn(context.db).orderBy('due').orderBy('id').limit(limit).execute(),
      ({ id, user_id: owner }) =>
        inTransaction(context.db, [userLock(owner)], async (trx) => {
          // A money call may have changed the row since it was found.
          const row = (await dueIn(trx).where('id', '=', id).executeTakeFirst()) as Row | undefined
          if (row && row.due !== null)
            await applyStep({ ...context, db: trx, ledger: context.ledger.withTransaction(trx) }, row, row.due)
        }),
    )
  }

  return { job, advance, transition }
}
