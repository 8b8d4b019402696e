import type { OperatorServer } from '../../generated/operator.ts'
import type { Unbranded } from '../../core/units.ts'

/** Default offers; the operator's file overrides them. */
export const FIXED_DEPOSITS: Unbranded<OperatorServer['fixedDeposits']> = [
  { id: 'usdt-7', currency: 'USDT', minimum: '10', single: '2000', maximum: '5000', yield: '0.01', days: 7, breakFee: '0.5', participants: 5000 },
  { id: 'usdt-30', currency: 'USDT', minimum: '50', single: '10000', maximum: '50000', yield: '0.016', days: 30, breakFee: '1', participants: 2000 },
  { id: 'usdt-90', currency: 'USDT', minimum: '100', single: '20000', maximum: '100000', yield: '0.02', days: 90, breakFee: '1.5', participants: 1000 },
  { id: 'usdt-365', currency: 'USDT', minimum: '100', single: '50000', maximum: '200000', yield: '0.025', days: 365, breakFee: '2.5', participants: 500 },
  { id: 'btc-60', currency: 'BTC', minimum: '0.001', single: '1', maximum: '5', yield: '0.005', days: 60, breakFee: '1', participants: 500 },
]
