import type { Integer } from '../storage/integer.ts'

type Mode = 'real' | 'demo'

/** Amounts are minor units of the currency, times are Unix seconds. */
export interface LedgerTables {
  ledger_account: {
    id: string
    owner: string
    mode: Mode
    kind: string
    currency: string
    /** Received less paid; `held` is the part reserved by pending holds. Always 0 for system accounts. */
    posted: Integer
    held: Integer
  }
  ledger_posting: { id: string; mode: Mode; reason: string; key: string | null; time: Integer }
  ledger_transfer: {
    posting: string
    line: Integer
    mode: Mode
    currency: string
    payer: string
    payee: string
    amount: Integer
  }
  ledger_hold: {
    id: string
    account: string
    mode: Mode
    currency: string
    amount: Integer
    state: 'pending' | 'posted' | 'voided'
    reason: string
    key: string | null
    posting: string | null
    time: Integer
  }
}

// Mode and currency are part of every row and foreign key, so that no row can join two modes or two currencies.
export const ddl: string[] = [
  `CREATE TABLE IF NOT EXISTS ledger_account (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    mode TEXT NOT NULL CHECK (mode IN ('real', 'demo')),
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    posted BIGINT NOT NULL,
    held BIGINT NOT NULL CHECK (held >= 0),
    CHECK ((owner = 'system' AND held = 0) OR (kind IN ('coin', 'contract') AND posted >= held)),
    UNIQUE (owner, mode, kind, currency),
    UNIQUE (id, mode, currency)
  )`,
  `CREATE TABLE IF NOT EXISTS ledger_posting (
    id TEXT PRIMARY KEY,
    mode TEXT NOT NULL,
    reason TEXT NOT NULL,
    key TEXT UNIQUE,
    time BIGINT NOT NULL,
    UNIQUE (id, mode)
  )`,
  `CREATE TABLE IF NOT EXISTS ledger_transfer (
    posting TEXT NOT NULL,
    line INTEGER NOT NULL,
    mode TEXT NOT NULL,
    currency TEXT NOT NULL,
    payer TEXT NOT NULL,
    payee TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (posting, line),
    CHECK (payer <> payee),
    FOREIGN KEY (posting, mode) REFERENCES ledger_posting (id, mode),
    FOREIGN KEY (payer, mode, currency) REFERENCES ledger_account (id, mode, currency),
    FOREIGN KEY (payee, mode, currency) REFERENCES ledger_account (id, mode, currency)
  )`,
  'CREATE INDEX IF NOT EXISTS ledger_transfer_payer ON ledger_transfer (payer)',
  'CREATE INDEX IF NOT EXISTS ledger_transfer_payee ON ledger_transfer (payee)',
  `CREATE TABLE IF NOT EXISTS ledger_hold (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    mode TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    state TEXT NOT NULL CHECK (state IN ('pending', 'posted', 'voided')),
    reason TEXT NOT NULL,
    key TEXT UNIQUE,
    posting TEXT REFERENCES ledger_posting (id),
    time BIGINT NOT NULL,
    CHECK ((state = 'posted') = (posting IS NOT NULL)),
    FOREIGN KEY (account, mode, currency) REFERENCES ledger_account (id, mode, currency)
  )`,
  'CREATE INDEX IF NOT EXISTS ledger_hold_account ON ledger_hold (account, state)',
]
