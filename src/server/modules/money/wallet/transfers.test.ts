import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { SEED } from '../../../../../tests/support/seed.ts'

let server: TestServer
let keys = 0
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const send = ({ token }: Person, more: Record<string, unknown> = {}, key = `test-key-${++keys}`) =>
  server.call(
    'wallet/transfer',
    { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '10', ...more },
    { token, headers: { 'idempotency-key': key } },
  )

const outcome = async ({ token }: Person, key: string) => (await server.call('wallet/outcome', { key }, { token })).data

/** Balances of a mode as "coin USDT 990". */
async function balances({ token }: Person, mode: 'real' | 'demo' = 'real'): Promise<string[]> {
  const { data } = await server.call('wallet/list', { mode }, { token })
  return data.rows
    .filter(({ balance }) => balance !== '0')
    .map(({ kind, currency, balance }) => `${kind} ${currency} ${balance}`)
}

const records = async ({ token }: Person, more: Record<string, unknown> = {}) =>
  (await server.call('wallet/transfers', more, { token })).data

describe('a transfer', () => {
  it('moves money between the two accounts, there and back', async () => {
    const ann = await server.person()
    expect(await send(ann, { amount: '250.5' })).toMatchObject({
      type: 'ok',
      code: 'transferred',
      data: { amount: '250.5' },
    })
    expect(await balances(ann)).toEqual(['coin USDT 749.5', 'contract USDT 250.5'])
    await send(ann, { from: 'contract', to: 'coin', amount: '250.5' })
    expect(await balances(ann)).toEqual(['coin USDT 1000'])
  })

  it('stays in the mode in use', async () => {
    const ann = await server.person()
    await server.call('user/switch_account', { mode: 'demo' }, { token: ann.token })
    expect(await send(ann, { mode: 'real' })).toMatchObject({ code: 'statusAbnormal' })
    expect(await send(ann, { mode: 'demo' })).toMatchObject({ type: 'ok' })
    expect(await balances(ann)).toEqual(['coin USDT 1000'])
    expect(await balances(ann, 'demo')).toEqual(['coin USDT 99990', 'contract USDT 10'])
    expect((await records(ann)).rows).toHaveLength(1)
    expect((await records(ann, { mode: 'real' })).rows).toEqual([])
  })

  it('is private to its owner', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    await send(ann)
    expect((await records(bob)).rows).toEqual([])
    expect(await balances(bob)).toEqual(['coin USDT 1000'])
  })

  it.each(['0', '-1', '-0', '0.000000001', '999999999999999999999999', '000', '010', '00.5'])(
    'of %j is refused',
    async (amount) => {
      const ann = await server.person()
      expect(await send(ann, { amount })).toMatchObject({ type: 'error', code: 'amountError' })
      expect(await balances(ann)).toEqual(['coin USDT 1000'])
    },
  )

  it.each(['', ' 1', '1e5', '0x10', '1,5', '１０', 'NaN', '1.', '.5', '+1', 1, null])(
    'of %j is no amount',
    async (amount) => {
      const reply = await send(await server.person(), { amount })
      expect(['parameterError', 'missingParameter']).toContain(reply.code)
    },
  )

  it('is listed by page, latest first, none twice', async () => {
    const ann = await server.person()
    for (let i = 1; i <= 25; i++) await send(ann, { amount: String(i) })
    const first = await records(ann)
    const second = await records(ann, { page: first.next })
    expect([first.next, second.next]).toEqual([2, null])
    expect([...first.rows, ...second.rows].map(({ amount }) => Number(amount))).toEqual(
      Array.from({ length: 25 }, (_, i) => 25 - i),
    )
  })

  it('of the full balance succeeds once under concurrency', async () => {
    const ann = await server.person()
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(ann, { amount: '1000' })))
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1)
    expect(await balances(ann)).toEqual(['contract USDT 1000'])
  })
})

describe('the outcome of a transfer', () => {
  it('is shown to its sender only', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    await send(ann, {}, 'lost-reply-1')
    expect(await outcome(ann, 'lost-reply-1')).toEqual({ done: true, success: 'transferred' })
    expect(await outcome(bob, 'lost-reply-1')).toEqual({ done: false, success: null })
  })

  it('is final: a transfer that arrives later is refused', async () => {
    const ann = await server.person()
    expect(await outcome(ann, 'late-call-1')).toEqual({ done: false, success: null })
    expect(await send(ann, {}, 'late-call-1')).toMatchObject({ type: 'error', code: 'idempotencyKeyReused' })
    expect(await outcome(ann, 'late-call-1')).toEqual({ done: false, success: null })
    expect(await balances(ann)).toEqual(['coin USDT 1000'])
  })

  it('agrees with a concurrent transfer', async () => {
    const ann = await server.person()
    for (let i = 0; i < 20; i++) {
      const key = `at-once-${i}`
      const [reply, resolved] = await Promise.all(
        i % 2
          ? [send(ann, { amount: '1' }, key), outcome(ann, key)]
          : [send(ann, { amount: '1' }, key), new Promise((go) => setImmediate(go)).then(() => outcome(ann, key))],
      )
      expect(resolved.done).toBe(reply.type === 'ok')
    }
  })
})

it('any transfers preserve the sum, and no balance is negative', async () => {
  const one = fc.record({
    from: fc.constantFrom('coin', 'contract'),
    to: fc.constantFrom('coin', 'contract'),
    currency: fc.constantFrom('USDT', 'BTC', 'USD'),
    amount: fc.oneof(
      fc
        .integer({ min: 0, max: 120_000_000_000 })
        .map((units) => `${Math.floor(units / 1e8)}.${String(units % 1e8).padStart(8, '0')}`),
      fc.constantFrom('0', '1000', '999.99999999'),
    ),
    again: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 12 }), async (transfers) => {
      const ann = await server.person()
      const owner = (await server.call('user/info', {}, { token: ann.token })).data.id
      let [coin, contract] = [100_000_000_000n, 0n]
      for (const { again, ...transfer } of transfers) {
        const key = `property-${++keys}`
        const replies = await Promise.all(Array.from({ length: again }, () => send(ann, transfer, key)))
        expect(new Set(replies.map(({ data, code }) => JSON.stringify([data, code]))).size).toBe(1)
        if (replies[0]?.type !== 'ok') continue
        const units = BigInt(
          transfer.amount.replace('.', '').padEnd(transfer.amount.includes('.') ? 0 : transfer.amount.length + 8, '0'),
        )
        if (transfer.from === 'coin') [coin, contract] = [coin - units, contract + units]
        else [coin, contract] = [coin + units, contract - units]
      }
      const booked = await server.context.ledger.balances(owner, 'real')
      const of = (kind: string) =>
        booked.find((balance) => balance.kind === kind && balance.currency === 'USDT')?.posted ?? 0n
      expect([of('coin'), of('contract')]).toEqual([coin, contract])
      expect(coin + contract).toBe(100_000_000_000n)
      expect(coin >= 0n && contract >= 0n).toBe(true)
    }),
    { seed: SEED, numRuns: 40 },
  )
  expect(await server.context.ledger.verify()).toEqual([])
})
