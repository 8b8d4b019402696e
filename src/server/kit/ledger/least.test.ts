import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createManualClock } from '../../../../tests/support/server/manualClock.ts'
import { queryPlans } from '../../../../tests/support/server/queryPlans.ts'
import type { OpenDatabase } from '../../db.ts'
import { openDatabase } from '../storage/openDatabase.ts'
import { createLedger, type Ledger, type TransferEntry } from './index.ts'
import { leastSince, watchLeast } from './least.ts'

const clock = createManualClock(1_795_000_000_000)
let database: OpenDatabase
let ledger: Ledger
let owner = 'user0'
let users = 0

const coin = () => ({ owner, kind: 'coin' }) as const
const contract = () => ({ owner, kind: 'contract' }) as const
const holding = () => ({ owner, mode: 'real', currency: 'BTC' }) as const
const least = () => leastSince(database.db, holding())
const post = (...lines: [TransferEntry['from'], TransferEntry['to'], bigint][]) =>
  ledger.post({
    mode: 'real',
    reason: 'test',
    entries: lines.map(([from, to, amount]) => ({ from, to, currency: 'BTC', amount })),
  })

beforeAll(async () => {
  database = await openDatabase(':memory:')
  ledger = createLedger(database.db, clock)
})
afterAll(() => database.close())
beforeEach(async () => {
  owner = `user${++users}`
  await post(['deposits', coin(), 100n])
})

it('is unknown until a holding is watched', async () => {
  await post([coin(), 'withdrawals', 60n])
  expect(await least()).toBeUndefined()
})

it('remains after coins that come in later', async () => {
  await watchLeast(database.db, holding())
  await post([coin(), 'withdrawals', 60n])
  await post(['deposits', coin(), 500n])
  await post([coin(), 'withdrawals', 10n])
  expect(await least()).toBe(40n)
})

it('begins again with the present total', async () => {
  await watchLeast(database.db, holding())
  await post([coin(), 'withdrawals', 60n])
  await post(['deposits', coin(), 500n])
  await watchLeast(database.db, holding())
  expect(await least()).toBe(540n)
})

it('includes the contract account', async () => {
  await watchLeast(database.db, holding())
  await post([coin(), contract(), 70n])
  await post([contract(), coin(), 20n])
  expect(await least()).toBe(100n)
  await post([contract(), 'trading', 30n])
  expect(await least()).toBe(70n)
})

it('is that after a posting, not that between its lines', async () => {
  await watchLeast(database.db, holding())
  await post([coin(), 'trading', 90n], ['trading', contract(), 85n])
  expect(await least()).toBe(95n)
})

it('counts a hold when it is paid', async () => {
  await watchLeast(database.db, holding())
  const hold = () => ledger.hold({ mode: 'real', owner, kind: 'coin', currency: 'BTC', amount: 30n, reason: 'test' })
  await ledger.voidHold((await hold()).id)
  const { id } = await hold()
  expect(await least()).toBe(100n)
  await ledger.commitHold(id, [{ to: 'withdrawals', amount: 25n }])
  expect(await least()).toBe(75n)
})

it('is that of one mode, currency and owner', async () => {
  await watchLeast(database.db, holding())
  const other = owner
  owner = `user${++users}`
  const mine = coin()
  await post(['deposits', mine, 50n])
  await post([mine, 'withdrawals', 50n])
  const line = { from: 'deposits', to: { owner: other, kind: 'coin' }, amount: 5n } as const
  for (const [mode, currency] of [
    ['demo', 'BTC'],
    ['real', 'ETH'],
  ] as const) {
    await ledger.post({ mode, reason: 'test', entries: [{ ...line, currency }] })
    await ledger.post({
      mode,
      reason: 'test',
      entries: [{ from: line.to, to: 'withdrawals', currency, amount: 5n }],
    })
  }
  expect(await leastSince(database.db, { owner: other, mode: 'real', currency: 'BTC' })).toBe(100n)
})

it('is read by key at any number of postings', async () => {
  const plans = await queryPlans(database.db, (db) => leastSince(db, holding()))
  expect(plans).toEqual([expect.stringMatching(/^SEARCH ledger_least USING INDEX \S+ \(owner=\? AND mode=\? AND/)])
})
