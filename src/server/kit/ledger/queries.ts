import type { Kysely } from 'kysely'
import { prepared, preparedInsert } from '../storage/preparedQuery.ts'
import { ledgerTables, type LedgerTables } from './tables.ts'
import type { AccountKey } from './accounts.ts'
import type { Mode } from './types.ts'

type Db = Kysely<LedgerTables>
/** An account and an amount in minor units. */
type Change = { id: string; amount: bigint }

/** Inserts nothing if the key is already used. */
export const addPosting = prepared(
  (
    db: Db,
    { id, mode, reason, key, time }: { id: string; mode: Mode; reason: string; key: string | null; time: bigint },
  ) =>
    db
      .insertInto('ledger_posting')
      .values({ id, mode, reason, key, time })
      .onConflict((on) => on.column('key').doNothing()),
)

export const addTransfer = preparedInsert(ledgerTables, 'ledger_transfer')

/** Updates nothing unless so much is available. */
export const debitAccount = prepared((db: Db, { id, amount }: Change) =>
  db
    .updateTable('ledger_account')
    .set((eb) => ({ posted: eb('posted', '-', amount) }))
    .where('id', '=', id)
    .where((eb) => eb(eb('posted', '-', eb.ref('held')), '>=', amount))
    .returning('posted'),
)

/** Opens the account if there is none. */
export const creditAccount = prepared((db: Db, { id, owner, mode, kind, currency, amount }: AccountKey & Change) =>
  db
    .insertInto('ledger_account')
    .values({ id, owner, mode, kind, currency, posted: amount, held: 0n })
    .onConflict((on) => on.column('id').doUpdateSet((eb) => ({ posted: eb('ledger_account.posted', '+', amount) })))
    .returning('posted'),
)

export const openAccount = prepared((db: Db, { id, owner, mode, kind, currency }: AccountKey) =>
  db
    .insertInto('ledger_account')
    .values({ id, owner, mode, kind, currency, posted: 0n, held: 0n })
    .onConflict((on) => on.column('id').doNothing()),
)

/** Updates nothing unless so much is available. */
export const holdBack = prepared((db: Db, { id, amount }: Change) =>
  db
    .updateTable('ledger_account')
    .set((eb) => ({ held: eb('held', '+', amount) }))
    .where('id', '=', id)
    .where((eb) => eb(eb('posted', '-', eb.ref('held')), '>=', amount)),
)

export const release = prepared((db: Db, { account, held }: { account: string; held: bigint }) =>
  db
    .updateTable('ledger_account')
    .set((eb) => ({ held: eb('held', '-', held) }))
    .where('id', '=', account),
)

export const addHold = preparedInsert(ledgerTables, 'ledger_hold')

export const findHold = prepared((db: Db, { id }: { id: string }) =>
  db.selectFrom('ledger_hold').select(['account', 'mode', 'reason']).where('id', '=', id),
)

/** Updates nothing unless the hold is pending. */
export const settleHold = prepared(
  (db: Db, { id, state, posting }: { id: string; state: 'posted' | 'voided'; posting: string | null }) =>
    db
      .updateTable('ledger_hold')
      .set({ state, posting })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returning(['account', 'mode', 'currency', 'amount']),
)

const BALANCE = ['mode', 'kind', 'currency', 'posted', 'held'] as const

export const findAccount = prepared((db: Db, { id }: { id: string }) =>
  db.selectFrom('ledger_account').select(BALANCE).where('id', '=', id),
)

/** The accounts of a user. */
export const findAccounts = prepared((db: Db, { owner }: { owner: string }) =>
  db
    .selectFrom('ledger_account')
    .select(BALANCE)
    .where('owner', '=', owner)
    .where('owner', '<>', 'system')
    .orderBy('mode')
    .orderBy('kind')
    .orderBy('currency'),
)
