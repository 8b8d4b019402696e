import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asMoney, asPercent } from '../../../../engine/language/values/decimal.ts'
import { checkConfig, DEFAULT_CONFIG } from '../../../config.ts'
import {
  buy,
  inCustody,
  priced,
  redeem,
  redeemQuote,
  saver,
} from '../../../../../tests/support/server/flows/interest.ts'
import { as } from '../../../../../tests/support/server/flows/security.ts'
import { setUserFields } from '../../../../../tests/support/server/flows/withdrawals.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import settleInterest from './job.ts'

const DAY = 86_400
let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(async () => {
  expect(await server.context.ledger.verify()).toEqual([])
  await server.close()
})

const order = async (who: Person, id: string) => (await server.call('project/order_detail', { id }, as(who))).data
const coins = async (who: Person, mode: 'real' | 'demo' = 'real') => {
  const { rows } = (await server.call('wallet/list', { mode, kind: 'coin' }, as(who))).data
  const { balance, frozen } = rows.find(({ currency }) => currency === 'USDT') ?? expect.fail('no account')
  return [balance, frozen]
}
const titles = async (who: Person) =>
  (await server.call('user/usermessage', {}, as(who))).data.rows.map(({ title, text }) => [title, text])
const user = async (who: Person) => (await server.call('user/info', {}, as(who))).data.id
const postings = async (who: Person) =>
  (
    await server.context.db
      .selectFrom('ledger_posting as p')
      .innerJoin('ledger_transfer as t', 't.posting', 'p.id')
      .select('p.key')
      .where('p.reason', '=', 'interest')
      .where('t.payee', '=', `real:${await user(who)}:coin:USDT`)
      .orderBy('p.id')
      .execute()
  ).map(({ key }) => key)

describe('an order', () => {
  it('is reviewed, earns once a day, and is released on the last day', async () => {
    const ann = await saver(server)
    const { data } = await buy(server, ann, priced('weekly', '500'))
    expect([data.daily, data.total, await coins(ann)]).toEqual(['0.1', '0.7', ['1000', '500']])
    await server.clock.advance(19)
    expect((await order(ann, data.id)).order.status).toBe(0)
    await server.clock.advance(1)
    const started = server.clock.now()
    expect((await order(ann, data.id)).order).toMatchObject({ status: 1, started, ends: started + 7 * DAY, settled: 0 })
    await server.clock.advance(DAY - 1)
    expect((await order(ann, data.id)).days).toEqual([])
    await server.clock.advance(1)
    expect([await coins(ann), (await order(ann, data.id)).days]).toEqual([
      ['1000.1', '500'],
      [{ day: 1, time: started + DAY, currency: 'USDT', amount: '0.1' }],
    ])
    await server.clock.advance(6 * DAY)
    expect((await order(ann, data.id)).order).toMatchObject({
      status: 2,
      settled: 7,
      earned: '0.7',
      profit: '0.7',
      finished: started + 7 * DAY,
    })
    expect(await coins(ann)).toEqual(['1000.7', '0'])
    expect((await titles(ann))[0]).toEqual([
      'Your interest order is complete',
      '500.00\u00a0USDT is back in your coin account. It has earned 0.70\u00a0USDT.',
    ])
    await server.clock.advance(10 * DAY)
    expect(await coins(ann)).toEqual(['1000.7', '0'])
    expect(await postings(ann)).toEqual([1, 2, 3, 4, 5, 6, 7].map((day) => `interest:${data.id}:${day}`))
  })

  it('settles missed days one by one at the times they were due', async () => {
    const ann = await saver(server)
    const id = await inCustody(server, ann, {}, 12)
    const { order: settledOrder, days } = await order(ann, id)
    expect([settledOrder.settled, days.length]).toEqual([12, 12])
    expect(days.map(({ time }) => time).toReversed()).toEqual(
      Array.from({ length: 12 }, (_, day) => (settledOrder.started ?? 0) + (day + 1) * DAY),
    )
  })

  it('is settled once by concurrent jobs', async () => {
    const ann = await saver(server)
    const id = await inCustody(server, ann)
    await server.context.db
      .updateTable('interest_orders')
      .set((eb) => ({ due: eb('due', '-', BigInt(5 * DAY)), started: eb('started', '-', BigInt(5 * DAY)) }))
      .where('id', '=', id)
      .execute()
    await Promise.all(Array.from({ length: 5 }, () => settleInterest(server.context)))
    expect((await order(ann, id)).order).toMatchObject({ settled: 5, earned: '0.35' })
    expect(await postings(ann)).toHaveLength(5)
  })

  it('earns in the mode it was bought in', async () => {
    const ann = await saver(server)
    await setUserFields(server, ann, { mode: 'demo' })
    await inCustody(server, ann, { mode: 'demo', ...priced('monthly', '10000') }, 2)
    expect([await coins(ann, 'demo'), await coins(ann)]).toEqual([
      ['100007', '10000'],
      ['1000', '0'],
    ])
    expect((await server.call('project/orders', { mode: 'real' }, as(ann))).data.rows).toEqual([])
  })

  it.each([
    ['13', 'fullyPlaced'],
    ['14', 'fundsUnclear'],
    ['15', 'riskRefused'],
  ])('that ends in .%s is refused: %s', async (ending, reason) => {
    const ann = await saver(server)
    const { data } = await buy(server, ann, priced('monthly', asMoney(`250.${ending}`)))
    await server.clock.advance(20)
    expect((await order(ann, data.id)).order).toMatchObject({
      status: 3,
      reason,
      finished: data.time + 20,
      profit: '0',
    })
    expect(await coins(ann)).toEqual(['1000', '0'])
    expect((await titles(ann))[0]?.[0]).toBe('Your interest order was declined')
  })

  it('below a minor unit a day earns nothing, and ends normally', async () => {
    const small = {
      ...DEFAULT_CONFIG,
      server: {
        ...DEFAULT_CONFIG.server,
        projects: DEFAULT_CONFIG.server.projects.map((project) =>
          project.id === 'weekly' ? { ...project, minimum: asMoney('0.01'), rate: asPercent('0.00001') } : project,
        ),
      },
    }
    const tiny = await createTestServer({ operator: small })
    const ann = await saver(tiny)
    await inCustody(tiny, ann, { ...priced('weekly', '100'), amount: '0.01', daily: '0', total: '0' }, 7)
    const { data } = await tiny.call('project/orders', {}, as(ann))
    expect(data.rows[0]).toMatchObject({ status: 2, settled: 7, earned: '0' })
    expect(await tiny.context.ledger.verify()).toEqual([])
    await tiny.close()
  })
})

