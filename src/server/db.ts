import type { Kysely } from 'kysely'
import { agreementTables } from './modules/identity/agreements/tables.ts'
import { alertTables } from './modules/trading/alerts/tables.ts'
import { catalogueTables } from './kit/publishing/tables.ts'
import { depositTables } from './modules/money/deposits/tables.ts'
import { exchangeTables } from './modules/money/exchange/tables.ts'
import { fixedTables } from './modules/wealth/fixed/tables.ts'
import { frameworkTables } from './kit/api/tables.ts'
import { identityTables } from './modules/identity/tables.ts'
import { interestTables } from './modules/wealth/interest/tables.ts'
import { ledgerTables } from './kit/ledger/tables.ts'
import { leverTables } from './modules/trading/lever/tables.ts'
import { loanTables } from './modules/wealth/loans/tables.ts'
import { operatorTables } from './modules/operators/tables.ts'
import { passkeyTables } from './modules/identity/passkeys/tables.ts'
import { payeeTables } from './modules/money/payees/tables.ts'
import { pushTables } from './modules/identity/push/tables.ts'
import { receiptTables } from './modules/money/receipts/tables.ts'
import { riskTestTables } from './modules/trading/riskTest/tables.ts'
import { secondsTables } from './modules/trading/seconds/tables.ts'
import { securityTables } from './modules/identity/security/tables.ts'
import { selfLimitTables } from './modules/money/selfLimits/tables.ts'
import { settingsTables } from './modules/operators/settings/tables.ts'
import { spotTables } from './modules/trading/spot/tables.ts'
import { statisticsTables } from './modules/trading/statistics/tables.ts'
import { studioTables } from './modules/operators/studio/tables.ts'
import { tradingTables } from './modules/trading/tables.ts'
import { uploadTables } from './modules/content/uploads/tables.ts'
import { verificationTables } from './modules/identity/verification/tables.ts'
import { walletTables } from './modules/money/wallet/tables.ts'
import { withdrawalTables } from './modules/money/withdrawals/tables.ts'
import type { Logger } from './kit/observability/log.ts'
import type { Leadership } from './kit/storage/postgres/leaderElection.ts'
import type { TableTypes } from './kit/storage/table.ts'
import type { Trouble } from './kit/storage/trouble.ts'

/** A table follows the ones it references. */
export const tables = {
  ...identityTables,
  ...agreementTables,
  ...uploadTables,
  ...verificationTables,
  ...securityTables,
  ...passkeyTables,
  ...pushTables,
  ...frameworkTables,
  ...ledgerTables,
  ...receiptTables,
  ...walletTables,
  ...exchangeTables,
  ...payeeTables,
  ...depositTables,
  ...withdrawalTables,
  ...selfLimitTables,
  ...riskTestTables,
  ...loanTables,
  ...fixedTables,
  ...interestTables,
  ...tradingTables,
  ...spotTables,
  ...secondsTables,
  ...leverTables,
  ...alertTables,
  ...statisticsTables,
  ...operatorTables,
  ...settingsTables,
  ...catalogueTables,
  ...studioTables,
}

export interface Tables extends TableTypes<typeof tables> {}

export interface OpenDatabase {
  db: Kysely<Tables>
  /** Other processes may use it at the same time. */
  shared: boolean
  /** Drops and creates all tables except the catalogue with its log, and the operators with their audit log. */
  reset(): Promise<void>
  /** Removes the earlier values of changed rows from the disk. */
  compact(): Promise<void>
  /** Connections of the pool; null for a database without one. */
  pool(): { total: number; idle: number; waiting: number } | null
  /** Fault that prevents writes. Each read checks whether it has ended. */
  trouble: Trouble
  /** Begins to look for damage, which becomes a trouble. Returns the function that ends it. */
  watchIntegrity(log: Logger): () => void
  /** Takes part in the leader election. */
  campaign(): Promise<Leadership>
  close(): Promise<void>
}
