import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add } from '../../../../engine/language/values/decimal.ts'
import { entryTypeOf } from '../../../../product/domain/statement.ts'
import { minor, SYSTEM_ACCOUNTS } from '../../../kit/ledger/index.ts'
import {
  borrower,
  breakDeposit,
  DAY,
  deposit,
  repay,
  takeLoan,
} from '../../../../../tests/support/server/flows/finance.ts'
import { inCustody, redeem, saver } from '../../../../../tests/support/server/flows/interest.ts'
import { close, opened, trader as leverTrader } from '../../../../../tests/support/server/flows/lever.ts'
import type { StatementEntry } from '../../../../generated/entities.ts'
import { createTestServer, type Reply, type TestServer } from '../../../../../tests/support/server/testServer.ts'

let server: TestServer
let keys = 0
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const transfer = (token: string, amount: string, from: 'coin' | 'contract' = 'coin') =>
  server.call(
    'wallet/transfer',
    { mode: 'real', from, to: from === 'coin' ? 'contract' : 'coin', currency: 'USDT', amount },
    { token, headers: { 'idempotency-key': `statement-${++keys}` } },
  )

async function allEntries(token: string, payload: Record<string, unknown> = {}): Promise<StatementEntry[]> {
  const rows: StatementEntry[] = []
  for (let page: number | null = 1; page !== null;) {
    const reply: Reply<'wallet/statement'> = await server.call(
      'wallet/statement',
      { mode: 'real', ...payload, page },
      { token },
    )
    rows.push(...reply.data.rows)
    page = reply.data.next
  }
  return rows
}

describe('the statement', () => {
  it('has each entry once, and each balance is the previous one with the entry', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ amount: fc.integer({ min: 1, max: 40_000 }), out: fc.boolean() }), { maxLength: 30 }),
        async (transfers) => {
          const { token } = await server.person()
          let done = 0
          for (const { amount, out } of transfers)
            if ((await transfer(token, String(amount / 100), out ? 'coin' : 'contract')).type === 'ok') done += 1
          const entries = (await allEntries(token)).toReversed()
          // The opening balance, and two entries of each transfer.
          expect(entries).toHaveLength(1 + 2 * done)
          expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
          const balances = new Map<string, string>()
          for (const { kind, currency, amount, balance } of entries) {
            const account = `${kind} ${currency}`
            balances.set(account, add((balances.get(account) ?? '0') as never, amount))
            expect(balance).toBe(balances.get(account))
          }
          const wallet = (await server.call('wallet/list', { mode: 'real' }, { token })).data.rows
          for (const { kind, currency, balance } of wallet)
            expect(balances.get(`${kind} ${currency}`) ?? '0').toBe(balance)
        },
      ),
      { numRuns: 10 },
    )
  })

  it('keeps its balances under every filter', async () => {
    const { token } = await server.person()
    const began = server.clock.now()
    await transfer(token, '10')
    await server.clock.advance(86_400)
    await transfer(token, '20')
    await server.clock.advance(86_400)
    await transfer(token, '5', 'contract')
    const all = await allEntries(token)
    const later = began + 86_400
    for (const [filter, keeps] of [
      [{ kind: 'contract' }, (entry: StatementEntry) => entry.kind === 'contract'],
      [{ currency: 'BTC' }, () => false],
      [{ group: 'transfers' }, (entry: StatementEntry) => entry.type === 'transfer'],
      [{ group: 'other' }, (entry: StatementEntry) => entry.type === 'opening'],
      [{ group: 'fees' }, () => false],
      [{ from: later }, (entry: StatementEntry) => entry.time >= later],
      [{ to: later - 1 }, (entry: StatementEntry) => entry.time < later],
      [{ days: 1 }, (entry: StatementEntry) => entry.time >= server.clock.now() - 86_400],
      [
        { kind: 'coin', from: later, to: later },
        (entry: StatementEntry) => entry.kind === 'coin' && entry.time === later,
      ],
    ] as const)
      expect(await allEntries(token, filter)).toEqual(all.filter(keeps))
  })

  it('shows nothing of another user and of the other mode', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    await transfer(ann.token, '10')
    expect((await allEntries(bob.token)).map(({ type }) => type)).toEqual(['opening'])
    expect((await allEntries(ann.token, { mode: 'demo' })).map(({ amount }) => amount)).toEqual(['100000'])
  })
})

