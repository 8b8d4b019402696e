import type { ServerContext } from '../../../context.ts'
import { addMessage } from '../../identity/messages.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import type { LoanRow } from './tables.ts'

type LoanMessage = 'loanPaid' | 'loanRefused' | 'loanOverdue' | 'loanRepaid'

/** Adds a message about a loan to its owner's inbox. */
export const notifyUser = (
  { db }: Pick<ServerContext, 'db'>,
  { id, user_id: owner, amount, fee, principal, interest, currency }: LoanRow,
  template: LoanMessage,
  at: bigint,
): Promise<void> => {
  const withCurrency = (units: bigint) => `${decimal(units, currency)} ${currency}`
  return addMessage(
    db,
    owner,
    template,
    { id, amount: withCurrency(amount), net: withCurrency(amount - fee), owed: withCurrency(principal + interest) },
    Number(at),
  )
}
