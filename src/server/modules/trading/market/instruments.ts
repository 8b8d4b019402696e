import type { TradingHours } from './tradingHours.ts'

export type InstrumentClass = 'forex' | 'metal' | 'crypto'

/** A traded instrument. `price` is the price around REFERENCE; all movement follows from the seed. */
export interface Listing {
  symbol: string
  name: string
  class: InstrumentClass
  base: string
  quote: string
  hours: TradingHours
  price: number
  /** Digits after the point of a price; its last digit is one tick. */
  precision: number
  /** Ask less bid, in ticks. */
  spread: number
  /** Standard deviation of a week's return. */
  volatility: number
  /** Ticks a minute while open. */
  pace: number
  /** Volume of an average week, in base units. */
  volume: number
  volumePrecision: number
}

/** True where USD is the base, so that amounts and profit are in another currency than USD and USDT. */
export const isInverse = ({ quote }: Pick<Listing, 'quote'>): boolean => quote !== 'USDT' && quote !== 'USD'

/** Monday of the week of the prices below, Unix seconds (2026-11-16). */
export const REFERENCE = 1_794_787_200

type ListingRow = readonly [
  symbol: string,
  name: string,
  price: number,
  precision: number,
  spread: number,
  volatility: number,
  pace: number,
  volume: number,
]

const forex: ListingRow[] = [
  ['EURUSD', 'Euro / US Dollar', 1.16243, 5, 9, 0.0095, 240, 2_400_000],
  ['GBPUSD', 'British Pound / US Dollar', 1.31872, 5, 12, 0.0105, 200, 1_300_000],
  ['AUDUSD', 'Australian Dollar / US Dollar', 0.65134, 5, 11, 0.012, 150, 800_000],
  ['NZDUSD', 'New Zealand Dollar / US Dollar', 0.57021, 5, 16, 0.0125, 100, 420_000],
  ['USDJPY', 'US Dollar / Japanese Yen', 154.213, 3, 10, 0.0125, 240, 1_900_000],
  ['USDCHF', 'US Dollar / Swiss Franc', 0.80127, 5, 13, 0.0105, 120, 610_000],
  ['USDCAD', 'US Dollar / Canadian Dollar', 1.40118, 5, 14, 0.0085, 150, 730_000],
  ['USDSGD', 'US Dollar / Singapore Dollar', 1.30245, 5, 21, 0.0055, 60, 190_000],
  ['USDCNH', 'US Dollar / Chinese Yuan', 7.11364, 5, 38, 0.0045, 60, 350_000],
  ['USDMXN', 'US Dollar / Mexican Peso', 18.36471, 5, 420, 0.0165, 60, 240_000],
]

const metals: ListingRow[] = [
  ['XAUUSD', 'Gold', 4087.35, 2, 28, 0.024, 200, 950_000],
  ['XAGUSD', 'Silver', 50.642, 3, 24, 0.041, 120, 410_000],
  ['XPTUSD', 'Platinum', 1548.6, 1, 19, 0.034, 60, 64_000],
  ['XPDUSD', 'Palladium', 1392.4, 1, 22, 0.043, 60, 38_000],
]

const crypto: ListingRow[] = [
  ['BTCUSDT', 'Bitcoin', 95840.25, 2, 12, 0.055, 300, 168_000],
  ['ETHUSDT', 'Ethereum', 3184.6, 2, 4, 0.072, 300, 2_900_000],
  ['BNBUSDT', 'BNB', 921.4, 2, 9, 0.062, 150, 1_300_000],
  ['SOLUSDT', 'Solana', 141.35, 2, 3, 0.088, 200, 26_000_000],
  ['XRPUSDT', 'XRP', 2.2184, 4, 3, 0.085, 150, 1_150_000_000],
  ['DOGEUSDT', 'Dogecoin', 0.16325, 5, 4, 0.095, 120, 7_400_000_000],
  ['ADAUSDT', 'Cardano', 0.5034, 4, 2, 0.09, 100, 930_000_000],
  ['TRXUSDT', 'TRON', 0.29327, 5, 6, 0.045, 60, 1_700_000_000],
  ['LTCUSDT', 'Litecoin', 98.73, 2, 3, 0.075, 100, 5_600_000],
  ['LINKUSDT', 'Chainlink', 14.128, 3, 5, 0.092, 100, 41_000_000],
  ['AVAXUSDT', 'Avalanche', 15.437, 3, 6, 0.095, 100, 38_000_000],
  ['DOTUSDT', 'Polkadot', 2.8146, 4, 8, 0.092, 60, 75_000_000],
  ['BCHUSDT', 'Bitcoin Cash', 498.2, 1, 3, 0.078, 60, 540_000],
  ['XLMUSDT', 'Stellar', 0.25731, 5, 9, 0.088, 60, 890_000_000],
]

function listing(kind: InstrumentClass, hours: TradingHours, row: ListingRow): Listing {
  const [symbol, name, price, precision, spread, volatility, pace, volume] = row
  const quote = symbol.endsWith('USDT') ? 'USDT' : symbol.slice(-3)
  return {
    symbol,
    name,
    class: kind,
    base: symbol.slice(0, -quote.length),
    quote,
    hours: hours,
    price,
    precision,
    spread,
    volatility,
    pace,
    volume,
    volumePrecision: kind === 'crypto' && volume < 1_000_000 ? 3 : 0,
  }
}

export const LISTINGS: readonly Listing[] = [
  ...forex.map((row) => listing('forex', 'forex', row)),
  ...metals.map((row) => listing('metal', 'metal', row)),
  ...crypto.map((row) => listing('crypto', 'always', row)),
]
