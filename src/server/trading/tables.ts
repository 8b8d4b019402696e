import type { Integer } from '../storage/integer.ts'

export type Product = 'spot' | 'seconds' | 'leveraged'

export interface TradingTables {
  /** Accepted risk texts: user, symbol, product and language. */
  trade_activations: { user_id: string; symbol: string; product: Product; lang: string; created: Integer }
}

export const ddl = [
  `CREATE TABLE IF NOT EXISTS trade_activations (
    user_id TEXT NOT NULL REFERENCES users (id), symbol TEXT NOT NULL, product TEXT NOT NULL CHECK (product IN ('spot', 'seconds', 'leveraged')),
    lang TEXT NOT NULL, created INTEGER NOT NULL, PRIMARY KEY (user_id, symbol, product)
  ) STRICT`,
]
