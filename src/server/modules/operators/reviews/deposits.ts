import { deposits as machine } from '../../money/deposits/job.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { signedUrlOf } from '../../content/uploads/signedUrl.ts'
import { details, machineReviews } from './machineReviews.ts'

export const deposits = machineReviews({
  kind: 'deposit',
  table: 'deposits',
  list: 'deposit',
  machine,
  show: async ({ db, clock }, { mode, channel, currency, network, amount, upload_id: picture }) => ({
    details: details({ mode, channel, network, amount: decimal(amount, currency), currency }),
    pictures: [await signedUrlOf(db, picture, clock.now())],
  }),
})
