import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../clock.ts'
import { metrics } from '../observability/metrics.ts'
import { afterCommit, inTransaction, userLock } from '../storage/transaction.ts'
import { accountKey, checkAmount, type AccountKey } from './accounts.ts'
import { minor } from './currencies.ts'
import { newId } from './id.ts'
import { lowerLeast, type Holding } from './least.ts'
import {
  addHold,
  addPosting,
  addTransfer,
  creditAccount,
  debitAccount,
  findAccount,
  findAccounts,
  findHold,
  holdBack,
  openAccount,
  release,
  settleHold,
} from './queries.ts'
import { noteMovement, WITHOUT_RECEIPT } from './movements.ts'
import type { LedgerTables } from './tables.ts'
import {
  LedgerError,
  type Balance,
  type WalletKind,
  type Ledger,
  type PostResult,
  type Mode,
  type TransferEntry,
  type AccountRef,
} from './types.ts'
import { verifyBooks } from './verify.ts'

export * from './types.ts'
export {
  CURRENCIES,
  decimal,
  EXCHANGE_CURRENCIES,
  ceilToTraded,
  floorToTraded,
  MARGIN_CURRENCIES,
  minor,
  scaleOf,
  tradedPlacesOf,
  tradedUnit,
  UNIT_OF_ACCOUNT,
} from './currencies.ts'

type Db = Kysely<LedgerTables>
interface Transfer {
  payer: AccountKey
  payee: AccountKey
  amount: bigint
}
type NewHold = Pick<
  Selectable<LedgerTables['ledger_hold']>,
  'account' | 'mode' | 'currency' | 'amount' | 'reason' | 'key'
>
/** By id; accounts of the system are missing. */
type Balances = Map<string, bigint>

function transferOf(mode: Mode, { from, to, currency, amount }: TransferEntry): Transfer {
  const transfer = {
    payer: accountKey(from, mode, currency),
    payee: accountKey(to, mode, currency),
    amount: checkAmount(amount),
  }
  if (transfer.payer.id === transfer.payee.id)
    throw new LedgerError('badRequest', `${transfer.payer.id} cannot pay itself`)
  return transfer
}

function balanceOf(row: Omit<Selectable<LedgerTables['ledger_account']>, 'id' | 'owner'>): Balance {
  const { posted, held } = row
  return {
    mode: row.mode,
    kind: row.kind as WalletKind,
    currency: row.currency,
    posted,
    held,
    available: posted - held,
  }
}

