import type { Calls } from '../../generated/calls.ts'
import type { StatementEntry } from '../../generated/entities.ts'

type EntryType = StatementEntry['type']
type Counterparties = Readonly<Record<string, EntryType>>

/** Type of an entry by the reason of its posting, and where a reason has several types, by the account on the other side. */
const TYPES: Readonly<Record<string, EntryType | Counterparties>> = {
  correction: 'correction',
  custody: { fees: 'redemptionFee', interest: 'interestReturned' },
  deposit: 'deposit',
  exchange: 'exchange',
  fee: 'openingFee',
  fixed: { interest: 'fixedInterest', fees: 'fixedExitFee' },
  interest: 'interest',
  leveraged: { trading: 'leverageResult', fees: 'closingFee' },
  loan: { loans: 'loanPayout', fees: 'loanFee' },
  margin: { trading: 'leverageResult', fees: 'closingFee' },
  opening: 'opening',
  refill: 'refill',
  repayment: { loans: 'repaidPrincipal', interest: 'repaidInterest' },
  seconds: { trading: 'secondsResult', fees: 'secondsFee' },
  spot: 'spot',
  transfer: 'transfer',
  withdrawal: { withdrawals: 'withdrawal', fees: 'withdrawalFee' },
}

/** Type of an entry of the ledger. `counterparty`: kind of the account on the other side. */
export function entryTypeOf({ reason, counterparty }: { reason: string; counterparty: string }): EntryType {
  const types = Object.hasOwn(TYPES, reason) ? TYPES[reason] : undefined
  if (types === undefined) return 'other'
  if (typeof types === 'string') return types
  return (Object.hasOwn(types, counterparty) ? types[counterparty] : undefined) ?? 'other'
}

/** Groups of entries by which a statement is filtered. */
export type EntryGroup = NonNullable<Calls['wallet/statement']['payload']['group']>

const GROUPS: Readonly<Record<EntryType, EntryGroup>> = {
  deposit: 'cash',
  withdrawal: 'cash',
  transfer: 'transfers',
  exchange: 'transfers',
  spot: 'trades',
  leverageResult: 'trades',
  secondsResult: 'trades',
  openingFee: 'fees',
  closingFee: 'fees',
  secondsFee: 'fees',
  withdrawalFee: 'fees',
  redemptionFee: 'fees',
  fixedExitFee: 'fees',
  loanFee: 'fees',
  interest: 'interest',
  interestReturned: 'interest',
  fixedInterest: 'interest',
  loanPayout: 'loans',
  repaidPrincipal: 'loans',
  repaidInterest: 'loans',
  opening: 'other',
  refill: 'other',
  correction: 'other',
  other: 'other',
}

/** Movements of the ledger, by the reason of their posting and the kind of the account on the other side (null: any). */
export interface Movements {
  of: readonly { reason: string; counterparty: string | null }[]
  /** All but these. */
  except: boolean
}

const MOVEMENTS = Object.entries(TYPES).flatMap(([reason, types]) =>
  Object.entries(typeof types === 'string' ? { '': types } : types).map(([counterparty, type]) => ({
    group: GROUPS[type],
    reason,
    counterparty: counterparty === '' ? null : counterparty,
  })),
)

/** The movements whose entries are of a group. `other` is all that is of no group with a name. */
export const movementsOf = (group: EntryGroup): Movements => {
  const except = group === 'other'
  return { of: MOVEMENTS.filter((movement) => (movement.group === group) !== except), except }
}
