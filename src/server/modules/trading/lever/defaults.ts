import type { OperatorServer } from '../../../../generated/operator.ts'
import type { Unbranded } from '../../../../engine/language/values/units.ts'

/** Default terms of leveraged trading. One lot is worth about 10,000 USDT. */
export const LEVER: Unbranded<OperatorServer['lever']> = {
  classes: {
    forex: {
      size: '100000',
      step: '0.01',
      minimum: '0.01',
      maximum: '50',
      leverages: [10, 20, 50, 100, 200],
      fee: '0.005',
      maintenance: '20',
    },
    metal: {
      size: '100',
      step: '0.01',
      minimum: '0.01',
      maximum: '50',
      leverages: [10, 20, 50, 100],
      fee: '0.01',
      maintenance: '20',
    },
    crypto: {
      size: '1',
      step: '0.01',
      minimum: '0.01',
      maximum: '100',
      leverages: [5, 10, 20, 50, 100],
      fee: '0.04',
      maintenance: '20',
    },
  },
  symbols: {
    USDMXN: { leverages: [10, 20, 50] },
    XAGUSD: { size: '5000' },
    ETHUSDT: { size: '10' },
    BNBUSDT: { size: '10' },
    SOLUSDT: { size: '100' },
    XRPUSDT: { size: '10000' },
    DOGEUSDT: { size: '100000' },
    ADAUSDT: { size: '100000' },
    TRXUSDT: { size: '100000' },
    LTCUSDT: { size: '100' },
    LINKUSDT: { size: '1000' },
    AVAXUSDT: { size: '1000' },
    DOTUSDT: { size: '10000' },
    BCHUSDT: { size: '100' },
    XLMUSDT: { size: '100000' },
  },
  tolerance: '0.1',
  quoteSeconds: 30,
}
