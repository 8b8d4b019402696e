import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../src/server/db.ts'

type Row = Record<string, unknown>

interface InspectedTable {
  name: string
  columns: readonly string[]
  /** Column with the owner of a row; null for tables without one. */
  owner: string | null
}

/** Counters that change before verification, with any reply. */
const COUNTERS = new Set(['attempts'])

/** Rows of a user that a job deletes after days, which cases advance. */
const EXPIRING = new Set(['freeze_links', 'former_emails', 'former_phones'])

/** Tables with money, and the columns of a row whose change moves it. A change of other columns moves none. */
const MONEY: Readonly<Record<string, readonly string[]>> = {
  ledger_account: ['posted', 'held'],
  ledger_hold: ['state'],
  ledger_posting: [],
  ledger_transfer: [],
}

/** Reads the database directly: row counts, money, and the rows of each owner. Triggers of its connection count what changes. */
export class DbInspector {
  private constructor(
    private readonly db: Kysely<Tables>,
    private readonly tables: readonly InspectedTable[],
  ) {}

  static async open(db: Kysely<Tables>): Promise<DbInspector> {
    const names = await sql<{
      name: string
    }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`.execute(db)
    const tables: InspectedTable[] = []
    for (const { name } of names.rows.filter((row) => !COUNTERS.has(row.name))) {
      const columns = (await sql<{ name: string }>`SELECT name FROM pragma_table_info(${name})`.execute(db)).rows.map(
        (row) => row.name,
      )
      tables.push({
        name,
        columns,
        owner: name === 'users' ? 'id' : (columns.find((column) => column === 'user_id' || column === 'owner') ?? null),
      })
    }
    if (tables.filter(({ owner }) => owner !== null).length < 8)
      throw new Error('Hardly any table says whose its rows are')
    const inspector = new DbInspector(db, tables)
    await inspector.countChanges()
    return inspector
  }

  private async countChanges(): Promise<void> {
    const run = (text: string) => sql.raw(text).execute(this.db)
    await run('CREATE TEMP TABLE inspected_rows (name TEXT PRIMARY KEY, count INTEGER) WITHOUT ROWID')
    await run('CREATE TEMP TABLE inspected_money (mode TEXT PRIMARY KEY, changes INTEGER) WITHOUT ROWID')
    for (const { name, columns } of this.tables) {
      await run(`INSERT INTO inspected_rows SELECT '${name}', count(*) FROM "${name}"`)
      const watched = MONEY[name]
      if (watched?.some((column) => !columns.includes(column))) throw new Error(`${name} has other columns of money`)
      const money = (row: 'OLD' | 'NEW') =>
        watched === undefined
          ? ''
          : `INSERT INTO inspected_money VALUES (${row}.mode, 1) ON CONFLICT DO UPDATE SET changes = changes + 1;`
      const trigger = (event: 'INSERT' | 'DELETE' | 'UPDATE', does: string, when = '') =>
        run(
          `CREATE TEMP TRIGGER "inspected_${name}_${event}" AFTER ${event} ON main."${name}" ${when} BEGIN ${does} END`,
        )
      const counted = (change: string) => `UPDATE inspected_rows SET count = count ${change} WHERE name = '${name}';`
      await trigger('INSERT', `${counted('+ 1')} ${money('NEW')}`)
      await trigger('DELETE', `${counted('- 1')} ${money('OLD')}`)
      if (watched && watched.length > 0)
        await trigger(
          'UPDATE',
          money('NEW'),
          `WHEN ${watched.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ')}`,
        )
    }
  }

  private async owned(owner: string): Promise<[string, Row[]][]> {
    const owned: [string, Row[]][] = []
    for (const table of this.tables) {
      if (table.owner === null) continue
      const { rows } =
        await sql<Row>`SELECT * FROM ${sql.id(table.name)} WHERE ${sql.id(table.owner)} = ${owner}`.execute(this.db)
      if (rows.length > 0) owned.push([table.name, rows])
    }
    return owned
  }

  /** All rows of one user that do not expire, as text; `only` filters tables. */
  async rowsOf(owner: string, only?: (table: string) => boolean): Promise<string> {
    const rows = (await this.owned(owner)).filter(([table]) => !EXPIRING.has(table))
    return text(only ? rows.filter(([table]) => only(table)) : rows)
  }

  /** Row count of each table. */
  async counts(): Promise<string> {
    return text((await sql`SELECT * FROM inspected_rows`.execute(this.db)).rows)
  }

  /** How often balances, holds, postings and transfers have changed, of both modes or the real one. */
  async moneyChanges(mode: 'real' | null = null): Promise<string> {
    return text(
      (await sql`SELECT * FROM inspected_money WHERE ${mode} IS NULL OR mode = ${mode}`.execute(this.db)).rows,
    )
  }

  /** Texts of at least 8 characters that occur in the rows of one user and not of the other. */
  async identifyingTexts(owner: string, other: string): Promise<string[]> {
    const texts = async (of: string) =>
      new Set(
        (await this.owned(of)).flatMap(([, rows]) =>
          rows.flatMap(
            (row) => Object.values(row).filter((value) => typeof value === 'string' && value.length >= 8) as string[],
          ),
        ),
      )
    const common = await texts(other)
    return [...(await texts(owner))].filter((text) => !common.has(text))
  }
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item))
