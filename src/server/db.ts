import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, type ColumnType, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FrameworkTables } from './api/tables.ts'
import type { CatalogueTables } from './publishing/tables.ts'
import type { ExchangeTables } from './exchange/tables.ts'
import type { DepositTables } from './deposits/tables.ts'
import type { FixedTables } from './fixed/tables.ts'
import type { IdentityTables } from './identity/tables.ts'
import type { InterestTables } from './interest/tables.ts'
import type { LedgerTables } from './ledger/tables.ts'
import type { LoanTables } from './loans/tables.ts'
import type { LeverTables } from './lever/tables.ts'
import type { PayeeTables } from './payees/tables.ts'
import type { SecondsTables } from './seconds/tables.ts'
import type { SecurityTables } from './security/tables.ts'
import type { SpotTables } from './spot/tables.ts'
import type { StatisticsTables } from './statistics/tables.ts'
import type { TradingTables } from './trading/tables.ts'
import type { UploadTables } from './uploads/tables.ts'
import type { VerificationTables } from './verification/tables.ts'
import type { WalletTables } from './wallet/tables.ts'
import type { WithdrawalTables } from './withdrawals/tables.ts'

/** Integers are read as BigInt, so that money never passes through a float; a number may be written. */
export type Integer = ColumnType<bigint, bigint | number, bigint | number>

export interface Tables extends FrameworkTables, CatalogueTables, DepositTables, ExchangeTables, FixedTables, IdentityTables, InterestTables, LedgerTables, LeverTables, LoanTables, PayeeTables, SecondsTables, SecurityTables, SpotTables, StatisticsTables, TradingTables, UploadTables, VerificationTables, WalletTables, WithdrawalTables {}

export interface OpenDatabase {
  db: Kysely<Tables>
  /** Empties everything but the catalogue and its log: tables are dropped and made again. */
  reset(): void
  close(): Promise<void>
}

/** Statements of every src/server/<room>/tables.ts, in the order of the rooms' names; each must be safe to run again. */
export async function readDdl(): Promise<string[]> {
  const here = dirname(fileURLToPath(import.meta.url))
  const statements: string[] = []
  for (const room of readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).toSorted()) {
    if (!readdirSync(join(here, room)).includes('tables.ts')) continue
    const { ddl } = (await import(pathToFileURL(join(here, room, 'tables.ts')).href)) as { ddl?: string[] }
    if (!Array.isArray(ddl)) throw new Error(`src/server/${room}/tables.ts exports no ddl`)
    statements.push(...ddl)
  }
  return statements
}

export async function openDatabase(file: string): Promise<OpenDatabase> {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const sqlite = new Database(file)
  sqlite.pragma('journal_mode = WAL')
  // FULL: what has been answered is on the disk, whatever happens to the process or the power.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('busy_timeout = 5000')
  sqlite.defaultSafeIntegers(true)
  const ddl = await readDdl()
  const create = () => {
    for (const statement of ddl) sqlite.exec(statement)
  }
  sqlite.transaction(create)()
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: keepStatements(sqlite) }) })

  return {
    db,
    reset() {
      // Outside of a transaction, where the pragma would be ignored.
      sqlite.pragma('foreign_keys = OFF')
      sqlite.transaction(() => {
        const names = sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'catalogue_%'").all() as { name: string }[]
        for (const { name } of names) sqlite.exec(`DROP TABLE IF EXISTS "${name.replaceAll('"', '""')}"`)
        create()
      })()
      sqlite.pragma('foreign_keys = ON')
    },
    async close() {
      await db.destroy()
    },
  }
}

const STATEMENTS_KEPT = 500

/** Preparing a statement costs more than running it, and the server's queries are few. SQLite prepares anew by itself when a table changes. */
function keepStatements(sqlite: Database.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => void sqlite.close(),
    prepare(text) {
      let statement = kept.get(text)
      if (!statement) {
        if (kept.size >= STATEMENTS_KEPT) kept.clear()
        kept.set(text, (statement = sqlite.prepare(text) as SqliteStatement))
      }
      return statement
    },
  }
}
