import { decimal } from '../../../kit/ledger/index.ts'
import { loans as machine } from '../../wealth/loans/job.ts'
import { details, machineReviews } from './machineReviews.ts'

export const loans = machineReviews({
  kind: 'loan',
  table: 'loans',
  list: 'loan',
  machine,
  show: (_, { currency, amount, fee, days, rate }) => ({
    details: details({
      amount: decimal(amount, currency),
      fee: decimal(fee, currency),
      currency,
      days: String(days),
      rate,
    }),
  }),
})
