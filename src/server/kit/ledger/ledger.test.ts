import * as fc from 'fast-check'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { branded } from '../../../engine/language/values/branded.ts'
import { createManualClock } from '../../../../tests/support/server/manualClock.ts'
import type { OpenDatabase, Tables } from '../../db.ts'
import { openDatabase } from '../storage/openDatabase.ts'
import {
  createLedger,
  decimal,
  LedgerError,
  minor,
  scaleOf,
  type WalletKind,
  type Ledger,
  type Mode,
  type OpeningBalances,
  type AccountRef,
  type SystemAccount,
} from './index.ts'
import { SEED } from '../../../../tests/support/seed.ts'

const clock = createManualClock(1_795_000_000_000)
let database: OpenDatabase
let db: Kysely<Tables>
let ledger: Ledger

beforeEach(async () => {
  database = await openDatabase(':memory:')
  db = database.db
  ledger = createLedger(db, clock)
})
afterEach(() => database.close())

const coin = (owner: string): AccountRef => ({ owner, kind: 'coin' })
const give = (owner: string, amount: bigint, mode: Mode = 'real', currency = 'USDT') =>
  ledger.post({ mode, reason: 'deposit', entries: [{ from: 'deposits', to: coin(owner), currency, amount }] })
const amountsOf = async (owner: string) => {
  const { posted, held, available } = await ledger.balance(owner, 'real', 'coin', 'USDT')
  return [posted, held, available]
}
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof LedgerError ? error.code : error),
  )

