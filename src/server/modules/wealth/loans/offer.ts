import type { OperatorServer } from '../../../../generated/operator.ts'
import type { Unbranded } from '../../../../engine/language/values/units.ts'

/** Default terms of loans. */
export const LOANS: Unbranded<OperatorServer['loans']> = {
  currency: 'USDT',
  minimum: '50',
  maximum: '5000',
  terms: [7, 15, 30, 90],
  rate: '0.05',
  fee: '1',
  overdueRate: '0.15',
  leastRepayment: '10',
}
