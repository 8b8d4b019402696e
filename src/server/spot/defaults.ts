import type { OperatorServer } from '../../generated/operator.ts'
import type { Unbranded } from '../../core/units.ts'

/** Lot steps are worth some cents to some tens of cents. */
export const SPOT: Unbranded<OperatorServer['spot']> = {
  defaults: {
    fee: '0.1',
    step: '0.01',
    minimum: '0.01',
    maximum: '1000000',
    minimumAmount: '5',
    maximumAmount: '200000',
  },
  symbols: {
    BTCUSDT: { step: '0.00001', minimum: '0.00001', maximum: '100' },
    ETHUSDT: { step: '0.0001', minimum: '0.0001', maximum: '2000' },
    BNBUSDT: { step: '0.001', minimum: '0.001', maximum: '5000' },
    BCHUSDT: { step: '0.001', minimum: '0.001', maximum: '5000' },
    SOLUSDT: { step: '0.001', minimum: '0.001', maximum: '50000' },
    LTCUSDT: { step: '0.001', minimum: '0.001', maximum: '50000' },
    XRPUSDT: { step: '0.1', minimum: '0.1' },
    ADAUSDT: { step: '0.1', minimum: '0.1' },
    DOGEUSDT: { step: '1', minimum: '1', maximum: '10000000' },
    TRXUSDT: { step: '1', minimum: '1', maximum: '10000000' },
    XLMUSDT: { step: '1', minimum: '1', maximum: '10000000' },
  },
  tolerance: '0.5',
  quoteSeconds: 30,
  openMost: 50,
}
