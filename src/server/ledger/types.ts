import type { Transaction } from 'kysely'
import type { Money } from '../../core/units.ts'
import type { LedgerTables } from './tables.ts'

/** Real and demo money are two books: a posting is in one of them, and no call names both. */
export type Mode = 'real' | 'demo'
export type WalletKind = 'coin' | 'contract'

/** Where money comes from and goes to outside the users' accounts; each may run below zero. */
export const SYSTEM_ACCOUNTS = ['opening', 'deposits', 'withdrawals', 'fees', 'exchange', 'trading', 'interest', 'loans'] as const
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
  /** Why, in a word: "deposit", "fee" … */
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

/** `made`: false when the key had been used before; nothing has changed then, and `id` is the earlier one's. */
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
 * Every call is one transaction, or part of the one it was bound to by `within`: an error then is the whole
 * transaction's, which must not be committed. Errors are LedgerErrors.
 */
export interface Ledger {
  post(request: PostingInput): Promise<PostResult>
  /** Reserves part of what is available, until it is committed or voided. */
  hold(request: HoldInput): Promise<PostResult>
  /** Pays out a pending hold, in full or the sum of `to`; the rest becomes available again. */
  commitHold(id: string, to: readonly { to: AccountRef; amount: bigint }[]): Promise<PostResult>
  voidHold(id: string): Promise<void>
  balances(owner: string, mode?: Mode): Promise<Balance[]>
  balance(owner: string, mode: Mode, kind: WalletKind, currency: string): Promise<Balance>
  /** Credits the coin accounts a new user starts with; once, however often it is called. */
  openAccounts(owner: string, opening: OpeningBalances): Promise<void>
  /** Everything in the books that is not as it must be, in words. */
  verify(): Promise<string[]>
  withTransaction<T extends LedgerTables>(transaction: Transaction<T>): Ledger
}

export type LedgerErrorCode = 'insufficientBalance' | 'unknownCurrency' | 'badAmount' | 'badRequest' | 'holdNotFound' | 'holdSettled'

export class LedgerError extends Error {
  override name = 'LedgerError'
  constructor(
    readonly code: LedgerErrorCode,
    message: string,
  ) {
    super(message)
  }
}
