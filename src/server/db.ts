import type { Kysely } from 'kysely'
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
import type { UploadTables } from './uploads/tables.ts'
import type { VerificationTables } from './verification/tables.ts'
import type { WalletTables } from './wallet/tables.ts'
import type { WithdrawalTables } from './withdrawals/tables.ts'

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
