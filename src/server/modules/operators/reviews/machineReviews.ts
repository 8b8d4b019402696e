import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { statusAt, statusIndex, type StatusListName, type StatusOf } from '../../../../product/domain/status.ts'
import type { Review } from '../../../../generated/operatorApi/calls.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import type { DueRow, StatusMachine } from '../../../kit/statusMachine.ts'
import type { Kind, ReviewKind } from './types.ts'

interface ReviewedRow extends DueRow {
  reason: string | null
  created: bigint
}

/** Content of a row for its reviewer. */
interface Shown {
  details: Review['details']
  pictures?: string[]
}

interface Options<Row extends ReviewedRow, List extends StatusListName> {
  kind: Kind
  table: keyof Tables
  list: List
  machine: StatusMachine<Row, StatusOf<List>>
  show(context: ServerContext, row: Row): Shown | Promise<Shown>
}

/** The reviews of a status machine: the rows in the statuses whose step is a review. */
export function machineReviews<Row extends ReviewedRow, List extends StatusListName>({
  kind,
  table,
  list,
  machine,
  show,
}: Options<Row, List>): ReviewKind {
  // Of the columns that these tables have.
  const rowsIn = (db: Kysely<Tables>) =>
    (db as unknown as Kysely<{ rows: ReviewedRow; users: { id: string; account: string } }>)
      .selectFrom(`${table} as rows` as 'rows')
      .innerJoin('users', 'users.id', 'rows.user_id')
      .selectAll('rows')
      .select('users.account')
  const reviewed = Object.keys(machine.reviews).map((status) => BigInt(statusIndex(list, status as StatusOf<List>)))

  async function entity(context: ServerContext, row: ReviewedRow & { account: string }): Promise<Review> {
    const { details, pictures = [] } = await show(context, row as unknown as Row)
    const status = statusAt(list, row.status)
    const reasons = machine.reviews[status]
    const automatic = reasons !== undefined && !machine.isManual(context, status)
    return {
      kind,
      id: row.id,
      user: row.user_id,
      account: row.account,
      status,
      open: reasons !== undefined,
      details,
      pictures,
      reasons: [...(reasons ?? [])],
      reason: row.reason,
      time: asUnixSeconds(row.created),
      due: automatic && row.due !== null ? asUnixSeconds(row.due) : null,
    }
  }

  const find = (db: Kysely<Tables>, id: string) => rowsIn(db).where('rows.id', '=', id).executeTakeFirst()

  return {
    async list(context, { open, user, offset, limit }) {
      let query = rowsIn(context.db)
      if (open) query = query.where('rows.status', 'in', reviewed)
      if (user) query = query.where('rows.user_id', '=', user)
      const rows = await query
        .orderBy('rows.created', open ? 'asc' : 'desc')
        .orderBy('rows.id', open ? 'asc' : 'desc')
        .offset(offset)
        .limit(limit)
        .execute()
      return await Promise.all(rows.map((row) => entity(context, row)))
    },
    async find(context, id) {
      const row = await find(context.db, id)
      return row ? await entity(context, row) : null
    },
    async answer(context, id, decision) {
      const row = await find(context.db, id)
      if (!row) return false
      const { account: _account, ...stored } = row
      return (await machine.answer(context, stored as unknown as Row, decision)) !== null
    },
  }
}

/** A line of `details`; null and empty values are left out. */
export const details = (values: Readonly<Record<string, string | null>>): Review['details'] =>
  Object.entries(values).flatMap(([name, value]) => (value === null || value === '' ? [] : [{ name, value }]))
