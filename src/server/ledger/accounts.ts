import { LedgerError, SYSTEM_ACCOUNTS, type Kind, type Mode, type Place } from './types.ts'
import { scaleOf } from './currencies.ts'

/** Half of what 64 bits hold, so that a balance of two such amounts still fits. */
const MOST = 2n ** 62n
const OWNER = /^[A-Za-z0-9_-]{1,64}$/
const KINDS: readonly string[] = ['coin', 'contract'] satisfies Kind[]
const MODES: readonly string[] = ['real', 'demo'] satisfies Mode[]

export interface AccountKey {
  id: string
  owner: string
  mode: Mode
  kind: string
  currency: string
}

export function accountKey(place: Place, mode: Mode, currency: string): AccountKey {
  if (!MODES.includes(mode)) throw new LedgerError('badRequest', `No book ${mode}`)
  scaleOf(currency)
  const { owner, kind } = typeof place === 'string' ? { owner: 'system', kind: place } : place
  const known = typeof place === 'string' ? SYSTEM_ACCOUNTS.includes(place) : OWNER.test(owner) && owner !== 'system' && KINDS.includes(kind)
  if (!known) throw new LedgerError('badRequest', `No account ${owner.slice(0, 64)} ${kind.slice(0, 20)}`)
  return { id: `${mode}:${owner}:${kind}:${currency}`, owner, mode, kind, currency }
}

export function checkAmount(amount: bigint): bigint {
  if (typeof amount !== 'bigint' || amount <= 0n || amount > MOST) throw new LedgerError('badAmount', `Not an amount: ${String(amount)}`)
  return amount
}
