import type { Kysely } from 'kysely'
import type { CallId } from '../generated/calls.ts'
import type { CatalogueStore } from './kit/publishing/store.ts'
import type { Clock } from './kit/clock.ts'
import type { OperatorConfig } from './config.ts'
import type { Content } from './modules/content/content.ts'
import type { Tables } from './db.ts'
import type { TrustProxy } from './kit/http/admission/trustedProxies.ts'
import type { SliderCaptcha } from './modules/identity/login/sliderCaptcha.ts'
import type { Ledger } from './kit/ledger/index.ts'
import type { Market } from './modules/trading/market/index.ts'
import type { PushService } from './modules/identity/push/pushService.ts'
import type { Settings } from './modules/operators/settings/settings.ts'
import type { Logger } from './kit/observability/log.ts'
import type { Encryption } from './kit/storage/encryption/encryption.ts'

export interface ServerOptions {
  /** SQLite file, PostgreSQL URL, or ":memory:". */
  database: string
  /** Endpoints under /sandbox/: outbox, seed, reset, advance. */
  sandbox: boolean
  /** Folder of the built app; without it only the API is served. */
  dist?: string
  /** Stores the files of the app compressed at the start. */
  compress: boolean
  /** Validates replies against the contract before they are sent; a violation becomes a 500. */
  checkReplies: boolean
  /** Work factor of scrypt, a power of two. */
  passwordCost: number
  /** The public port, if a proxy forwards to this server. */
  publicPort?: number
  /** The proxies whose X-Forwarded-* headers are believed; without it, none. */
  trustProxy?: TrustProxy
  /** Names of this server besides its addresses and localhost. */
  hosts?: readonly string[]
  /** Cost of reads per second of a session; 0: no limit. */
  readBudget: number
  /** Key that authorizes publishing; without it publishing is disabled. */
  operatorKey?: string
}

/** The money call that a transaction executes. */
export interface MoneyRequest {
  /** Common to the receipts of one request. */
  id: string
  call: CallId
  payload: Readonly<Record<string, unknown>>
}

/** Services of a handler. Inside a transaction `db` and `ledger` are the transaction's. */
export interface ServerContext {
  db: Kysely<Tables>
  clock: Clock
  ledger: Ledger
  market: Market
  /** Settings in force: the operator's file, with the sections that operators have changed. A call or a job reads them once. */
  operator: OperatorConfig
  settings: Settings
  content: Content
  /** Revisions of the catalogue, including the live one. */
  catalogue: CatalogueStore
  captcha: SliderCaptcha
  log: Logger
  push: PushService
  /** Encryption of TOTP keys and pictures. */
  encryption: Encryption
  options: ServerOptions
  /** Inside a money call. */
  money?: MoneyRequest
}
