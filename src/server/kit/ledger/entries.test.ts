import { afterAll, beforeAll, expect, it } from 'vitest'
import { createManualClock } from '../../../../tests/support/server/manualClock.ts'
import { queryPlans } from '../../../../tests/support/server/queryPlans.ts'
import type { OpenDatabase } from '../../db.ts'
import { openDatabase } from '../storage/openDatabase.ts'
import { ledgerEntries } from './entries.ts'
import { idRange, newId } from './id.ts'
import { createLedger, type Ledger } from './index.ts'

const clock = createManualClock(1_795_000_000_000)
let database: OpenDatabase
let ledger: Ledger
beforeAll(async () => {
  database = await openDatabase(':memory:')
  ledger = createLedger(database.db, clock)
})
afterAll(() => database.close())

const ANN = { owner: 'ann', mode: 'real' } as const
const coin = (owner: string) => ({ owner, kind: 'coin' }) as const

it('has the balance after each line of a posting', async () => {
  const line = (from: ReturnType<typeof coin> | 'deposits', to: ReturnType<typeof coin> | 'fees', amount: bigint) => ({
    from,
    to,
    currency: 'USDT',
    amount,
  })
  await ledger.post({ mode: 'real', reason: 'deposit', entries: [line('deposits', coin('ann'), 100n)] })
  await ledger.post({
    mode: 'real',
    reason: 'trade',
    entries: [line(coin('ann'), coin('bob'), 30n), line(coin('ann'), 'fees', 1n), line(coin('bob'), coin('ann'), 7n)],
  })
  const entries = await ledgerEntries(database.db, ANN, { offset: 0, limit: 10 })
  expect(entries.map(({ amount, balance, counterparty }) => [amount, balance, counterparty])).toEqual([
    [7n, 76n, 'coin'],
    [-1n, 69n, 'fees'],
    [-30n, 70n, 'coin'],
    [100n, 100n, 'deposits'],
  ])
  const ofBob = await ledgerEntries(database.db, { owner: 'bob', mode: 'real' }, { offset: 1, limit: 10 })
  expect(ofBob.map(({ amount, balance }) => [amount, balance])).toEqual([[30n, 30n]])
  expect(await ledger.verify()).toEqual([])
})

it('reads a page by the indexes of the accounts, without sorting the entries of an account', async () => {
  const from = clock.now() - 60
  const after = { posting: newId(clock.nowMs()), line: 0n, side: 'payee' }
  const filters = [{}, { kind: 'coin' as const }, { from, to: from + 30 }, { reason: 'trade' }]
  const windows = [{ offset: 20 }, { offset: 0, after }]
  for (const [filter, window] of filters.flatMap((filter) => windows.map((other) => [filter, other] as const))) {
    const plans = await queryPlans(database.db, (db) =>
      ledgerEntries(db, { ...ANN, ...filter }, { ...window, limit: 21 }),
    )
    // The last one is the whole query, the ones before it its parts.
    const page = plans.at(-1) ?? ''
    for (const side of ['payer', 'payee'])
      expect(page).toMatch(
        new RegExp(
          `SEARCH t USING INDEX ledger_transfer_by_${side} \\(${side}=\\?${window.offset ? '' : ' AND posting'}`,
        ),
      )
    expect(page).not.toMatch(/SCAN t\b|SCAN p\b/)
    // Only the rows of the page are sorted.
    expect(page).not.toMatch(/CO-ROUTINE page(?:(?!SCAN page)[^])*TEMP B-TREE/)
  }
})

it('ids are in the range of their seconds, also while the clock is set back', () => {
  const at = 1_800_000_000
  const inRange = (id: string, from: number, to: number) => {
    const range = idRange(from, to)
    return id >= range.from && id < range.to
  }
  for (const seconds of [at, at + 0.999, at - 3_599, at - 7_200, at - 7_200])
    expect(inRange(newId(seconds * 1000), Math.floor(seconds), Math.floor(seconds))).toBe(true)
  expect(inRange(newId(at * 1000), at - 10_000, at - 5_000)).toBe(false)
  expect(inRange(newId((at + 20_000) * 1000), at + 20_001, at + 20_002)).toBe(false)
})

it('shows no balance where none is stored', async () => {
  const carl = { owner: 'carl', mode: 'real' } as const
  const entries = [{ from: 'deposits' as const, to: coin('carl'), currency: 'USDT', amount: 5n }]
  const { id } = await ledger.post({ mode: 'real', reason: 'deposit', entries })
  await database.db.updateTable('ledger_transfer').set({ payee_balance: null }).where('posting', '=', id).execute()
  await expect(ledgerEntries(database.db, carl, { offset: 0, limit: 10 })).rejects.toThrow(
    `Line 0 of posting ${id} has no balance of real:carl:coin:USDT`,
  )
})
