import { DEFAULT_CONFIG } from '../../../../src/server/config.ts'
import type { Bank, BankClient } from './bank-client.ts'
import { ask, type BankConnection } from './bank-connection.ts'
import { unitsOf, type AccountName } from './bank-postings.ts'

/** Short reviews, so that many fall between two kills, and no turnover before a withdrawal. */
export const OPERATOR = {
  server: { review: { ...DEFAULT_CONFIG.server.review, deposit: 1, withdrawal: 1 }, turnover: '0' },
}

/** The state before the first posting. */
export const openBank = (connection: BankConnection, postings: number): Bank => ({
  connection,
  submits: [],
  faults: [],
  counts: {
    refused: 0,
    resent: 0,
    doneUnacknowledged: 0,
    asked: 0,
    voided: 0,
    otherBodyRefused: 0,
    otherKeyRefused: 0,
    lateRefused: 0,
  },
  remaining: postings,
  pictures: 0,
})

/** Compares the server's balances with the expected ones after all reviews. */
export async function compare(
  connection: BankConnection,
  { person: { user, token }, balances: expected }: BankClient,
  bank: Bank,
): Promise<void> {
  const reply = await ask(connection, 'wallet/list', {}, { token })
  const rows = (reply?.data?.rows ?? []) as {
    mode: string
    kind: string
    currency: string
    balance: string
    frozen: string
  }[]
  if (rows.length < 4) bank.faults.push(`${user} has ${rows.length} accounts`)
  const balances = new Map(
    rows.map(({ mode, kind, currency, balance }) => [`${mode} ${kind} ${currency}` as AccountName, unitsOf(balance)]),
  )
  for (const place of new Set([...balances.keys(), ...expected.keys()])) {
    const [has, must] = [balances.get(place) ?? 0n, expected.get(place) ?? 0n]
    if (has !== must) bank.faults.push(`${user} has ${has} in ${place} instead of ${must}`)
  }
  for (const { mode, kind, currency, frozen } of rows)
    if (frozen !== '0') bank.faults.push(`${user} has ${frozen} of ${mode} ${kind} ${currency} still held`)
}
