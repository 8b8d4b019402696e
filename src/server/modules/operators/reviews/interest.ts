import { orders as machine } from '../../wealth/interest/job.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { details, machineReviews } from './machineReviews.ts'

export const interest = machineReviews({
  kind: 'interest',
  table: 'interest_orders',
  list: 'interest',
  machine,
  show: (_, { mode, currency, amount, days }) => ({
    details: details({ mode, amount: decimal(amount, currency), currency, days: String(days) }),
  }),
})
