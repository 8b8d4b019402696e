import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../src/server/db.ts'

type Row = Record<string, unknown>

interface InspectedTable {
  name: string
  /** Column with the owner of a row; null for tables without one. */
  owner: string | null
}

/** Counters that change before verification, with any reply. */
const COUNTERS = new Set(['attempts'])

/** Reads the database directly: row counts, money, and the rows of each owner. */
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
        owner: name === 'users' ? 'id' : (columns.find((column) => column === 'user_id' || column === 'owner') ?? null),
      })
    }
    if (tables.filter(({ owner }) => owner !== null).length < 8)
      throw new Error('Hardly any table says whose its rows are')
    return new DbInspector(db, tables)
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

  /** All rows of one user, as text; `only` filters tables. */
  async rowsOf(owner: string, only?: (table: string) => boolean): Promise<string> {
    const rows = await this.owned(owner)
    return text(only ? rows.filter(([table]) => only(table)) : rows)
  }

  /** Row count of each table. */
  async counts(): Promise<string> {
    const parts = this.tables.map(({ name }) => sql`SELECT ${name} AS name, count(*) AS count FROM ${sql.id(name)}`)
    return text((await sql`${sql.join(parts, sql` UNION ALL `)}`.execute(this.db)).rows)
  }

  /** All balances, holds and posting counts, of both modes or the real one. */
  async moneySnapshot(mode: 'real' | null = null): Promise<string> {
    const { rows } = await sql`SELECT
      (SELECT group_concat(id || ' ' || posted || ' ' || held) FROM (SELECT * FROM ledger_account WHERE ${mode} IS NULL OR mode = ${mode} ORDER BY id)) AS accounts,
      (SELECT count(*) FROM ledger_posting WHERE ${mode} IS NULL OR mode = ${mode}) AS postings,
      (SELECT count(*) FROM ledger_transfer WHERE ${mode} IS NULL OR mode = ${mode}) AS transfers,
      (SELECT group_concat(id || state) FROM (SELECT * FROM ledger_hold WHERE ${mode} IS NULL OR mode = ${mode} ORDER BY id)) AS holds`.execute(
      this.db,
    )
    return text(rows)
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
    return [...(await texts(owner))].filter((one) => !common.has(one))
  }
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item))
