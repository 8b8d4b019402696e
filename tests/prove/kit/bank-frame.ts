import { DEFAULT_CONFIG } from '../../../src/server/config.ts'
import type { Bank, BankClient } from './bank-client.ts'
import { ask, type BankConnection } from './bank-connection.ts'
import { unitsOf, type AccountName } from './bank-postings.ts'

/** Reviews are quick, so that many begin and end between two kills, and nothing has to be traded before a withdrawal. */
export const OPERATOR = { server: { review: { ...DEFAULT_CONFIG.server.review, deposit: 1, withdrawal: 1 }, turnover: '0' } }

/** Before anything has been posted. */
export const openBank = (connection: BankConnection, postings: number): Bank => ({
  connection,
  submits: [],
  faults: [],
  counts: { refused: 0, resent: 0, doneUnheard: 0, asked: 0, voided: 0, otherBodyRefused: 0, otherKeyRefused: 0, lateRefused: 0 },
  left: postings,
  pictures: 0,
})

/** What the server says somebody has, beside what must be there once every review is over. */
export async function compare(connection: BankConnection, { person: { user, token }, holds }: BankClient, bank: Bank): Promise<void> {
  const reply = await ask(connection, 'wallet/list', {}, { token })
  const rows = (reply?.data?.rows ?? []) as { mode: string; kind: string; currency: string; balance: string; frozen: string }[]
  if (rows.length < 4) bank.faults.push(`${user} has ${rows.length} accounts`)
  const balances = new Map(rows.map(({ mode, kind, currency, balance }) => [`${mode} ${kind} ${currency}` as AccountName, unitsOf(balance)]))
  for (const place of new Set([...balances.keys(), ...holds.keys()])) {
    const [has, must] = [balances.get(place) ?? 0n, holds.get(place) ?? 0n]
    if (has !== must) bank.faults.push(`${user} has ${has} in ${place} instead of ${must}`)
  }
  for (const { mode, kind, currency, frozen } of rows) if (frozen !== '0') bank.faults.push(`${user} has ${frozen} of ${mode} ${kind} ${currency} still held`)
}
