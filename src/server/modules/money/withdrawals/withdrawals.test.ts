import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, payProof, stepUp } from '../../../../../tests/support/server/flows/security.ts'
import {
  bindPayee,
  cancel,
  deposited,
  setUserFields,
  withdraw,
  withdrawer,
  type Withdrawer,
} from '../../../../../tests/support/server/flows/withdrawals.ts'
import {
  createTestServer,
  unusedPng,
  type Person,
  type TestServer,
} from '../../../../../tests/support/server/testServer.ts'
import reviewWithdrawals from './job.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const detail = async (who: Person, id: string) =>
  (await server.call('wallet/detail', { kind: 'withdrawal', id }, as(who))).data.withdrawal
const info = async (who: Person) => (await server.call('wallet/out_info', { mode: 'real' }, as(who))).data
const log = async (who: Person, payload: Record<string, unknown> = {}) =>
  (await server.call('cashlist/log', payload, as(who))).data

const messages = async (who: Person) => (await server.call('user/usermessage', {}, as(who))).data.rows

/** The available and the posted balance. */
async function account(who: Person): Promise<[string, string]> {
  const { data } = await server.call('wallet/transfer_info', { mode: 'real' }, as(who))
  const { balance } = (await server.call('wallet/get_info', { currency: 'USDT', mode: 'real' }, as(who))).data.account
  return [data.rows.find(({ currency }) => currency === 'USDT')?.coin ?? 'none', balance]
}