describe('early redemption', () => {
  it('during the review costs nothing', async () => {
    const ann = await saver(server)
    const { data } = await buy(server, ann, priced('yearly', '300'))
    expect((await redeem(server, ann, data.id)).data).toMatchObject({ status: 3, reason: 'withdrawn', cost: '0' })
    expect(await coins(ann)).toEqual(['1000', '0'])
    await server.clock.advance(3 * DAY)
    expect(await coins(ann)).toEqual(['1000', '0'])
  })

  it('deducts its cost, and forfeited interest', async () => {
    const [ann, bob] = [await saver(server), await saver(server)]
    await redeem(server, ann, await inCustody(server, ann, {}, 4))
    expect(await coins(ann)).toEqual(['999.28', '0'])
    await redeem(server, bob, await inCustody(server, bob, priced('quarterly', '500'), 4))
    expect(await coins(bob)).toEqual(['995', '0'])
    const { data } = await server.call('project/summary', {}, as(bob))
    expect(data).toMatchObject({ custody: '0', earned: '-5', interest: '1', costs: '6', orders: 0 })
  })

  it('settles the ended days first', async () => {
    const ann = await saver(server)
    const id = await inCustody(server, ann)
    const late = BigInt(3 * DAY)
    await server.context.db
      .updateTable('interest_orders')
      .set((eb) => ({ due: eb('due', '-', late), started: eb('started', '-', late) }))
      .where('id', '=', id)
      .execute()
    expect((await redeem(server, ann, id)).data).toMatchObject({ settled: 3, earned: '0.21', reason: 'redeemed' })
    expect(await coins(ann)).toEqual(['999.21', '0'])
    const { data: withdrawn } = await buy(server, ann)
    await redeem(server, ann, withdrawn.id)
    const listed = async (redeemed: boolean) =>
      (await server.call('project/orders', { status: 3, redeemed }, as(ann))).data.rows.map((row) => row.id)
    expect([await listed(true), await listed(false)]).toEqual([[id], [withdrawn.id]])
  })

  it('is made once if concurrent', async () => {
    const ann = await saver(server)
    const id = await inCustody(server, ann, {}, 1)
    await redeemQuote(server, ann, id)
    const replies = await Promise.all(Array.from({ length: 5 }, () => redeem(server, ann, id)))
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1)
    expect(await coins(ann)).toEqual(['999.07', '0'])
  })
})

it('shows names in the user’s language, and the id of a removed product', async () => {
  const ann = await saver(server)
  await buy(server, ann)
  const name = async (lang: string) =>
    (await server.call('project/orders', {}, { ...as(ann), lang })).data.rows[0]?.name
  expect([await name('de'), await name('ar')]).toEqual(['30-Tage-Plan', 'ادخار شهري'])
  await server.context.db.updateTable('interest_orders').set({ project: 'gone' }).execute()
  expect(await name('en')).toBe('gone')
})

it('refuses an operator’s file with a bad product', () => {
  const [first] = DEFAULT_CONFIG.server.projects
  expect(first).toBeDefined()
  expect(() =>
    checkConfig(
      { app: DEFAULT_CONFIG.app, server: { ...DEFAULT_CONFIG.server, projects: [{ ...first, rate: '-x' }] } },
      'file',
    ),
  ).toThrow('/projects/0/rate')
})
