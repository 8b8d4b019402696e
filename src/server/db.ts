import type { Kysely } from 'kysely'
import { agreementTables } from './agreements/tables.ts'
import { alertTables } from './alerts/tables.ts'
import { catalogueTables } from './publishing/tables.ts'
import { depositTables } from './deposits/tables.ts'
import { exchangeTables } from './exchange/tables.ts'
import { fixedTables } from './fixed/tables.ts'
import { frameworkTables } from './api/tables.ts'
import { identityTables } from './identity/tables.ts'
import { interestTables } from './interest/tables.ts'
import { ledgerTables } from './ledger/tables.ts'
import { leverTables } from './lever/tables.ts'
import { loanTables } from './loans/tables.ts'
import { operatorTables } from './operators/tables.ts'
import { passkeyTables } from './passkeys/tables.ts'
import { payeeTables } from './payees/tables.ts'
import { pushTables } from './push/tables.ts'
import { receiptTables } from './receipts/tables.ts'
import { riskTestTables } from './riskTest/tables.ts'
import { secondsTables } from './seconds/tables.ts'
import { securityTables } from './security/tables.ts'
import { selfLimitTables } from './selfLimits/tables.ts'
import { settingsTables } from './settings/tables.ts'
import { spotTables } from './spot/tables.ts'
import { statisticsTables } from './statistics/tables.ts'
import { studioTables } from './studio/tables.ts'
import { tradingTables } from './trading/tables.ts'
import { uploadTables } from './uploads/tables.ts'
import { verificationTables } from './verification/tables.ts'
import { walletTables } from './wallet/tables.ts'
import { withdrawalTables } from './withdrawals/tables.ts'
import type { Logger } from './observability/log.ts'
import type { Leadership } from './storage/postgres/leaderElection.ts'
import type { TableTypes } from './storage/table.ts'
import type { Trouble } from './storage/trouble.ts'

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