describe('postings', () => {
  it('move money between accounts, all or nothing', async () => {
    await give('ann', 100n)
    await ledger.post({
      mode: 'real',
      reason: 'transfer',
      entries: [
        { from: coin('ann'), to: { owner: 'ann', kind: 'contract' }, currency: 'USDT', amount: 60n },
        { from: { owner: 'ann', kind: 'contract' }, to: 'fees', currency: 'USDT', amount: 1n },
      ],
    })
    expect(await ledger.balances('ann')).toEqual([
      { mode: 'real', kind: 'coin', currency: 'USDT', posted: 40n, held: 0n, available: 40n },
      { mode: 'real', kind: 'contract', currency: 'USDT', posted: 59n, held: 0n, available: 59n },
    ])
    const tooMuch = ledger.post({
      mode: 'real',
      reason: 'x',
      entries: [
        { from: coin('ann'), to: coin('bob'), currency: 'USDT', amount: 40n },
        { from: { owner: 'ann', kind: 'contract' }, to: 'fees', currency: 'USDT', amount: 60n },
      ],
    })
    expect(await code(tooMuch)).toBe('insufficientBalance')
    expect(await ledger.balances('bob')).toEqual([])
    expect(await amountsOf('ann')).toEqual([40n, 0n, 40n])
    expect(await ledger.verify()).toEqual([])
  })

  it('are made once per key', async () => {
    const deposit = () =>
      ledger.post({
        mode: 'real',
        reason: 'deposit',
        key: 'deposit:1',
        entries: [{ from: 'deposits', to: coin('ann'), currency: 'BTC', amount: 5n }],
      })
    const results = await Promise.all(Array.from({ length: 8 }, deposit))
    expect(results.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(results.map(({ id }) => id)).size).toBe(1)
    expect((await ledger.balance('ann', 'real', 'coin', 'BTC')).posted).toBe(5n)
  })

  it.each([
    ['an amount of nothing', { amount: 0n }, 'badAmount'],
    ['a negative amount', { amount: -1n }, 'badAmount'],
    ['more than an account can have', { amount: 2n ** 63n }, 'badAmount'],
    ['an unknown currency', { currency: 'XXX' }, 'unknownCurrency'],
    ['a name every object has', { currency: 'constructor' }, 'unknownCurrency'],
    ['an unknown system account', { to: 'elsewhere' as SystemAccount }, 'badRequest'],
    ['an account of the system by owner', { to: { owner: 'system', kind: 'coin' as WalletKind } }, 'badRequest'],
    [
      'an owner that could be read as another account',
      { to: { owner: 'ann:coin', kind: 'coin' as WalletKind } },
      'badRequest',
    ],
    ['an account paying itself', { to: coin('ann') }, 'badRequest'],
  ])('refuse %s', async (_name, change, expected) => {
    await give('ann', 100n)
    const entries = [{ from: coin('ann'), to: coin('bob'), currency: 'USDT', amount: 1n, ...change }]
    expect(await code(ledger.post({ mode: 'real', reason: 'x', entries }))).toBe(expected)
    expect(await amountsOf('ann')).toEqual([100n, 0n, 100n])
  })

  it('refuse an unknown mode and an empty posting', async () => {
    expect(
      await code(
        ledger.post({
          mode: 'play' as Mode,
          reason: 'x',
          entries: [{ from: 'opening', to: coin('ann'), currency: 'USDT', amount: 1n }],
        }),
      ),
    ).toBe('badRequest')
    expect(await code(ledger.post({ mode: 'real', reason: 'x', entries: [] }))).toBe('badRequest')
  })

  it('are rolled back with their transaction', async () => {
    await give('ann', 100n)
    const failed = db.transaction().execute(async (trx) => {
      await ledger.withTransaction(trx).post({
        mode: 'real',
        reason: 'x',
        entries: [{ from: coin('ann'), to: coin('bob'), currency: 'USDT', amount: 30n }],
      })
      expect((await ledger.withTransaction(trx).balance('ann', 'real', 'coin', 'USDT')).posted).toBe(70n)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await amountsOf('ann')).toEqual([100n, 0n, 100n])
    expect(await ledger.verify()).toEqual([])
  })
})

describe('holds', () => {
  it('reserve, and are paid in full or in part, or voided', async () => {
    await give('ann', 100n)
    const hold = (amount: bigint) =>
      ledger.hold({ mode: 'real', owner: 'ann', kind: 'coin', currency: 'USDT', amount, reason: 'withdrawal' })
    const first = await hold(70n)
    expect(await amountsOf('ann')).toEqual([100n, 70n, 30n])
    expect(await code(hold(31n))).toBe('insufficientBalance')
    expect(
      await code(
        ledger.post({
          mode: 'real',
          reason: 'x',
          entries: [{ from: coin('ann'), to: 'fees', currency: 'USDT', amount: 31n }],
        }),
      ),
    ).toBe('insufficientBalance')
    await ledger.commitHold(first.id, [
      { to: 'withdrawals', amount: 50n },
      { to: 'fees', amount: 2n },
    ])
    expect(await amountsOf('ann')).toEqual([48n, 0n, 48n])
    const second = await hold(48n)
    await ledger.voidHold(second.id)
    expect(await amountsOf('ann')).toEqual([48n, 0n, 48n])
    expect(await ledger.verify()).toEqual([])
  })

  it('change their amount out of the balance and themselves, in one step', async () => {
    await give('ann', 100n)
    const first = await ledger.hold({
      mode: 'real',
      owner: 'ann',
      kind: 'coin',
      currency: 'USDT',
      amount: 60n,
      reason: 'order',
    })
    const second = await ledger.changeHold(first.id, 100n)
    expect(await amountsOf('ann')).toEqual([100n, 100n, 0n])
    expect(await code(ledger.changeHold(second.id, 101n))).toBe('insufficientBalance')
    expect(await code(ledger.changeHold(first.id, 10n))).toBe('holdSettled')
    expect(await code(ledger.changeHold('none', 10n))).toBe('holdNotFound')
    const third = await ledger.changeHold(second.id, 10n)
    expect(await amountsOf('ann')).toEqual([100n, 10n, 90n])
    await ledger.voidHold(third.id)
    expect(await amountsOf('ann')).toEqual([100n, 0n, 100n])
    expect(await ledger.verify()).toEqual([])
  })

  it('are settled once', async () => {
    await give('ann', 100n)
    const { id } = await ledger.hold({
      mode: 'real',
      owner: 'ann',
      kind: 'coin',
      currency: 'USDT',
      amount: 10n,
      reason: 'order',
    })
    const ends = await Promise.all([
      ...Array.from({ length: 4 }, () => code(ledger.commitHold(id, [{ to: 'trading', amount: 10n }]))),
      ...Array.from({ length: 4 }, () => code(ledger.voidHold(id))),
    ])
    expect(ends.map(String).toSorted()).toEqual(['done', ...Array.from({ length: 7 }, () => 'holdSettled')])
    expect(await code(ledger.voidHold('none'))).toBe('holdNotFound')
    expect(await code(ledger.commitHold('none', [{ to: 'fees', amount: 1n }]))).toBe('holdNotFound')
    expect(await ledger.verify()).toEqual([])
  })

  it('never pay more than they reserve', async () => {
    await give('ann', 100n)
    const { id } = await ledger.hold({
      mode: 'real',
      owner: 'ann',
      kind: 'coin',
      currency: 'USDT',
      amount: 10n,
      reason: 'order',
    })
    expect(
      await code(
        ledger.commitHold(id, [
          { to: 'trading', amount: 10n },
          { to: 'fees', amount: 1n },
        ]),
      ),
    ).toBe('insufficientBalance')
    expect(await amountsOf('ann')).toEqual([100n, 10n, 90n])
    await ledger.voidHold(id)
    expect(await ledger.verify()).toEqual([])
  })

  it('are made once per key', async () => {
    await give('ann', 100n)
    const order = {
      mode: 'real',
      owner: 'ann',
      kind: 'coin',
      currency: 'USDT',
      amount: 60n,
      reason: 'order',
      key: 'order:1',
    } as const
    const [first, second] = [await ledger.hold(order), await ledger.hold(order)]
    expect([first.created, second.created, second.id === first.id]).toEqual([true, false, true])
    expect(await amountsOf('ann')).toEqual([100n, 60n, 40n])
  })
})

describe('two modes', () => {
  it('open with the operator’s balances, once', async () => {
    const opening = branded<OpeningBalances>({
      real: { USDT: '1000.5' },
      demo: { USDT: '100000', BTC: '0.12345678', ETH: '0' },
    })
    await ledger.openAccounts('ann', opening)
    await ledger.openAccounts('ann', opening)
    expect(
      (await ledger.balances('ann')).map(
        ({ mode, kind, currency, posted }) => `${mode} ${kind} ${decimal(posted, currency)} ${currency}`,
      ),
    ).toEqual(['demo coin 0.12345678 BTC', 'demo coin 100000 USDT', 'real coin 1000.5 USDT'])
    expect(await ledger.balances('ann', 'real')).toHaveLength(1)
    await expect(
      ledger.openAccounts('bob', branded<OpeningBalances>({ real: {}, demo: { USDT: '0.123456789' } })),
    ).rejects.toThrow('more than 8 digits')
    expect(await ledger.balances('bob')).toEqual([])
  })

  it('are separate: demo money buys nothing in the real mode', async () => {
    await give('ann', 1000n, 'demo')
    const pay = { from: coin('ann'), to: coin('bob'), currency: 'USDT', amount: 1n }
    expect(await code(ledger.post({ mode: 'real', reason: 'x', entries: [pay] }))).toBe('insufficientBalance')
    expect(await ledger.balances('bob')).toEqual([])
  })

  it('are separated by the database itself, for any query', async () => {
    await give('ann', 1000n, 'demo')
    await give('ann', 1000n, 'real')
    await give('ann', 1000n, 'real', 'BTC')
    const { id: posting } = await give('ann', 1n, 'real')
    const transfer = (mode: Mode, currency: string, payer: string, payee: string) =>
      db.insertInto('ledger_transfer').values({ posting, line: 7, mode, currency, payer, payee, amount: 1n }).execute()
    const [demo, real, btc] = ['demo:ann:coin:USDT', 'real:ann:coin:USDT', 'real:ann:coin:BTC']
    for (const [mode, currency, payer, payee] of [
      ['real', 'USDT', demo, real],
      ['demo', 'USDT', demo, real],
      ['real', 'USDT', real, btc],
      ['demo', 'USDT', demo, 'demo:system:deposits:USDT'],
    ] as const) {
      await expect(transfer(mode, currency, payer, payee)).rejects.toThrow('FOREIGN KEY')
    }
    await expect(
      db.updateTable('ledger_account').set({ posted: -1n }).where('id', '=', real).execute(),
    ).rejects.toThrow('CHECK')
    await expect(
      db.updateTable('ledger_account').set({ held: 5000n }).where('id', '=', real).execute(),
    ).rejects.toThrow('CHECK')
  })
})

describe('verification', () => {
  it.each([
    [
      'a balance changed behind the journal',
      sql`UPDATE ledger_account SET posted = posted + 1 WHERE id = 'real:ann:coin:USDT'`,
      /journal/,
    ],
    ['a transfer that vanished', sql`DELETE FROM ledger_transfer WHERE payee = 'real:ann:coin:USDT'`, /moves nothing/],
    ['a hold that vanished', sql`UPDATE ledger_hold SET state = 'voided'`, /held, its holds 0/],
    [
      'money from nowhere',
      sql`INSERT INTO ledger_account VALUES ('real:eve:coin:USDT', 'eve', 'real', 'coin', 'USDT', 5, 0)`,
      /adds up to 5/,
    ],
    [
      'an account under another name',
      sql`UPDATE ledger_account SET owner = 'eve' WHERE owner = 'ann'`,
      /account of eve/,
    ],
    [
      'a changed balance of an entry',
      sql`UPDATE ledger_transfer SET payee_balance = 101`,
      /real:ann:coin:USDT has entries whose balances do not follow/,
    ],
    [
      'an entry without its balance',
      sql`UPDATE ledger_transfer SET payee_balance = NULL`,
      /real:ann:coin:USDT has entries whose balances/,
    ],
  ])('finds %s', async (_name, harm, expected) => {
    await give('ann', 100n)
    await ledger.hold({ mode: 'real', owner: 'ann', kind: 'coin', currency: 'USDT', amount: 10n, reason: 'order' })
    expect(await ledger.verify()).toEqual([])
    await harm.execute(db)
    expect((await ledger.verify()).join('\n')).toMatch(expected)
  })
})

describe('amounts', () => {
  it('are integer minor units of their currency', () => {
    expect(minor('1.5', 'USDT')).toBe(150_000_000n)
    expect(decimal(-1n, 'USD')).toBe('-0.01')
    expect(() => minor('0.001', 'USD')).toThrow('more than 2 digits')
    expect(() => scaleOf('toString')).toThrow('No currency')
  })
})

const name = (place: AccountRef, mode: Mode, currency: string) =>
  `${mode} ${typeof place === 'string' ? place : `${place.owner} ${place.kind}`} ${currency}`

describe(`any sequence of postings and holds (seed ${SEED})`, () => {
  const OWNERS = ['ann', 'bob', 'cat']
  const place = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        owner: fc.constantFrom(...OWNERS),
        kind: fc.constantFrom<WalletKind>('coin', 'contract'),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom<SystemAccount>('deposits', 'fees') },
  )
  const amount = fc.bigInt({ min: 1n, max: 50n })
  const mode = fc.constantFrom<Mode>('real', 'demo')
  const currency = fc.constantFrom('USDT', 'BTC')
  const step = fc.oneof(
    fc.record({
      do: fc.constant('post' as const),
      mode,
      entries: fc.array(fc.record({ from: place, to: place, currency, amount }), { minLength: 1, maxLength: 4 }),
      key: fc.option(fc.constantFrom('a', 'b')),
    }),
    fc.record({
      do: fc.constant('hold' as const),
      mode,
      owner: fc.constantFrom(...OWNERS),
      kind: fc.constantFrom<WalletKind>('coin', 'contract'),
      currency,
      amount,
    }),
    fc.record({
      do: fc.constant('commit' as const),
      which: fc.nat(),
      amounts: fc.array(amount, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ do: fc.constant('void' as const), which: fc.nat() }),
  )

  it('keeps every balance equal to the journal, none negative and every mode at zero, also under concurrency', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 25 }),
        async (batches) => {
          await database.reset()
          const holds: string[] = []
          const model = new Map<string, bigint>()
          const change = (key: string, amount: bigint) => model.set(key, (model.get(key) ?? 0n) + amount)
          for (const owner of OWNERS) {
            await give(owner, 100n)
            change(name(coin(owner), 'real', 'USDT'), 100n)
          }
          for (const batch of batches) {
            await Promise.all(
              batch.map(async (step) => {
                const hold = holds[('which' in step ? step.which : 0) % Math.max(1, holds.length)] ?? 'none'
                try {
                  if (step.do === 'post') {
                    const { key, ...request } = step
                    const { created } = await ledger.post({ reason: 'x', ...request, ...(key !== null && { key }) })
                    if (!created) return
                    for (const { from, to, currency, amount } of step.entries) {
                      change(name(from, step.mode, currency), -amount)
                      change(name(to, step.mode, currency), amount)
                    }
                  } else if (step.do === 'hold') {
                    holds.push((await ledger.hold({ reason: 'x', ...step })).id)
                  } else if (step.do === 'void') {
                    await ledger.voidHold(hold)
                  } else {
                    const row = await db
                      .selectFrom('ledger_hold')
                      .innerJoin('ledger_account as a', 'a.id', 'account')
                      .select(['a.owner', 'a.kind', 'a.mode', 'a.currency'])
                      .where('ledger_hold.id', '=', hold)
                      .executeTakeFirst()
                    await ledger.commitHold(
                      hold,
                      step.amounts.map((amount) => ({ to: 'trading', amount })),
                    )
                    if (!row) return
                    for (const amount of step.amounts)
                      change(name({ owner: row.owner, kind: row.kind as WalletKind }, row.mode, row.currency), -amount)
                  }
                } catch (error) {
                  expect(error).toHaveProperty('name', 'LedgerError')
                }
              }),
            )
          }
          expect(await ledger.verify()).toEqual([])
          for (const owner of OWNERS) {
            for (const { mode, kind, currency, posted, available } of await ledger.balances(owner)) {
              expect(available).toBeGreaterThanOrEqual(0n)
              expect(posted).toBe(model.get(name({ owner, kind }, mode, currency)) ?? 0n)
            }
          }
        },
      ),
      { seed: SEED, numRuns: 40, verbose: 1 },
    )
  })

  it('stores what was acknowledged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'placard-ledger-'))
    const file = join(folder, 'ledger.sqlite')
    const first = await openDatabase(file)
    await createLedger(first.db, clock).openAccounts('ann', branded<OpeningBalances>({ real: { USDT: '7' }, demo: {} }))
    await first.close()
    const second = await openDatabase(file)
    const again = createLedger(second.db, clock)
    expect((await again.balance('ann', 'real', 'coin', 'USDT')).posted).toBe(700_000_000n)
    expect(await again.verify()).toEqual([])
    await second.close()
    rmSync(folder, { recursive: true })
  })
})
