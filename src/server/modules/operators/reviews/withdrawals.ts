import { decimal } from '../../../kit/ledger/index.ts'
import { withdrawals as machine } from '../../money/withdrawals/job.ts'
import { details, machineReviews } from './machineReviews.ts'

export const withdrawals = machineReviews({
  kind: 'withdrawal',
  table: 'withdrawals',
  list: 'withdrawal',
  machine,
  show: (_, { mode, kind, number, network, currency, amount, fee }) => ({
    details: details({
      mode,
      kind,
      number,
      network,
      amount: decimal(amount, currency),
      fee: decimal(fee, currency),
      currency,
    }),
  }),
})
