import type { Integer } from '../storage/integer.ts'
import type { Rate } from '../../core/units.ts'

type Mode = 'real' | 'demo'

/** Amounts are minor units of their currency: `pay` of `payer`, `receive` and `fee` of `payee`. */
interface Exchange {
  id: string
  user_id: string
  mode: Mode
  payer: string
  payee: string
  pay: Integer
  receive: Integer
  fee: Integer
  rate: Rate
}

export interface ExchangeTables {
  /** Times are Unix milliseconds. `exchange`: id of the exchange executed with this quote. */
  flash_quotes: Exchange & { created: Integer; expires: Integer; exchange: string | null }
  /** A user's own record of an exchange; `id` is that of its posting. */
  flash_exchanges: Exchange & { created: Integer }
  /** A reset of a demo account to its opening balance; `id` is that of its posting. */
  demo_refills: { id: string; user_id: string; created: Integer }
}

const columns = `
    user_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    payer TEXT NOT NULL,
    payee TEXT NOT NULL,
    pay BIGINT NOT NULL CHECK (pay > 0),
    receive BIGINT NOT NULL CHECK (receive > 0),
    fee BIGINT NOT NULL CHECK (fee >= 0),
    rate TEXT NOT NULL,
    created BIGINT NOT NULL,
    CHECK (payer <> payee)`

export const ddl = [
  `CREATE TABLE IF NOT EXISTS flash_quotes (
    id TEXT PRIMARY KEY,
    expires BIGINT NOT NULL,
    exchange TEXT UNIQUE REFERENCES ledger_posting (id),${columns}
  )`,
  'CREATE INDEX IF NOT EXISTS flash_quotes_user ON flash_quotes (user_id, expires)',
  `CREATE TABLE IF NOT EXISTS flash_exchanges (
    id TEXT PRIMARY KEY REFERENCES ledger_posting (id),${columns}
  )`,
  'CREATE INDEX IF NOT EXISTS flash_exchanges_user ON flash_exchanges (user_id, mode, id)',
  'CREATE TABLE IF NOT EXISTS demo_refills (id TEXT PRIMARY KEY REFERENCES ledger_posting (id), user_id TEXT NOT NULL, created BIGINT NOT NULL)',
  'CREATE INDEX IF NOT EXISTS demo_refills_user ON demo_refills (user_id, id)',
]
