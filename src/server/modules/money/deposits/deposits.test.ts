import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestServer,
  unusedPng,
  type Person,
  type TestServer,
} from '../../../../../tests/support/server/testServer.ts'
import reviewDeposits from './job.ts'

let server: TestServer
let counter = 0
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const picture = async ({ token }: Person, content = unusedPng()) => (await server.upload(token, content)).data.id

async function charge(who: Person, more: Record<string, unknown> = {}, key = `deposit-test-${++counter}`) {
  const screenshot = more.screenshot ?? (await picture(who))
  const payload = {
    mode: 'real',
    channel: 'wallet',
    currency: 'USDT',
    network: 'TRC20',
    amount: '100',
    ...more,
    screenshot,
  }
  return await server.call('wallet/charge_req', payload, { token: who.token, headers: { 'idempotency-key': key } })
}

const detail = async ({ token }: Person, id: string) =>
  (await server.call('wallet/detail', { kind: 'deposit', id }, { token })).data.deposit
const balance = async ({ token }: Person, currency = 'USDT') =>
  (await server.call('wallet/get_info', { currency, mode: 'real' }, { token })).data.account.balance

const titles = async ({ token }: Person) =>
  (await server.call('user/usermessage', {}, { token })).data.rows.map(({ title }) => title)

describe('a deposit', () => {
  it('is found, reviewed and credited, each when due', async () => {
    const ann = await server.person()
    const { data } = await charge(ann)
    const observed: unknown[] = []
    for (const seconds of [0, 19, 1, 19, 1, 3600]) {
      await server.clock.advance(seconds)
      observed.push([(await detail(ann, data.id))?.status, await balance(ann)])
    }
    expect(observed).toEqual([
      [0, '1000'],
      [0, '1000'],
      [1, '1000'],
      [1, '1000'],
      [2, '1100'],
      [2, '1100'],
    ])
    expect(await detail(ann, data.id)).toMatchObject({
      reviewed: data.time + 20,
      finished: data.time + 40,
      reason: null,
    })
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('is credited once by concurrent jobs', async () => {
    const ann = await server.person()
    const { data } = await charge(ann, { amount: '55.5' })
    for (const status of [1, 2]) {
      await server.context.db
        .updateTable('deposits')
        .set({ due: server.clock.now() })
        .where('id', '=', data.id)
        .execute()
      await Promise.all(Array.from({ length: 10 }, () => reviewDeposits(server.context)))
      expect((await detail(ann, data.id))?.status).toBe(status)
    }
    expect(await balance(ann)).toBe('1055.5')
    expect((await titles(ann)).filter((title) => title === 'Deposit credited: 55.50\u00a0USDT')).toHaveLength(1)
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('records late steps with the times at which they were due', async () => {
    const ann = await server.person()
    const { data } = await charge(ann)
    await server.clock.advance(86_400)
    expect(await detail(ann, data.id)).toMatchObject({ status: 2, reviewed: data.time + 20, finished: data.time + 40 })
    expect(await balance(ann)).toBe('1100')
  })

  it.each([
    ['13', 'unreadable'],
    ['14', 'notReceived'],
    ['15', 'amountDiffers'],
  ])('of an amount that ends in %s fails as %s, and nothing is credited', async (end, reason) => {
    const ann = await server.person()
    const screenshot = await picture(ann)
    const { data } = await charge(ann, { amount: `20.${end}`, screenshot })
    await server.clock.advance(40)
    expect(await detail(ann, data.id)).toMatchObject({ status: 3, reason })
    expect(await balance(ann)).toBe('1000')
    // The same picture can be sent again.
    expect(await charge(ann, { screenshot })).toMatchObject({ type: 'ok' })
  })

  it('repeated with its key is one deposit', async () => {
    const ann = await server.person()
    const screenshot = await picture(ann)
    const replies = await Promise.all(Array.from({ length: 5 }, () => charge(ann, { screenshot }, 'deposit-once')))
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    await server.clock.advance(40)
    expect(await balance(ann)).toBe('1100')
  })

  it('with a picture that another user sent is refused', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const content = unusedPng()
    await charge(ann, { screenshot: await picture(ann, content) })
    expect(await charge(bob, { screenshot: await picture(bob, content) })).toMatchObject({ code: 'fileExists' })
  })

  it('succeeds at the minimum and maximum of each option', async () => {
    const ann = await server.person()
    const { options } = (await server.call('wallet/charge_info', {}, { token: ann.token })).data
    expect(options.length).toBeGreaterThan(5)
    for (const { channel, currency, network, minimum, maximum } of options) {
      for (const amount of [minimum, maximum])
        expect(
          await charge(ann, { channel, currency, network, amount }),
          `${channel} ${currency} ${network}`,
        ).toMatchObject({ type: 'ok' })
      expect(await charge(ann, { channel, currency, network, amount: '0' })).toMatchObject({ code: 'amountError' })
    }
  })

  it('is listed by page, status and currency, to its owner only', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    for (let at = 0; at < 22; at++) await charge(ann, { amount: String(20 + at) })
    await server.clock.advance(40)
    await charge(ann, { currency: 'BTC', network: 'BTC', amount: '0.5' })
    const log = async (who: Person, payload: Record<string, unknown>) =>
      (await server.call('chargelist/log', payload, { token: who.token })).data
    const first = await log(ann, { status: 2 })
    const second = await log(ann, { status: 2, page: first.next })
    expect([first.rows.length, first.next, second.rows.map(({ amount }) => amount), second.next]).toEqual([
      20,
      2,
      ['21', '20'],
      null,
    ])
    expect((await log(ann, { currency: 'BTC' })).rows).toMatchObject([{ amount: '0.5', status: 0 }])
    expect((await log(bob, {})).rows).toEqual([])
  })
})
