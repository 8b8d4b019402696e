import type { Kysely, Selectable } from 'kysely'
import {
  canTransition,
  statusAt,
  statuses,
  statusIndex,
  type StatusList,
  type StatusListName,
  type StatusOf,
} from '../../product/domain/status.ts'
import type { OperatorConfig } from '../config.ts'
import type { ServerContext } from '../context.ts'
import type { Tables } from '../db.ts'
import { runDue } from './jobs/dueRunner.ts'
import { prepared } from './storage/preparedQuery.ts'
import type { Job } from './jobs/job.ts'
import { inTransaction, userLock } from './storage/transaction.ts'

/** A row of a user that a job advances. Times are Unix seconds. */
export interface DueRow {
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

/** The answer to a review, by an operator. */
export type Decision = { approve: true } | { approve: false; reason: string }

/**
 * Decides the step that was due at `at`. A late step is recorded with that time; only a loan that is paid late bears no interest before.
 * `decision`: the answer of an operator to a review; null: the step is due and decides by itself.
 */
type Step<Row extends DueRow, Status> = (
  context: ServerContext,
  row: Row,
  at: bigint,
  decision: Decision | null,
) => Transition<Row, Status>

/** The reason of a refusal: that of the decision, or without one that of `automatic`. Null: approved. */
export const reasonOf = <Reason extends string>(
  decision: Decision | null,
  automatic: () => Reason | null,
): Reason | null => {
  if (decision === null) return automatic()
  // The reason is one of the list of the review.
  return decision.approve ? null : (decision.reason as Reason)
}

/** A kind of reviews that operators can answer. */
export type ReviewedKind = keyof OperatorConfig['server']['review'] & ('deposit' | 'withdrawal' | 'project' | 'loan')

export interface StatusMachine<Row extends DueRow, Status> {
  /** Applies every due step of every row: one transaction each, exactly once, also with several workers. */
  job: Job
  /** Applies the due steps of one row, of a user who is neither frozen nor locked, in the transaction of `context`. Returns the row, or null if another worker has advanced it. */
  advance(context: ServerContext, row: Row): Promise<Row | null>
  /** The reasons that a refusal may have, for each status whose step is a review. */
  reviews: Readonly<Partial<Record<string, readonly string[]>>>
  /** Whether only an operator answers the review of this status. */
  isManual(context: Pick<ServerContext, 'operator'>, status: Status): boolean
  /**
   * Applies the step of a review now, with the decision of an operator, in the transaction of `context`. Returns the changed row, or
   * null if the row waits for no review.
   */
  answer(context: ServerContext, row: Row, decision: Decision): Promise<Row | null>
  /** Moves a row in the transaction of `context`. Returns the changed row, or null if it is not the stored one any more. */
  transition(context: ServerContext, row: Row, at: bigint, transition: Transition<Row, Status>): Promise<Row | null>
}

/**
 * A machine over the rows of a table. `steps` has one for each status that is not final; `list` has the valid transitions. `reviews`
 * has the statuses whose step is a review of this kind, with the reasons of a refusal; none: the step cannot be refused. `paysOut`: an
 * approved review sends money to the user, so that reviews of a frozen or locked user wait. `heldUntil`: an operator approves no row
 * before this time.
 */
export function createStatusMachine<Name extends DueTable, List extends StatusListName>({
  table,
  list,
  steps,
  kind,
  reviews,
  paysOut = false,
  heldUntil,
}: {
  table: Name
  list: List
  steps: Readonly<Partial<Record<StatusOf<List>, Step<RowOf<Name> & DueRow, StatusOf<List>>>>>
  kind?: ReviewedKind
  reviews?: Readonly<Partial<Record<StatusOf<List>, readonly string[]>>>
  paysOut?: boolean
  heldUntil?: (row: RowOf<Name>) => bigint | null
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

  const reviewed = (reviews ?? {}) as Readonly<Partial<Record<string, readonly string[]>>>
  const isManual = ({ operator }: Pick<ServerContext, 'operator'>, status: StatusOf<List>): boolean =>
    kind !== undefined && Object.hasOwn(reviewed, status) && operator.server.review.manual?.includes(kind) === true

  async function applyStep(
    context: ServerContext,
    row: Row,
    at: bigint,
    decision: Decision | null = null,
  ): Promise<Row | null> {
    const status = statusAt(list, row.status)
    const step = steps[status]
    if (!step) throw new Error(`A row of ${table} that is ${status} has no step`)
    return await transition(context, row, at, step(context, row, at, decision))
  }

  async function advance(context: ServerContext, row: Row): Promise<Row | null> {
    const now = BigInt(context.clock.now())
    let current: Row | null = row
    while (current && current.due !== null && current.due <= now && !isManual(context, statusAt(list, current.status)))
      current = await applyStep(context, current, current.due)
    return current
  }

  const findAnyDue = prepared((db: Kysely<Tables>, { now }: { now: bigint }) =>
    rowsIn(db).selectFrom(rows).select('id').where('due', '<=', now).limit(1),
  )

  async function job(context: ServerContext): Promise<void> {
    if ((await findAnyDue(context.db, { now: BigInt(context.clock.now()) })).rows.length === 0) return
    const reviewStatuses = Object.keys(reviewed) as StatusOf<List>[]
    const positions = (names: readonly StatusOf<List>[]) => names.map((name) => BigInt(statusIndex(list, name)))
    const manual = positions(reviewStatuses.filter((status) => isManual(context, status)))
    const dueIn = (db: Kysely<Tables>) => {
      let due = rowsIn(db).selectFrom(rows).selectAll().where('due', '<=', BigInt(context.clock.now()))
      if (manual.length > 0) due = due.where('status', 'not in', manual)
      if (!paysOut) return due
      const blocked = db
        .selectFrom('users')
        .select('id')
        .where((eb) => eb.or([eb('frozen', '=', 1n), eb('locked', '=', 1n)]))
      return due.where((eb) =>
        eb.or([eb('status', 'not in', positions(reviewStatuses)), eb('user_id', 'not in', blocked)]),
      )
    }
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

  async function answer(context: ServerContext, row: Row, decision: Decision): Promise<Row | null> {
    const reasons = reviewed[statusAt(list, row.status)]
    if (!reasons || row.due === null) return null
    if (!decision.approve && !reasons.includes(decision.reason))
      throw new Error(`A row of ${table} cannot be refused as ${decision.reason}`)
    const now = BigInt(context.clock.now())
    if (decision.approve && (heldUntil?.(row) ?? now) > now) return null
    return await applyStep(context, row, now, decision)
  }

  return { job, advance, transition, answer, isManual, reviews: reviewed }
}
