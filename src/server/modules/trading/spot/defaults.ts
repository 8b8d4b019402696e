import type { OperatorServer } from '../../../../generated/operator.ts'
import type { Unbranded } from '../../../../engine/language/values/units.ts'

/** Amounts are in the quote currency of a pair. Lot steps of coins are worth some cents to some tens of cents, those of currencies and metals some USD at most. */
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
    EURUSD: { step: '1', minimum: '5' },
    GBPUSD: { step: '1', minimum: '5' },
    AUDUSD: { step: '1', minimum: '5' },
    NZDUSD: { step: '1', minimum: '5' },
    USDJPY: { step: '1', minimum: '5', minimumAmount: '750', maximumAmount: '30000000' },
    USDCHF: { step: '1', minimum: '5', minimumAmount: '4', maximumAmount: '160000' },
    USDCAD: { step: '1', minimum: '5', minimumAmount: '7', maximumAmount: '280000' },
    USDSGD: { step: '1', minimum: '5', minimumAmount: '7', maximumAmount: '260000' },
    USDCNH: { step: '1', minimum: '5', minimumAmount: '35', maximumAmount: '1400000' },
    USDMXN: { step: '1', minimum: '5', minimumAmount: '90', maximumAmount: '3600000' },
    XAUUSD: { step: '0.001', minimum: '0.001', maximum: '50' },
    XAGUSD: { step: '0.1', minimum: '0.1', maximum: '4000' },
    XPTUSD: { step: '0.001', minimum: '0.001', maximum: '130' },
    XPDUSD: { step: '0.001', minimum: '0.001', maximum: '140' },
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
