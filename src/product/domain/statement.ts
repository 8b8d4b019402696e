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
