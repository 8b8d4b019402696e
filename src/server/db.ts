import type { ColumnType, Kysely } from 'kysely'
import { readdirSync } from 'node:fs'
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
import type { Leadership } from './storage/leaderElection.ts'
import { openPostgres } from './storage/postgres.ts'
import { openSqlite } from './storage/sqlite.ts'
import type { UploadTables } from './uploads/tables.ts'
import type { VerificationTables } from './verification/tables.ts'
import type { WalletTables } from './wallet/tables.ts'
import type { WithdrawalTables } from './withdrawals/tables.ts'

/** Integers are read as BigInt, so that money never passes through a float; a number may be written. */
export type Integer = ColumnType<bigint, bigint | number, bigint | number>

export interface Tables
  extends
    FrameworkTables,
    CatalogueTables,
    DepositTables,
    ExchangeTables,
    FixedTables,
    IdentityTables,
    InterestTables,
    LedgerTables,
    LeverTables,
    LoanTables,
    PayeeTables,
    SecondsTables,
    SecurityTables,
    SpotTables,
    StatisticsTables,
    TradingTables,
    UploadTables,
    VerificationTables,
    WalletTables,
    WithdrawalTables {}

export interface OpenDatabase {
  db: Kysely<Tables>
  /** Other processes may use it at the same time. */
  shared: boolean
  /** Drops and creates all tables except the catalogue and its log. */
  reset(): Promise<void>
  /** Takes part in the leader election. */
  campaign(): Promise<Leadership>
  close(): Promise<void>
}

/** The DDL of every src/server/<module>/tables.ts, in order of the module names; each statement must be idempotent. */
export async function readDdl(): Promise<string[]> {
  const here = dirname(fileURLToPath(import.meta.url))
  const statements: string[] = []
  for (const module of readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()) {
    if (!readdirSync(join(here, module)).includes('tables.ts')) continue
    const { ddl } = (await import(pathToFileURL(join(here, module, 'tables.ts')).href)) as { ddl?: string[] }
    if (!Array.isArray(ddl)) throw new Error(`src/server/${module}/tables.ts exports no ddl`)
    statements.push(...ddl)
  }
  return statements
}

/** Opens a PostgreSQL database by its URL, otherwise an SQLite file. */
export async function openDatabase(place: string): Promise<OpenDatabase> {
  const ddl = await readDdl()
  return /^postgres(ql)?:/.test(place) ? await openPostgres(place, ddl) : openSqlite(place, ddl)
}
