import { LedgerError, SYSTEM_ACCOUNTS, type WalletKind, type Mode, type AccountRef } from './types.ts'
import { scaleOf } from './currencies.ts'

/** Half the range of a 64-bit integer, so that the sum of two amounts still fits. */
const MAX_AMOUNT = 2n ** 62n
const OWNER = /^[A-Za-z0-9_-]{1,64}$/
const KINDS: readonly string[] = ['coin', 'contract'] satisfies WalletKind[]
const MODES: readonly string[] = ['real', 'demo'] satisfies Mode[]

export interface AccountKey {
  id: string
  owner: string
  mode: Mode
  kind: string
  currency: string
}

/** Returns the key of an account. Throws LedgerError: `badRequest` for an invalid mode or account, `unknownCurrency`. */
export function accountKey(ref: AccountRef, mode: Mode, currency: string): AccountKey {
  if (!MODES.includes(mode)) throw new LedgerError('badRequest', `No mode ${mode}`)
  scaleOf(currency)
  const { owner, kind } = typeof ref === 'string' ? { owner: 'system', kind: ref } : ref
  const known =
    typeof ref === 'string'
      ? SYSTEM_ACCOUNTS.includes(ref)
      : OWNER.test(owner) && owner !== 'system' && KINDS.includes(kind)
  if (!known) throw new LedgerError('badRequest', `No account ${owner.slice(0, 64)} ${kind.slice(0, 20)}`)
  return { id: `${mode}:${owner}:${kind}:${currency}`, owner, mode, kind, currency }
}

/** Returns an amount in minor units; throws LedgerError `badAmount` unless it is above 0 and at most 2^62. */
export function checkAmount(amount: bigint): bigint {
  if (typeof amount !== 'bigint' || amount <= 0n || amount > MAX_AMOUNT)
    throw new LedgerError('badAmount', `Not an amount: ${String(amount)}`)
  return amount
}
