import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { branded } from '../../../../engine/language/values/branded.ts'
import { asSeconds } from '../../../../engine/language/values/time.ts'
import { DEFAULT_CONFIG } from '../../../config.ts'
import { breakDeposit, coinAccount, DAY, deposit } from '../../../../../tests/support/server/flows/finance.ts'
import { as, payProof } from '../../../../../tests/support/server/flows/security.ts'
import { setUserFields } from '../../../../../tests/support/server/flows/withdrawals.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import settleFixed from './job.ts'

const PLACES = 3

const operator = structuredClone(DEFAULT_CONFIG)
operator.server.sessionSeconds = asSeconds(400 * DAY)
operator.server.fixedDeposits.push(
  branded<(typeof operator.server.fixedDeposits)[number]>({
    id: 'few',
    currency: 'USDT',
    minimum: '10',
    single: '500',
    maximum: '900',
    yield: '0.0333',
    days: 3,
    breakFee: '0',
    participants: PLACES,
  }),
)

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ operator })
})
afterAll(() => server.close())

const order = async (who: Person, id: string) => (await server.call('lh/deposit/order', { id }, as(who))).data.rows[0]
const records = async (who: Person, payload: Record<string, unknown> = {}) =>
  (await server.call('lh/deposit/records', payload, as(who))).data

const account = (who: Person, mode?: 'real' | 'demo') => coinAccount(server, who, mode)

/** Moves the subscription so many days back; what is settled stays. */
const startedAgo = async (id: string, days: number) => {
  const created = BigInt(server.clock.now() - days * DAY)
  await server.context.db
    .updateTable('fixed_orders')
    .set((eb) => ({ created, due: eb(eb('settled', '*', BigInt(DAY)), '+', created + BigInt(DAY)) }))
    .where('id', '=', id)
    .execute()
}