describe('the file of the statement', () => {
  const file = async (token: string, lang = 'en') =>
    (await server.call('wallet/statement_csv', { mode: 'real' }, { token, lang })).data

  it('has a heading, times in UTC and the entries of the statement', async () => {
    const { token } = await server.person()
    await transfer(token, '10')
    const { name, text, entries, complete } = await file(token)
    expect(name).toMatch(/^statement-real-\d{4}-\d\d-\d\d\.csv$/)
    expect([entries, complete]).toEqual([3, true])
    const [head, ...lines] = text.split('\r\n')
    expect(head).toBe('\uFEFFTime (UTC),Account,Type,Of,Currency,Amount,Balance after,Reference')
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Contract account,Transfer,,USDT,10,10,\w+$/)
    expect(lines[1]).toMatch(/,Coin account,Transfer,,USDT,-10,990,\w+$/)
  })

  it('is in the language of the request', async () => {
    const { token } = await server.person()
    const { text } = await file(token, 'de')
    expect(text).toContain('Zeit (UTC),Konto,Art,Zu,Währung,Betrag,Saldo danach,Referenz')
  })

  it('has the latest 10,000 entries of a longer statement', async () => {
    const { token } = await server.person()
    const { id: owner } = (await server.call('user/info', {}, { token })).data
    const entry = {
      from: 'deposits',
      to: { owner, kind: 'coin' },
      currency: 'USDT',
      amount: minor('1', 'USDT'),
    } as const
    for (let posting = 0; posting < 51; posting += 1)
      await server.context.ledger.post({
        mode: 'real',
        reason: 'deposit',
        entries: Array.from({ length: 200 }, () => entry),
      })
    const { text, entries, complete } = await file(token)
    expect([entries, complete, text.split('\r\n').length]).toEqual([10_000, false, 10_002])
  })
})

it('every reason of a posting has a type for each account that it pays or is paid by', () => {
  const folder = join(import.meta.dirname, '../../..')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .filter((text) => /\.(post|hold)\(/.test(text))
  const reasons = new Set(
    texts.flatMap((text) => [...text.matchAll(/\b(?:reason:|REASON =) '(\w+)'(?! \|)/g)].map(([, name]) => name ?? '')),
  )
  // The hold of a limit order for a position, which is voided before the margin is held.
  reasons.delete('order')
  expect(reasons.size).toBeGreaterThan(10)
  const accounts = [...SYSTEM_ACCOUNTS, 'coin', 'contract']
  const typesOf = (reason: string) => accounts.map((counterparty) => entryTypeOf({ reason, counterparty }))
  expect([...reasons].filter((reason) => typesOf(reason).every((type) => type === 'other'))).toEqual([])
})

describe('an entry says what it is and what it is of', () => {
  const since = async (token: string, known: readonly StatementEntry[], lang = 'en') => {
    const { rows } = (await server.call('wallet/statement', { mode: 'real' }, { token, lang })).data
    return rows
      .filter(({ id }) => !known.some((entry) => entry.id === id))
      .map(({ type, subject, amount }) => [type, subject, amount])
  }

  it('of a leveraged trade: opening fee, result and closing fee', async () => {
    const ann = await leverTrader(server)
    const before = await allEntries(ann.token)
    const { id } = await opened(server, ann, { lots: '0.02', leverage: 20 })
    const open = await since(ann.token, before)
    expect(open).toMatchObject([['openingFee', 'BTC/USDT', expect.stringMatching(/^-/)]])
    const between = await allEntries(ann.token)
    await close(server, ann, { id, lots: '0.02' })
    const entries = await since(ann.token, between)
    expect(new Set(entries.map(([type, subject]) => `${type} ${subject}`))).toEqual(
      new Set(['closingFee BTC/USDT', 'leverageResult BTC/USDT']),
    )
    expect((await allEntries(ann.token, { group: 'fees' })).map(({ type }) => type)).toEqual([
      'closingFee',
      'openingFee',
    ])
  })

  it('of a fixed deposit: interest apart from the fee for ending early', async () => {
    const ann = await server.person()
    const { data } = await deposit(server, ann)
    await server.clock.advance(DAY)
    const before = await allEntries(ann.token)
    expect(await since(ann.token, [])).toMatchObject([
      ['fixedInterest', '7 days', '0.01'],
      ['opening', null, '1000'],
    ])
    await breakDeposit(server, ann, data.id)
    expect(await since(ann.token, before, 'de')).toEqual([['fixedExitFee', '7 Tage', '-0.5']])
  })

  it('of interest treasure: interest, and the fee of an early redemption, with the product', async () => {
    const ann = await saver(server)
    const id = await inCustody(server, ann, {}, 1)
    const before = await allEntries(ann.token)
    await redeem(server, ann, id)
    const names = server.context.operator.server.projects.find((project) => project.id === 'monthly')?.names
    expect(await since(ann.token, before)).toEqual([['redemptionFee', names?.en, '-1']])
    expect(before.map(({ type, subject }) => [type, subject])).toEqual([
      ['interest', names?.en],
      ['opening', null],
    ])
  })

  it('of a loan: amount, fee, and each part of a repayment, with the term', async () => {
    const ann = await borrower(server)
    const id = await takeLoan(server, ann)
    await repay(server, ann, id, '40')
    expect(await since(ann.token, [])).toEqual([
      ['repaidInterest', '7 days', '-0.05'],
      ['repaidPrincipal', '7 days', '-39.95'],
      ['loanFee', '7 days', '-1'],
      ['loanPayout', '7 days', '100'],
      ['opening', null, '1000'],
    ])
  })
})
