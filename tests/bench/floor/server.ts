// node ts.mjs tests/bench/floor/server.ts <folder> <port>: the floor of the sandbox server. Fastify and SQLite without anything between, written by hand for two calls with the
// guarantees of the sandbox: session, idempotency key with reply, double entry, receipt, one durable transaction.
import Fastify from 'fastify'
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openConnection } from '../../../src/server/kit/storage/sqlite/sqliteDriver.ts'

const [, , folder = '', port = ''] = process.argv
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const now = (): number => Math.floor(Date.now() / 1000)

mkdirSync(folder, { recursive: true })
const sqlite = openConnection(join(folder, 'floor.db'))
sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
  CREATE TABLE users (id TEXT PRIMARY KEY, mode TEXT NOT NULL, locked INTEGER NOT NULL, frozen INTEGER NOT NULL) STRICT;
  CREATE TABLE sessions (hash TEXT PRIMARY KEY, user TEXT NOT NULL REFERENCES users (id), expires INTEGER NOT NULL) STRICT;
  CREATE TABLE accounts (id TEXT PRIMARY KEY, owner TEXT NOT NULL, mode TEXT NOT NULL, kind TEXT NOT NULL, currency TEXT NOT NULL,
    posted INTEGER NOT NULL, held INTEGER NOT NULL, CHECK (posted >= held)) STRICT;
  CREATE INDEX accounts_owner ON accounts (owner, mode);
  CREATE TABLE keys (user TEXT, key TEXT, hash TEXT NOT NULL, reply TEXT NOT NULL, PRIMARY KEY (user, key)) STRICT, WITHOUT ROWID;
  CREATE TABLE postings (id TEXT PRIMARY KEY, mode TEXT NOT NULL, reason TEXT NOT NULL, time INTEGER NOT NULL) STRICT;
  CREATE TABLE entries (posting TEXT NOT NULL REFERENCES postings (id), line INTEGER, payer TEXT NOT NULL REFERENCES accounts (id),
    payee TEXT NOT NULL REFERENCES accounts (id), amount INTEGER NOT NULL, payer_balance INTEGER, payee_balance INTEGER,
    PRIMARY KEY (posting, line)) STRICT;
  CREATE INDEX entries_payer ON entries (payer, posting);
  CREATE INDEX entries_payee ON entries (payee, posting);
  CREATE TABLE transfers (id TEXT PRIMARY KEY REFERENCES postings (id), user TEXT NOT NULL, mode TEXT NOT NULL, payer TEXT NOT NULL, payee TEXT NOT NULL,
    currency TEXT NOT NULL, amount INTEGER NOT NULL, created INTEGER NOT NULL) STRICT;
  CREATE INDEX transfers_user ON transfers (user, mode, id);
  CREATE TABLE receipts (id TEXT PRIMARY KEY, user TEXT NOT NULL REFERENCES users (id), mode TEXT NOT NULL, kind TEXT NOT NULL, record TEXT NOT NULL, facts TEXT NOT NULL, created INTEGER NOT NULL) STRICT;
  CREATE INDEX receipts_record ON receipts (user, kind, record);
  CREATE TABLE receipt_postings (posting TEXT PRIMARY KEY REFERENCES postings (id), receipt TEXT NOT NULL REFERENCES receipts (id)) STRICT;
  CREATE TABLE positions (id TEXT PRIMARY KEY, user TEXT NOT NULL, mode TEXT NOT NULL, status INTEGER NOT NULL, margin INTEGER NOT NULL) STRICT;
  CREATE INDEX positions_user ON positions (user, mode, status);
  CREATE TABLE loans (id TEXT PRIMARY KEY, user TEXT NOT NULL, status INTEGER NOT NULL, principal INTEGER NOT NULL, interest INTEGER NOT NULL) STRICT;
  CREATE INDEX loans_user ON loans (user, status);`)

const token = 'floor'.repeat(8)
const accountId = (mode: string, user: string, kind: string, currency: string): string =>
  `${mode}:${user}:${kind}:${currency}`
sqlite.prepare("INSERT INTO users VALUES ('user', 'real', 0, 0)").run()
sqlite.prepare('INSERT INTO sessions VALUES (?, ?, ?)').run(sha256(token), 'user', now() + 86_400)
for (const mode of ['real', 'demo'])
  for (const kind of ['coin', 'contract'])
    for (const currency of kind === 'coin' ? ['USDT', 'BTC', 'ETH', 'EUR'] : ['USDT'])
      sqlite
        .prepare('INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?, 0)')
        .run(accountId(mode, 'user', kind, currency), 'user', mode, kind, currency, 1_000_000_000_000n)

const prepared = {
  user: sqlite.prepare('SELECT u.* FROM sessions s JOIN users u ON u.id = s.user WHERE s.hash = ? AND s.expires > ?'),
  key: sqlite.prepare('SELECT hash, reply FROM keys WHERE user = ? AND key = ?'),
  debit: sqlite.prepare('UPDATE accounts SET posted = posted - ? WHERE id = ? AND posted - held >= ? RETURNING posted'),
  credit: sqlite.prepare('UPDATE accounts SET posted = posted + ? WHERE id = ? RETURNING posted'),
  posting: sqlite.prepare('INSERT INTO postings VALUES (?, ?, ?, ?)'),
  entry: sqlite.prepare('INSERT INTO entries VALUES (?, 0, ?, ?, ?, ?, ?)'),
  transfer: sqlite.prepare('INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
  receipt: sqlite.prepare('INSERT INTO receipts VALUES (?, ?, ?, ?, ?, ?, ?)'),
  receiptPosting: sqlite.prepare('INSERT INTO receipt_postings VALUES (?, ?)'),
  storeKey: sqlite.prepare('INSERT INTO keys VALUES (?, ?, ?, ?)'),
  balances: sqlite.prepare('SELECT * FROM accounts WHERE owner = ? ORDER BY mode, kind, currency'),
  positions: sqlite.prepare('SELECT * FROM positions WHERE user = ? AND mode = ? AND status = 0'),
  loans: sqlite.prepare(
    'SELECT SUM(principal) AS principal, SUM(interest) AS interest FROM loans WHERE user = ? AND status < 2',
  ),
  begin: sqlite.prepare('BEGIN IMMEDIATE'),
  commit: sqlite.prepare('COMMIT'),
  rollback: sqlite.prepare('ROLLBACK'),
}

type User = { id: string; mode: string; locked: bigint; frozen: bigint }
type Transfer = { mode: string; from: string; to: string; currency: string; amount: string }

const UNITS = 8
/** Minor units of a decimal. */
function minor(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(UNITS, '0'))
}
/** Decimal of minor units. */
function decimal(units: bigint): string {
  const digits = units.toString().padStart(UNITS + 1, '0')
  return `${digits.slice(0, -UNITS)}.${digits.slice(-UNITS)}`
}

function userOf(authorization = ''): User {
  const user = prepared.user.get(sha256(authorization), now()) as User | undefined
  if (!user || user.locked === 1n) throw new Error('sessionExpired')
  return user
}

/** A separate transaction, durable when it returns. */
function transfer(user: User, key: string, { mode, from, to, currency, amount }: Transfer): unknown {
  const hash = sha256(JSON.stringify([mode, from, to, currency, amount]))
  prepared.begin.run()
  try {
    const stored = prepared.key.get(user.id, key) as { hash: string; reply: string } | undefined
    if (stored && stored.hash !== hash) throw new Error('idempotencyKeyReused')
    if (stored) {
      prepared.commit.run()
      return JSON.parse(stored.reply)
    }
    if (user.frozen === 1n || user.mode !== mode) throw new Error('statusAbnormal')
    const units = minor(amount)
    const payer = accountId(mode, user.id, from, currency)
    const payee = accountId(mode, user.id, to, currency)
    const id = randomUUID()
    const time = now()
    const debited = prepared.debit.get(units, payer, units) as { posted: bigint } | undefined
    if (!debited) throw new Error('insufficientBalance')
    const credited = prepared.credit.get(units, payee) as { posted: bigint }
    prepared.posting.run(id, mode, 'transfer', time)
    prepared.entry.run(id, payer, payee, units, debited.posted, credited.posted)
    prepared.transfer.run(id, user.id, mode, from, to, currency, units, time)
    const receipt = randomUUID()
    prepared.receipt.run(receipt, user.id, mode, 'transfer', id, JSON.stringify({ currency }), time)
    prepared.receiptPosting.run(id, receipt)
    const data = { id, mode, from, to, currency, amount: decimal(units), time }
    prepared.storeKey.run(user.id, key, hash, JSON.stringify(data))
    prepared.commit.run()
    return data
  } catch (error) {
    if (sqlite.isTransaction) prepared.rollback.run()
    throw error
  }
}

type Account = { mode: string; kind: string; currency: string; posted: bigint; held: bigint }

function list(user: User): unknown {
  const accounts = prepared.balances.all(user.id) as Account[]
  const margins = ['real', 'demo'].map((mode) => prepared.positions.all(user.id, mode).length)
  const loans = prepared.loans.get(user.id)
  return {
    debts: loans && (loans as { principal: bigint | null }).principal !== null ? [loans] : [],
    rows: accounts.map(({ mode, kind, currency, posted, held }) => ({
      mode,
      kind,
      currency,
      balance: decimal(posted),
      floating: '0',
      availableMargin: decimal(posted - held),
      usedMargin: String(margins[0]),
      netEquity: decimal(posted),
      frozen: decimal(held),
      worth: decimal(posted),
    })),
  }
}

const text = { type: 'string' } as const
const app = Fastify()
const ok = (data: unknown) => ({ type: 'ok', code: 'ok', message: '', data })
app.post<{ Body: Transfer }>(
  '/api/wallet/transfer',
  {
    schema: {
      body: {
        type: 'object',
        required: ['mode', 'from', 'to', 'currency', 'amount'],
        properties: {
          mode: text,
          from: text,
          to: text,
          currency: text,
          amount: { type: 'string', pattern: '^\\d+(\\.\\d+)?$' },
        },
      },
    },
  },
  (request) =>
    ok(transfer(userOf(request.headers.authorization), String(request.headers['idempotency-key']), request.body)),
)
app.post('/api/wallet/list', (request) => ok(list(userOf(request.headers.authorization))))
await app.listen({ host: '127.0.0.1', port: Number(port) })
console.log(token)