describe('a fixed-term deposit', () => {
  it('sends one message on completion', async () => {
    const ann = await server.person()
    const { data } = await deposit(server, ann)
    for (const days of [6, 1, 1]) await server.clock.advance(days * DAY)
    await settleFixed(server.context)
    const { rows } = (await server.call('user/usermessage', {}, as(ann))).data
    expect(rows.filter(({ kind }) => kind === 'trade')).toMatchObject([
      {
        title: 'Your fixed-term deposit is complete',
        text: '100.00\u00a0USDT is available again in your coin account. It has earned 0.07\u00a0USDT.',
        link: `/pages/deposit/detail?id=${data.id}`,
        time: data.time + 7 * DAY,
      },
    ])
  })

  it('is held, settled at each day’s end, and released after the last', async () => {
    const ann = await server.person()
    const { data } = await deposit(server, ann)
    const observed: unknown[] = []
    for (const seconds of [0, DAY - 1, 1, 5 * DAY, DAY - 1, 1, 30 * DAY]) {
      await server.clock.advance(seconds)
      const current = await order(ann, data.id)
      observed.push([current?.status, current?.settled, current?.earned, ...(await account(ann))])
    }
    expect(observed).toEqual([
      [0, 0, '0', '900', '1000'],
      [0, 0, '0', '900', '1000'],
      [0, 1, '0.01', '900.01', '1000.01'],
      [0, 6, '0.06', '900.06', '1000.06'],
      [0, 6, '0.06', '900.06', '1000.06'],
      [1, 7, '0.07', '1000.07', '1000.07'],
      [1, 7, '0.07', '1000.07', '1000.07'],
    ])
    expect(await order(ann, data.id)).toMatchObject({
      next: null,
      finished: data.time + 7 * DAY,
      ends: data.time + 7 * DAY,
      cost: '0',
    })
    expect((await records(ann)).rows.map(({ day, time }) => [day, time])).toEqual(
      Array.from({ length: 7 }, (_, at) => [7 - at, data.time + (7 - at) * DAY]),
    )
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('is settled once a day by concurrent jobs', async () => {
    const ann = await server.person()
    const { data } = await deposit(server, ann)
    for (const days of [1, 4]) {
      await startedAgo(data.id, days)
      await Promise.all(Array.from({ length: 10 }, () => settleFixed(server.context)))
      expect([(await order(ann, data.id))?.settled, ...(await account(ann))]).toEqual([
        days,
        `900.0${days}`,
        `1000.0${days}`,
      ])
    }
    expect((await records(ann)).rows.map(({ day }) => day).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
  })

  it('keeps the terms of its subscription day', async () => {
    const ann = await server.person()
    const { data } = await deposit(server, ann, { product: 'few', interest: '0.0999' })
    const product = operator.server.fixedDeposits.find(({ id }) => id === 'few')
    if (!product) throw new Error('No product')
    const before = { ...product }
    Object.assign(product, { yield: '5', days: 1, breakFee: '50' })
    await server.clock.advance(DAY)
    expect((await server.call('lh/deposit/cancel_quote', { id: data.id }, as(ann))).data).toMatchObject({
      cost: '0',
      earned: '0.0333',
      lost: '0.0666',
    })
    await server.clock.advance(2 * DAY)
    expect(await order(ann, data.id)).toMatchObject({ status: 1, earned: '0.0999' })
    Object.assign(product, before)
  })

  it('terminated early settles its ended days, pays the cost, and is settled no more', async () => {
    const ann = await server.person()
    const { data } = await deposit(server, ann)
    // Its day has ended but is not settled yet.
    await startedAgo(data.id, 1)
    expect(await breakDeposit(server, ann, data.id)).toMatchObject({
      code: 'contractBroken',
      data: { status: 2, settled: 1, earned: '0.01', cost: '0.5', profit: '-0.49', returned: '99.5' },
    })
    expect(await account(ann)).toEqual(['999.51', '999.51'])
    expect((await server.call('lh/deposit/ordersum', { mode: 'real' }, as(ann))).data.rows).toMatchObject([
      { earned: '-0.49', interest: '0.01', costs: '0.5' },
    ])
    await server.clock.advance(10 * DAY)
    expect(await account(ann)).toEqual(['999.51', '999.51'])
    expect((await records(ann, { order: data.id })).rows).toHaveLength(1)
  })

  it('is terminated once by concurrent requests', async () => {
    const ann = await server.person()
    const { data } = await deposit(server, ann)
    const replies = await Promise.all(Array.from({ length: 20 }, () => breakDeposit(server, ann, data.id)))
    expect(
      ['contractBroken', 'orderCannotBeCancelled'].map(
        (expected) => replies.filter(({ code }) => code === expected).length,
      ),
    ).toEqual([1, 19])
    expect(await account(ann)).toEqual(['999.5', '999.5'])
  })

  it('cannot be terminated after its term, settled or not', async () => {
    const ann = await server.person()
    const { data } = await deposit(server, ann)
    await startedAgo(data.id, 7)
    expect(await breakDeposit(server, ann, data.id)).toMatchObject({ code: 'orderCannotBeCancelled' })
    expect(await account(ann)).toEqual(['900', '1000'])
    await settleFixed(server.context)
    expect(await breakDeposit(server, ann, data.id)).toMatchObject({ code: 'orderCannotBeCancelled' })
    expect(await order(ann, data.id)).toMatchObject({ status: 1, settled: 7 })
    expect(await account(ann)).toEqual(['1000.07', '1000.07'])
  })

  it('of the demo account stays in it', async () => {
    const ann = await server.person()
    await setUserFields(server, ann, { mode: 'demo' })
    const { data } = await deposit(server, ann, { mode: 'demo' })
    await server.clock.advance(7 * DAY)
    expect([await account(ann), await account(ann, 'demo')]).toEqual([
      ['1000', '1000'],
      ['100000.07', '100000.07'],
    ])
    expect(await order(ann, data.id)).toMatchObject({ mode: 'demo', status: 1 })
  })

  it('repeated with its key is one deposit', async () => {
    const ann = await server.person()
    const ids = new Set<string>()
    for (let at = 0; at < 4; at++) ids.add((await deposit(server, ann, {}, 'fixed-deposit-once')).data.id)
    expect([ids.size, await account(ann)]).toEqual([1, ['900', '1000']])
  })

  it('is listed by page and by status', async () => {
    const ann = await server.person()
    const ids: string[] = []
    for (let at = 0; at < 22; at++) ids.push((await deposit(server, ann, { amount: '10', interest: '0.007' })).data.id)
    await breakDeposit(server, ann, ids[3] ?? '', { cost: '0.05', back: '9.95' })
    const list = async (payload: Record<string, unknown>) =>
      (await server.call('lh/deposit/order', payload, as(ann))).data
    const [first, second, broken] = [await list({}), await list({ page: 2 }), await list({ status: 2 })]
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids.toReversed())
    expect([first.next, second.next, broken.rows.map(({ id }) => id)]).toEqual([2, null, [ids[3]]])
    expect((await list({ mode: 'demo' })).rows).toEqual([])
  })
})

describe('the places of a product', () => {
  const terms = { product: 'few', amount: '50', interest: '0.04995' }
  const joined = async (who: Person) =>
    (await server.call('lh/deposit/config', { mode: 'real' }, as(who))).data.products.find(({ id }) => id === 'few')

  it('limit the number of users with open deposits, also under concurrency', async () => {
    const people: Person[] = []
    const proofs: string[] = []
    for (let at = 0; at < 200; at++) {
      const one = await server.person()
      people.push(one)
      proofs.push(await payProof(server, one, 'lh/deposit'))
    }
    const replies = await Promise.all(
      people.map((person, at) => deposit(server, person, { ...terms, payProof: proofs[at] })),
    )
    const count = (code: string) => replies.filter((reply) => reply.code === code).length
    expect([count('subscribed'), count('participantsFull')]).toEqual([PLACES, 200 - PLACES])
    const inside = people.filter((_, at) => replies[at]?.type === 'ok')
    const outside = people.find((_, at) => replies[at]?.type !== 'ok')
    const [ann] = inside
    if (!ann || !outside) throw new Error('A participant is missing')
    expect(await account(outside)).toEqual(['1000', '1000'])
    expect(await joined(outside)).toMatchObject({ joined: PLACES, member: false })
    expect(await deposit(server, ann, terms)).toMatchObject({ type: 'ok' })
    expect(await joined(ann)).toMatchObject({ joined: PLACES, member: true, held: '100' })

    const own = (await server.call('lh/deposit/order', {}, as(ann))).data.rows
    await breakDeposit(server, ann, own[0]?.id ?? '', { cost: '0', back: '50' })
    expect(await deposit(server, outside, terms)).toMatchObject({ code: 'participantsFull' })
    await breakDeposit(server, ann, own[1]?.id ?? '', { cost: '0', back: '50' })
    expect(await deposit(server, outside, terms)).toMatchObject({ type: 'ok' })
    expect(await server.context.ledger.verify()).toEqual([])
  })
})
