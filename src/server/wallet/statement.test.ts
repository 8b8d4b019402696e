import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add } from '../../core/decimal.ts'
import { minor } from '../ledger/index.ts'
import type { StatementEntry } from '../../generated/entities.ts'
import { createTestServer, type Reply, type TestServer } from '../../../tests/support/server/testServer.ts'
import { STATEMENT_REASONS } from './statement.ts'

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
    expect((await allEntries(bob.token)).map(({ reason }) => reason)).toEqual(['opening'])
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
    expect(head).toBe('\uFEFFTime (UTC),Account,Type,Currency,Amount,Balance after,Reference')
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Contract account,Transfer,USDT,10,10,\w+$/)
    expect(lines[1]).toMatch(/,Coin account,Transfer,USDT,-10,990,\w+$/)
  })

  it('is in the language of the request', async () => {
    const { token } = await server.person()
    const { text } = await file(token, 'de')
    expect(text).toContain('Zeit (UTC),Konto,Art,Währung,Betrag,Saldo danach,Referenz')
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

it('every reason of a posting has a text', () => {
  const folder = join(import.meta.dirname, '..')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .filter((text) => /\.(post|hold)\(/.test(text))
  const reasons = new Set(
    texts.flatMap((text) => [...text.matchAll(/\b(?:reason:|REASON =) '(\w+)'(?! \|)/g)].map(([, name]) => name)),
  )
  // The hold of a limit order for a position, which is voided before the margin is held.
  reasons.delete('order')
  expect(reasons.size).toBeGreaterThan(10)
  expect([...reasons].filter((reason) => !(STATEMENT_REASONS as readonly string[]).includes(reason ?? ''))).toEqual([])
})
