import type { Transaction } from 'kysely'
import type { Money } from '../../../engine/language/values/units.ts'
import type { LedgerTables } from './tables.ts'

/** Real and demo money have separate books; a posting belongs to one mode. */
export type Mode = 'real' | 'demo'
export type WalletKind = 'coin' | 'contract'

/** Counterparties outside the users' accounts; their balances may be negative. */
export const SYSTEM_ACCOUNTS = [
  'opening',
  'deposits',
  'withdrawals',
  'fees',
  'exchange',
  'trading',
  'interest',
  'loans',
  'corrections',
] as const
export type SystemAccount = (typeof SYSTEM_ACCOUNTS)[number]
export type AccountRef = { owner: string; kind: WalletKind } | SystemAccount

/** `amount`: minor units, above 0. */
export interface TransferEntry {
  from: AccountRef
  to: AccountRef
  currency: string
  amount: bigint
}

export interface PostingInput {
  mode: Mode
  /** Reason in one word: "deposit", "fee" … */
  reason: string
  /** Idempotency key: a second posting with it changes nothing and returns the first one's id. */
  key?: string
  entries: readonly TransferEntry[]
}

export interface HoldInput {
  mode: Mode
  owner: string
  kind: WalletKind
  currency: string
  /** Minor units, above 0. */
  amount: bigint
  reason: string
  key?: string
}

/** `created`: false if the key was already used; then nothing has changed and `id` is the earlier one's. */
export interface PostResult {
  id: string
  created: boolean
}

/** Amounts in minor units; posted = available + held. */
export interface Balance {
  mode: Mode
  kind: WalletKind
  currency: string
  posted: bigint
  held: bigint
  available: bigint
}

/** Amounts by currency. */
export type OpeningBalances = Readonly<Record<Mode, Readonly<Record<string, Money>>>>

/**
 * Each method runs in one transaction, or in the one bound by `withTransaction`; after an error that transaction must not be
 * committed. Errors are LedgerErrors.
 */
export interface Ledger {
  post(request: PostingInput): Promise<PostResult>
  /** Reserves part of the available balance until the hold is committed or voided. */
  hold(request: HoldInput): Promise<PostResult>
  /** Pays out a pending hold, in full or the sum of `to`; the rest becomes available again. */
  commitHold(id: string, to: readonly { to: AccountRef; amount: bigint }[]): Promise<PostResult>
  voidHold(id: string): Promise<void>
  /** Replaces a pending hold by one of another amount, in one step: only the difference is reserved or released. Returns the later hold. */
  changeHold(id: string, amount: bigint): Promise<PostResult>
  balances(owner: string, mode?: Mode): Promise<Balance[]>
  balance(owner: string, mode: Mode, kind: WalletKind, currency: string): Promise<Balance>
  /** Credits the opening balances of a new user. Idempotent. */
  openAccounts(owner: string, opening: OpeningBalances): Promise<void>
  /** Checks the invariants of the books. Returns one sentence per violation. */
  verify(): Promise<string[]>
  withTransaction<T extends LedgerTables>(transaction: Transaction<T>): Ledger
}

export type LedgerErrorCode =
  | 'insufficientBalance'
  | 'unknownCurrency'
  | 'badAmount'
  | 'badRequest'
  | 'holdNotFound'
  | 'holdSettled'

export class LedgerError extends Error {
  override name = 'LedgerError'
  constructor(
    readonly code: LedgerErrorCode,
    message: string,
  ) {
    super(message)
  }
}
