import { sql, type Kysely } from 'kysely'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { EXPORTED, NOT_EXPORTED, type ExportedTable, type Row, type TableName } from './exportedTables.ts'

/** Limit of rows of one table. */
const MAX_ROWS = 20_000
/** Times above this are Unix milliseconds: as seconds they would be in the year 5138. */
const LAST_SECOND = 100_000_000_000n
const TIMES: ReadonlySet<string> = new Set(
  'created expires seen terms_time until used reviewed finished due paid started time deleted opened closed held_until ends changes_at first_steps_dismissed'.split(
    ' ',
  ),
)
const isTime = (column: string): boolean => TIMES.has(column) || column.endsWith('_ms')

const isoTime = (time: bigint): string => new Date(Number(time > LAST_SECOND ? time : time * 1000n)).toISOString()

function exportedValue(column: string, value: unknown, row: Row, { amounts = {}, json = [] }: ExportedTable): unknown {
  if (typeof value === 'string' && json.includes(column)) return JSON.parse(value)
  if (typeof value !== 'bigint') return value
  const currency = amounts[column]?.(row)
  if (typeof currency === 'string') return decimal(value, currency)
  return isTime(column) ? isoTime(value) : Number(value)
}

const exportedRow = (row: Row, table: ExportedTable): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) =>
      table.omit?.includes(column) ? [] : [[column, exportedValue(column, value, row, table)]],
    ),
  )

/** Condition that selects the rows of a user. */
function belongsTo(name: TableName, userId: string): ReturnType<typeof sql<boolean>> {
  const { owner, through } = EXPORTED[name] ?? {}
  if (owner !== undefined) return sql<boolean>`${sql.ref(`${name}.${owner}`)} = ${userId}`
  if (!through) throw new Error(`The table ${name} has no owner`)
  const { column, table, key } = through
  return sql<boolean>`${sql.ref(`${name}.${column}`)} IN (SELECT ${sql.ref(`${table}.${key}`)} FROM ${sql.table(table)} WHERE ${belongsTo(table, userId)})`
}

async function rowsOf(db: Kysely<Tables>, name: TableName, userId: string): Promise<Row[]> {
  const { through } = EXPORTED[name] ?? {}
  const added = (through?.add ?? []).map(
    (column) =>
      sql`, (SELECT ${sql.ref(column)} FROM ${sql.table(through?.table ?? name)} AS parent WHERE ${sql.ref(`parent.${through?.key ?? ''}`)} = ${sql.ref(`${name}.${through?.column ?? ''}`)}) AS ${sql.ref(column)}`,
  )
  const { rows } =
    await sql<Row>`SELECT ${sql.table(name)}.*${sql.join(added, sql``)} FROM ${sql.table(name)} WHERE ${belongsTo(name, userId)} LIMIT ${MAX_ROWS + 1}`.execute(
      db,
    )
  return rows
}

/** Postings of the accounts of a user. A counterparty that is another user is not named. */
async function journalOf(db: Kysely<Tables>, userId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT t.posting, t.mode, t.currency, t.amount, p.reason, p.time,
      COALESCE(a.kind, '') AS payer_account, COALESCE(b.kind, '') AS payee_account,
      a.owner AS payer_owner, b.owner AS payee_owner,
      CASE WHEN a.owner = ${userId} THEN t.payer_balance END AS payer_balance,
      CASE WHEN b.owner = ${userId} THEN t.payee_balance END AS payee_balance
    FROM ledger_transfer AS t
    JOIN ledger_posting AS p ON p.id = t.posting
    LEFT JOIN ledger_account AS a ON a.id = t.payer
    LEFT JOIN ledger_account AS b ON b.id = t.payee
    WHERE t.payer IN (SELECT id FROM ledger_account WHERE owner = ${userId})
      OR t.payee IN (SELECT id FROM ledger_account WHERE owner = ${userId})
    ORDER BY t.posting, t.line
    LIMIT ${MAX_ROWS + 1}`.execute(db)
  const partyOf = (owner: unknown) =>
    owner === userId ? 'own' : owner === 'system' || owner === null ? 'provider' : 'other user'
  return rows.map(({ payer_owner, payee_owner, ...row }) => ({
    ...row,
    payer: partyOf(payer_owner),
    payee: partyOf(payee_owner),
  }))
}

const JOURNAL: ExportedTable = {
  amounts: Object.fromEntries(
    ['amount', 'payer_balance', 'payee_balance'].map((column) => [column, (row: Row) => row.currency]),
  ),
}

/** The file with the data of a user. `complete`: no table has more rows than the limit. */
export interface DataExport {
  name: string
  text: string
  complete: boolean
}

/** Writes all data of a user as JSON: times in ISO 8601 and UTC, amounts as decimals, secrets left out. */
export async function exportData(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
): Promise<DataExport> {
  const tables: Record<string, readonly Row[]> = {}
  const truncated: string[] = []
  const add = (name: string, rows: readonly Row[], table: ExportedTable) => {
    if (rows.length > MAX_ROWS) truncated.push(name)
    tables[name] = rows.slice(0, MAX_ROWS).map((row) => exportedRow(row, table))
  }
  for (const [name, table] of Object.entries(EXPORTED) as [TableName, ExportedTable][])
    add(name, await rowsOf(db, name, userId), table)
  add('journal', await journalOf(db, userId), JOURNAL)
  const time = isoTime(BigInt(clock.now()))
  const omitted = Object.fromEntries(
    (Object.entries(EXPORTED) as [TableName, ExportedTable][]).flatMap(([name, { omit = [] }]) =>
      omit.map((column) => [
        `${name}.${column}`,
        column === 'content' ? 'The app shows the pictures.' : 'A secret, or a name of other people.',
      ]),
    ),
  )
  return {
    name: `account-data-${time.slice(0, 10)}.json`,
    text: JSON.stringify({ format: 1, time, truncated, tables, notExported: { ...NOT_EXPORTED, ...omitted } }, null, 1),
    complete: truncated.length === 0,
  }
}