describe('a withdrawal', () => {
  it('is held, reviewed twice and paid out, each when due', async () => {
    const ann = await withdrawer(server)
    const { data } = await withdraw(server, ann)
    const observed: unknown[] = []
    for (const seconds of [0, 19, 1, 19, 1, 3600]) {
      await server.clock.advance(seconds)
      observed.push([(await detail(ann, data.id))?.status, ...(await account(ann))])
    }
    expect(observed).toEqual([
      [0, '900', '1000'],
      [0, '900', '1000'],
      [1, '900', '1000'],
      [1, '900', '1000'],
      [2, '900', '900'],
      [2, '900', '900'],
    ])
    expect(await detail(ann, data.id)).toMatchObject({
      reviewed: data.time + 20,
      finished: data.time + 40,
      reason: null,
      net: '99',
    })
    expect((await messages(ann)).filter(({ title }) => title.startsWith('Withdrawal'))).toMatchObject([
      { title: 'Withdrawal paid out: 99.00\u00a0USDT', kind: 'account', time: data.time + 40 },
      { title: 'Withdrawal requested: 100.00\u00a0USDT', kind: 'account', time: data.time },
    ])
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it.each([
    ['13', 'payeeRefused'],
    ['14', 'nameDiffers'],
    ['15', 'riskRefused'],
  ])('of an amount that ends in %s fails as %s, and the money is back', async (end, reason) => {
    const ann = await withdrawer(server)
    const { data } = await withdraw(server, ann, { amount: `20.${end}`, net: `19.${end}` })
    expect(await account(ann)).toEqual([`979.${100 - Number(end)}`, '1000'])
    await server.clock.advance(40)
    expect(await detail(ann, data.id)).toMatchObject({ status: 3, reason })
    expect((await messages(ann)).filter(({ text }) => text.includes(`20.${end}\u00a0USDT`))).toHaveLength(1)
    expect(await account(ann)).toEqual(['1000', '1000'])
    expect(await withdraw(server, ann)).toMatchObject({ type: 'ok' })
  })

  it.each([
    ['paid out', '55.5', '54.5', '944.5'],
    ['given back', '55.13', '54.13', '1000'],
  ])('is %s once, however many take its steps at the same time', async (_, amount, net, finalBalance) => {
    const ann = await withdrawer(server)
    const { data } = await withdraw(server, ann, { amount, net })
    for (let step = 0; step < 2; step++) {
      await server.context.db
        .updateTable('withdrawals')
        .set({ due: server.clock.now() })
        .where('id', '=', data.id)
        .execute()
      await Promise.all(Array.from({ length: 10 }, () => reviewWithdrawals(server.context)))
    }
    expect(await account(ann)).toEqual([finalBalance, finalBalance])
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('of the full balance is accepted once under concurrency', async () => {
    const ann = await withdrawer(server)
    const proofs: { payProof: string; stepUpProof: string | undefined }[] = []
    for (let at = 0; at < 20; at++)
      proofs.push({
        payProof: await payProof(server, ann, 'wallet/out'),
        stepUpProof: await stepUp(server, ann, 'wallet/out', ann.payee),
      })
    const replies = await Promise.all(
      proofs.map((both) => withdraw(server, ann, { amount: '1000', net: '999', ...both })),
    )
    expect(
      ['withdrawalRequested', 'withdrawalPending'].map(
        (expected) => replies.filter(({ code }) => code === expected).length,
      ),
    ).toEqual([1, 19])
    expect(await account(ann)).toEqual(['0', '1000'])
    await server.clock.advance(40)
    expect(await account(ann)).toEqual(['0', '0'])
  })

  it('cancelled in the first review releases all of it, and another can follow', async () => {
    const ann = await withdrawer(server)
    const { data } = await withdraw(server, ann)
    await server.clock.advance(5)
    expect((await cancel(server, ann, data.id)).code).toBe('cancelled')
    expect(await detail(ann, data.id)).toMatchObject({
      status: 3,
      reason: 'cancelled',
      reviewed: null,
      finished: data.time + 5,
    })
    expect(await account(ann)).toEqual(['1000', '1000'])
    expect((await cancel(server, ann, data.id)).code).toBe('orderCannotBeCancelled')
    expect((await withdraw(server, ann)).type).toBe('ok')
    await server.clock.advance(40)
    expect(await account(ann)).toEqual(['900', '900'])
    const listed = async (cancelled: boolean) =>
      (await server.call('cashlist/log', { cancelled }, as(ann))).data.rows.map(({ status }) => status)
    expect([await listed(true), await listed(false)]).toEqual([[3], [2]])
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('cancelled during its review is cancelled or reviewed, never both', async () => {
    const ends = new Set<unknown>()
    for (let at = 0; at < 20; at++) {
      const ann = await withdrawer(server)
      const { data } = await withdraw(server, ann)
      await server.context.db
        .updateTable('withdrawals')
        .set({ due: server.clock.now() })
        .where('id', '=', data.id)
        .execute()
      const review =
        at % 2 === 0 ? reviewWithdrawals(server.context) : sleep(at).then(() => reviewWithdrawals(server.context))
      const [{ code }] = await Promise.all([cancel(server, ann, data.id), review])
      ends.add(code)
      const after = await detail(ann, data.id)
      expect([after?.status, after?.reason]).toEqual(code === 'cancelled' ? [3, 'cancelled'] : [1, null])
      expect(await account(ann)).toEqual(code === 'cancelled' ? ['1000', '1000'] : ['900', '1000'])
    }
    expect(ends).toEqual(new Set(['cancelled', 'orderCannotBeCancelled']))
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('repeated with its key is one withdrawal', async () => {
    const ann = await withdrawer(server)
    const ids = new Set<string>()
    for (let at = 0; at < 4; at++) ids.add((await withdraw(server, ann, {}, 'withdrawal-once')).data.id)
    expect(ids.size).toBe(1)
    expect(await account(ann)).toEqual(['900', '1000'])
  })

  it.each(['frozen', 'locked'] as const)('waits in review while its user is %s', async (flag) => {
    const ann = await withdrawer(server)
    const { data } = await withdraw(server, ann)
    const status = async () =>
      (
        await server.context.db
          .selectFrom('withdrawals')
          .select('status')
          .where('id', '=', data.id)
          .executeTakeFirstOrThrow()
      ).status
    await server.clock.advance(20)
    await setUserFields(server, ann, { [flag]: 1 })
    await server.clock.advance(3600)
    expect(await status()).toBe(1n)
    await setUserFields(server, ann, { [flag]: 0 })
    await server.clock.advance(1)
    expect(await status()).toBe(2n)
    expect(await account(ann)).toEqual(['900', '900'])
  })

  it('retains its payee until it ends, and its record after', async () => {
    const ann = await withdrawer(server)
    const { data } = await withdraw(server, ann)
    const remove = () => server.call('user/cash_del', { id: ann.payee }, as(ann))
    expect(await remove()).toMatchObject({ code: 'withdrawalPending' })
    await server.clock.advance(40)
    expect(await remove()).toMatchObject({ type: 'ok' })
    expect(await detail(ann, data.id)).toMatchObject({ status: 2, number: data.number })
    expect(await withdraw(server, ann)).toMatchObject({ code: 'noWithdrawalAddress' })
  })

  it.each(['0', '-100', '-0', '100.00999999', '100.000000001'])(
    'of %s is refused, and nothing is held',
    async (amount) => {
      const ann = await withdrawer(server)
      expect(await withdraw(server, ann, { amount })).toMatchObject({ code: 'amountError' })
      expect(await account(ann)).toEqual(['1000', '1000'])
    },
  )

  it('is private to its owner', async () => {
    const [ann, bob] = [await withdrawer(server), await withdrawer(server)]
    const { data } = await withdraw(server, ann)
    expect((await log(bob)).rows).toEqual([])
    expect(await server.call('wallet/detail', { kind: 'withdrawal', id: data.id }, as(bob))).toMatchObject({
      code: 'dataNotFound',
    })
    expect(await server.call('wallet/detail', { kind: 'deposit', id: data.id }, as(ann))).toMatchObject({
      code: 'dataNotFound',
    })
  })

  it('to each payee and currency succeeds at its minimum', async () => {
    const ann: Withdrawer = await withdrawer(server)
    await bindPayee(server, ann, {
      kind: 'card',
      number: '4242424242424242',
      holder: 'Ann Miller',
      bank: 'First Bank',
      currency: null,
      network: null,
      address: null,
    })
    const { ways } = await info(ann)
    expect(ways).toHaveLength(3)
    for (const { payee, currency, minimum } of ways.filter((way) => way.available !== '0')) {
      const { data } = await server.call(
        'wallet/out_quote',
        { mode: 'real', payee, currency, amount: minimum },
        as(ann),
      )
      expect(
        await withdraw(server, ann, { payee, currency, amount: data.amount, fee: data.fee, net: data.net }),
      ).toMatchObject({ type: 'ok', data: { net: data.net } })
      await server.clock.advance(40)
    }
  })
})

describe('the turnover', () => {
  it('is required after a deposit, and its progress is shown', async () => {
    const ann = await withdrawer(server)
    await deposited(server, ann, '200', unusedPng())
    expect(await info(ann)).toMatchObject({
      turnover: { made: '0', required: '200', percent: 0 },
      reasons: ['insufficientTurnover'],
    })
    for (const [pay, percent] of [
      ['50', 25],
      ['150', 100],
    ] as const) {
      const { data } = await server.call('wallet/flash_quote', { mode: 'real', from: 'USDT', to: 'BTC', pay }, as(ann))
      await server.call(
        'wallet/flashAgainst',
        { mode: 'real', quote: data.id, from: 'USDT', to: 'BTC', pay: data.pay, receive: data.receive, fee: data.fee },
        { token: ann.token, headers: { 'idempotency-key': `turnover-${pay}` } },
      )
      expect((await info(ann)).turnover.percent).toBe(percent)
    }
    expect((await info(ann)).reasons).toEqual([])
    expect(await withdraw(server, ann)).toMatchObject({ type: 'ok' })
    expect((await info(ann)).reasons).toEqual(['withdrawalPending'])
  })

  it('counts closed orders', async () => {
    const ann = await withdrawer(server)
    await deposited(server, ann, '100', unusedPng())
    const { id } = (await server.call('user/info', {}, as(ann))).data
    await server.context.db
      .insertInto('closed_orders')
      .values({
        id: `turnover-${id}`,
        user_id: id,
        mode: 'real',
        kind: 'spot',
        side: 'long',
        volume: 4_000_000_000n,
        profit: 0n,
        closed: 1,
      })
      .execute()
    expect((await info(ann)).turnover).toEqual({ made: '40', required: '100', percent: 40 })
  })
})
