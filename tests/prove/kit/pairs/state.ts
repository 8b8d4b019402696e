import { sql } from 'kysely'
import { statusIndex } from '../../../../src/product/domain/status.ts'
import { verifyPassword } from '../../../../src/server/modules/identity/passwords.ts'
import type { TestServer } from '../../../support/server/testServer.ts'

const KNOWN_PASSWORDS = ['secret71', 'another1', 'another2']
const KNOWN_PAY_PASSWORDS = ['246810', '135791', '975311']

async function which(stored: string | null, known: readonly string[]): Promise<string> {
  for (const item of known) if (stored !== null && (await verifyPassword(item, stored))) return item
  return stored === null ? 'none' : 'unknown'
}

/** Tables whose rows are compared by their number in each state: the columns that make up the state. */
const COUNTED = {
  lever_positions: ['mode', 'status', 'take_profit'],
  lever_orders: ['mode', 'status', 'kind'],
  spot_orders: ['mode', 'status', 'kind'],
  seconds_orders: ['mode', 'status', 'symbol'],
  withdrawals: ['mode', 'status'],
  deposits: ['mode', 'status'],
  loans: ['status'],
  fixed_orders: ['mode', 'status'],
  interest_orders: ['mode', 'status'],
  flash_exchanges: ['mode'],
  transfers: ['mode', 'payer'],
  demo_refills: [],
  payees: ['kind', 'currency'],
  trade_activations: ['symbol', 'product'],
  sessions: [],
  pay_proofs: ['call'],
  two_factor: ['confirmed'],
  recovery_codes: [],
  login_challenges: [],
  verifications: ['level', 'status'],
  uploads: [],
  upload_uses: ['purpose'],
} as const

/** State of a user, as text: equal for two users after the same operations. Without ids and times. */
export async function stateOf({ context: { db } }: TestServer, userId: string): Promise<string> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const lines = [
    `mode ${user.mode}, frozen ${user.frozen}, locked ${user.locked}, identity ${user.identity}/${user.advanced_identity}`,
    `password ${await which(user.password, KNOWN_PASSWORDS)}, payment password ${await which(user.pay_password, KNOWN_PAY_PASSWORDS)}, email ${user.email?.startsWith('moved') ? 'moved' : 'first'}`,
  ]
  const accounts = await db.selectFrom('ledger_account').selectAll().where('owner', '=', userId).execute()
  for (const { mode, kind, currency, posted, held } of accounts)
    if (posted !== 0n || held !== 0n) lines.push(`${mode} ${kind} ${currency} ${posted} held ${held}`)
  for (const [name, columns] of Object.entries(COUNTED)) {
    const deleted = name === 'payees' ? sql` AND deleted IS NULL` : sql``
    const { rows } = await sql<Record<string, unknown>>`
      SELECT * FROM ${sql.table(name)} WHERE user_id = ${userId}${deleted}`.execute(db)
    const counts = new Map<string, number>()
    for (const row of rows) {
      const state = columns.map((column) => String(row[column])).join(' ')
      counts.set(state, (counts.get(state) ?? 0) + 1)
    }
    for (const [state, count] of counts) lines.push(`${name} ${state}: ${count}`)
  }
  return lines.toSorted().join('\n')
}

/** Rules that hold after any calls of a user. Returns each that does not. */
export async function brokenInvariants({ context: { db } }: TestServer, userId: string): Promise<string[]> {
  const broken: string[] = []
  const positions = await db
    .selectFrom('lever_positions')
    .select(['id', 'mode', 'hold'])
    .where('user_id', '=', userId)
    .where('status', '=', BigInt(statusIndex('position', 'trading')))
    .execute()
  const accounts = await db
    .selectFrom('ledger_account')
    .select(['id', 'posted', 'held'])
    .where('owner', '=', userId)
    .execute()
  for (const { id, posted, held } of accounts)
    if (posted < held || held < 0n) broken.push(`${id} has ${posted} and holds ${held}`)
  const holds = await db
    .selectFrom('ledger_hold as h')
    .innerJoin('ledger_account as a', 'a.id', 'h.account')
    .select(['h.id', 'h.state', 'h.reason', 'a.mode'])
    .where('a.owner', '=', userId)
    .execute()
  const pending = new Map(holds.flatMap((hold) => (hold.state === 'pending' ? [[hold.id, hold.mode]] : [])))
  for (const { id, mode, hold } of positions) {
    const margin = pending.get(hold)
    if (margin === undefined) broken.push(`the position ${id} has no margin`)
    else if (margin !== mode) broken.push(`an open ${mode} position with a margin of the ${margin} account`)
  }
  const margins = holds.filter(({ state, reason }) => state === 'pending' && reason === 'margin').length
  if (margins !== positions.length) broken.push(`${margins} margins for ${positions.length} positions`)
  const waiting = await db
    .selectFrom('withdrawals')
    .select('mode')
    .where('user_id', '=', userId)
    .where('status', '<', BigInt(statusIndex('withdrawal', 'success')))
    .execute()
  if (waiting.length > 1) broken.push(`${waiting.length} pending withdrawals`)
  const owed = await db
    .selectFrom('loans')
    .select('id')
    .where('user_id', '=', userId)
    .where('finished', 'is', null)
    .execute()
  if (owed.length > 1) broken.push(`${owed.length} loans at once`)
  return broken
}