/** Creates the ledger of a database, or of an open transaction, which it then neither commits nor rolls back. */
export function createLedger<T extends LedgerTables>(database: Kysely<T>, clock: Clock): Ledger {
  const db = database as unknown as Db
  const atomically = <R>(names: readonly string[], work: (trx: Db) => Promise<R>): Promise<R> =>
    db.isTransaction ? work(db) : inTransaction(db, names, work)
  /** A receipt is due of a movement that is a part of a larger transaction. */
  const note = (kind: 'postings' | 'held' | 'released', id: string): void => {
    if (db.isTransaction) noteMovement(db, kind, id)
  }

  /** Returns null if the key is already used. */
  async function insertPosting(trx: Db, mode: Mode, reason: string, key: string | null): Promise<string | null> {
    const id = newId(clock.nowMs())
    const { numAffectedRows } = await addPosting(trx, { id, mode, reason, key, time: BigInt(clock.now()) })
    if (!numAffectedRows) return null
    if (!WITHOUT_RECEIPT.includes(reason)) note('postings', id)
    afterCommit(trx, () => metrics.postings.inc({ reason }))
    return id
  }

  /** `opening`: the balances before the posting. */
  async function insertTransfers(
    trx: Db,
    posting: string,
    transfers: readonly Transfer[],
    opening: Balances,
  ): Promise<void> {
    const balances = new Map(opening)
    const balanceAfter = (id: string, change: bigint): bigint | null => {
      const before = balances.get(id)
      if (before === undefined) return null
      balances.set(id, before + change)
      return before + change
    }
    for (const [line, { payer, payee, amount }] of transfers.entries())
      await addTransfer(trx, {
        posting,
        line,
        mode: payer.mode,
        currency: payer.currency,
        payer: payer.id,
        payee: payee.id,
        amount,
        payer_balance: balanceAfter(payer.id, -amount),
        payee_balance: balanceAfter(payee.id, amount),
      })
  }

  /** Returns the balance afterwards. */
  async function debit(trx: Db, { id, currency }: AccountKey, amount: bigint): Promise<bigint> {
    const [row] = (await debitAccount(trx, { id, amount })).rows
    if (!row) throw new LedgerError('insufficientBalance', `Not enough ${currency} available`)
    return row.posted
  }

  /** Returns the balance afterwards. */
  async function credit(trx: Db, account: AccountKey, amount: bigint): Promise<bigint> {
    const [row] = (await creditAccount(trx, { ...account, amount })).rows
    if (!row) throw new Error(`The balance of ${account.id} is missing`)
    return row.posted
  }

  /** System accounts have no stored balance, otherwise every posting would wait for the same row; their balance is the sum of the journal. */
  async function ensureSystemAccount(trx: Db, account: AccountKey): Promise<void> {
    await openAccount(trx, account)
  }

  /** Rows are locked in the order of their ids, so that two postings cannot deadlock. Returns the balances before. */
  async function applyBalances(trx: Db, transfers: readonly Transfer[]): Promise<Balances> {
    const net = new Map<string, { account: AccountKey; amount: bigint }>()
    for (const { payer, payee, amount } of transfers) {
      for (const [account, change] of [
        [payer, -amount],
        [payee, amount],
      ] as const) {
        net.set(account.id, { account, amount: (net.get(account.id)?.amount ?? 0n) + change })
      }
    }
    const opening: Balances = new Map()
    const changes = new Map<string, Holding & { change: bigint }>()
    for (const { account, amount } of [...net.values()].toSorted((a, b) => (a.account.id < b.account.id ? -1 : 1))) {
      if (account.owner === 'system') {
        await ensureSystemAccount(trx, account)
        continue
      }
      const after = amount < 0n ? await debit(trx, account, -amount) : await credit(trx, account, amount)
      opening.set(account.id, after - amount)
      const { owner, mode, currency } = account
      const of = `${owner} ${currency}`
      changes.set(of, { owner, mode, currency, change: (changes.get(of)?.change ?? 0n) + amount })
    }
    for (const { change, ...holding } of changes.values()) if (change < 0n) await lowerLeast(trx, holding)
    return opening
  }

  async function existingResult(
    trx: Db,
    table: 'ledger_posting' | 'ledger_hold',
    key: string | null,
  ): Promise<PostResult> {
    const { id } = await trx.selectFrom(table).select('id').where('key', '=', key).executeTakeFirstOrThrow()
    return { id, created: false }
  }

  async function insertHold(trx: Db, hold: NewHold): Promise<PostResult> {
    const id = newId(clock.nowMs())
    await addHold(trx, { id, ...hold, state: 'pending', posting: null, time: BigInt(clock.now()) })
    note('held', id)
    return { id, created: true }
  }

  /** Ends a pending hold and returns its row. */
  async function endHold(trx: Db, id: string, state: 'posted' | 'voided', posting: string | null) {
    const [hold] = (await settleHold(trx, { id, state, posting })).rows
    if (hold) {
      note('released', id)
      return hold
    }
    const ended = await trx.selectFrom('ledger_hold').select('state').where('id', '=', id).executeTakeFirst()
    if (!ended) throw new LedgerError('holdNotFound', 'There is no such hold')
    throw new LedgerError('holdSettled', `The hold is ${ended.state}`)
  }

  async function releaseHeld(trx: Db, account: string, held: bigint): Promise<void> {
    await release(trx, { account, held })
  }

  const ledger: Ledger = {
    async post({ mode, reason, key = null, entries }) {
      const transfers = entries.map((move) => transferOf(mode, move))
      if (transfers.length === 0) throw new LedgerError('badRequest', 'A posting without entries')
      return await atomically([], async (trx) => {
        const id = await insertPosting(trx, mode, reason, key)
        if (id === null) return existingResult(trx, 'ledger_posting', key)
        await insertTransfers(trx, id, transfers, await applyBalances(trx, transfers))
        return { id, created: true }
      })
    },

    async hold({ mode, owner, kind, currency, amount, reason, key = null }) {
      const account = accountKey({ owner, kind }, mode, currency)
      checkAmount(amount)
      return await atomically([userLock(owner)], async (trx) => {
        if (key !== null) {
          const before = await trx.selectFrom('ledger_hold').select('id').where('key', '=', key).executeTakeFirst()
          if (before) return { id: before.id, created: false }
        }
        const { numAffectedRows } = await holdBack(trx, { id: account.id, amount })
        if (!numAffectedRows) throw new LedgerError('insufficientBalance', `Not enough ${currency} available`)
        return await insertHold(trx, { account: account.id, mode, currency, amount, reason, key })
      })
    },

    async commitHold(id, to) {
      const total = to.reduce((sum, { amount }) => sum + checkAmount(amount), 0n)
      if (to.length === 0) throw new LedgerError('badRequest', 'A committed hold needs a recipient')
      return await atomically([], async (trx) => {
        const [existing] = (await findHold(trx, { id })).rows
        if (!existing) throw new LedgerError('holdNotFound', 'There is no such hold')
        const posting = await insertPosting(trx, existing.mode, existing.reason, `hold:${id}`)
        if (posting === null) throw new LedgerError('holdSettled', 'The hold is posted')
        const hold = await endHold(trx, id, 'posted', posting)
        if (total > hold.amount) throw new LedgerError('insufficientBalance', 'More than the hold reserves')
        const [, owner = '', kind = ''] = hold.account.split(':')
        const payer: AccountRef = { owner, kind: kind as WalletKind }
        const transfers = to.map(({ to: payee, amount }) =>
          transferOf(hold.mode, { from: payer, to: payee, currency: hold.currency, amount }),
        )
        await releaseHeld(trx, hold.account, hold.amount)
        await insertTransfers(trx, posting, transfers, await applyBalances(trx, transfers))
        return { id: posting, created: true }
      })
    },

    async voidHold(id) {
      await atomically([], async (trx) => {
        const hold = await endHold(trx, id, 'voided', null)
        await releaseHeld(trx, hold.account, hold.amount)
      })
    },

    async changeHold(id, amount) {
      checkAmount(amount)
      return await atomically([], async (trx) => {
        const [existing] = (await findHold(trx, { id })).rows
        if (!existing) throw new LedgerError('holdNotFound', 'There is no such hold')
        const { account, mode, currency, amount: before } = await endHold(trx, id, 'voided', null)
        if (amount < before) await releaseHeld(trx, account, before - amount)
        if (amount > before) {
          const { numAffectedRows } = await holdBack(trx, { id: account, amount: amount - before })
          if (!numAffectedRows) throw new LedgerError('insufficientBalance', `Not enough ${currency} available`)
        }
        const { reason } = existing
        return await insertHold(trx, { account, mode, currency, amount, reason, key: null })
      })
    },

    async balances(owner, mode) {
      const { rows } = await findAccounts(db, { owner })
      return rows.filter((row) => mode === undefined || row.mode === mode).map(balanceOf)
    },

    async balance(owner, mode, kind, currency) {
      const { id } = accountKey({ owner, kind }, mode, currency)
      const [row] = (await findAccount(db, { id })).rows
      return row ? balanceOf(row) : { mode, kind, currency, posted: 0n, held: 0n, available: 0n }
    },

    async openAccounts(owner, opening) {
      await atomically([userLock(owner)], async (trx) => {
        for (const mode of ['real', 'demo'] as const) {
          const entries = Object.entries(opening[mode]).flatMap(([currency, amount]): TransferEntry[] => {
            const units = minor(amount, currency)
            return units > 0n ? [{ from: 'opening', to: { owner, kind: 'coin' }, currency, amount: units }] : []
          })
          if (entries.length > 0)
            await createLedger(trx, clock).post({ mode, reason: 'opening', key: `opening:${mode}:${owner}`, entries })
        }
      })
    },

    verify: () => verifyBooks(db),
    withTransaction: (transaction) => createLedger(transaction, clock),
  }
  return ledger
}
