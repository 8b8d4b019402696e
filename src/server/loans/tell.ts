import type { ServerContext } from '../context.ts'
import { addMessage } from '../identity/messages.ts'
import { decimal } from '../ledger/index.ts'
import type { LoanRow } from './tables.ts'

type Told = 'loanPaid' | 'loanRefused' | 'loanOverdue' | 'loanRepaid'

/** What has become of a loan, in its owner's inbox: what was paid out, and what is owed. */
export const tell = ({ db }: Pick<ServerContext, 'db'>, { id, user_id: owner, amount, fee, principal, interest, currency }: LoanRow, what: Told, at: bigint): Promise<void> => {
  const told = (units: bigint) => `${decimal(units, currency)} ${currency}`
  return addMessage(db, owner, what, { id, amount: told(amount), net: told(amount - fee), owed: told(principal + interest) }, Number(at))
}
