import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Review } from '../../../generated/operatorApi/calls.ts'
import { borrow, borrower } from '../../../../tests/support/server/flows/finance.ts'
import { buy, saver } from '../../../../tests/support/server/flows/interest.ts'
import { openOperatorServer, type OperatorClient, userIdOf } from '../../../../tests/support/server/operatorClient.ts'
import { advanced, picture, primary, verified } from '../../../../tests/support/server/cases/identity.ts'
import { cancel, withdraw, withdrawer } from '../../../../tests/support/server/flows/withdrawals.ts'
import type { Person, TestServer } from '../../../../tests/support/server/testServer.ts'
import { DEFAULT_CONFIG } from '../../config.ts'

let server: TestServer
let client: OperatorClient
let token: string
let other: string
beforeAll(async () => {
  const manual = ['identity', 'deposit', 'withdrawal', 'project', 'loan'] as const
  const review = { ...DEFAULT_CONFIG.server.review, manual: [...manual] }
  ;({ server, client } = await openOperatorServer({
    operator: { ...DEFAULT_CONFIG, server: { ...DEFAULT_CONFIG.server, review } },
  }))
  token = (await client.operator('reviewer')).token
  other = (await client.operator('reviewer')).token
})
afterAll(() => server.close())

type Kind = Review['kind']

let keys = 0
async function deposit(person: Person): Promise<string> {
  const screenshot = await picture(server, person)
  const payload = {
    mode: 'real',
    channel: 'wallet',
    currency: 'USDT',
    network: 'TRC20',
    amount: '100',
    screenshot,
  }
  const headers = { 'idempotency-key': `review-deposit-${++keys}` }
  return (await server.call('wallet/charge_req', payload, { token: person.token, headers })).data.id
}

const idOf = (person: Person) => userIdOf(server, person)

/** Opens a request of each kind. */
const OPEN: Readonly<Record<Kind, () => Promise<Person>>> = {
  deposit: async () => {
    const person = await server.person()
    await deposit(person)
    return person
  },
  withdrawal: async () => {
    const person = await withdrawer(server)
    await withdraw(server, person)
    return person
  },
  identity: async () => {
    const person = await server.person()
    await primary(server, person)
    return person
  },
  loan: async () => {
    const person = await borrower(server)
    await borrow(server, person)
    return person
  },
  interest: async () => {
    const person = await saver(server)
    await buy(server, person)
    return person
  },
}
const KINDS = Object.keys(OPEN) as Kind[]

async function openReview(kind: Kind): Promise<{ review: Review; person: Person; user: string }> {
  const person = await OPEN[kind]()
  const user = await idOf(person)
  const { data } = await client.call('reviews/list', { kind, user }, { token })
  const [review] = data.rows
  if (!review) throw new Error(`There is no review of ${kind}`)
  return { review, person, user }
}

const answer = ({ kind, id, status }: Review, approve: boolean, reason: string | null = null, by = token) =>
  client.call('reviews/answer', { kind, id, status, approve, reason, note: 'for a test' }, { token: by })

/** Steps of approval of each kind, and the status after the last. */
const APPROVED: Readonly<Record<Kind, string[]>> = {
  deposit: ['inReview', 'success'],
  withdrawal: ['finalReview', 'success'],
  identity: ['certified'],
  loan: ['running'],
  interest: ['inCustody'],
}
const REFUSED: Readonly<Record<Kind, string>> = {
  deposit: 'failure',
  withdrawal: 'failure',
  identity: 'notCertified',
  loan: 'refused',
  interest: 'cancelled',
}

/** The review in its last step. */
async function lastStep(kind: Kind): Promise<Awaited<ReturnType<typeof openReview>>> {
  const opened = await openReview(kind)
  let { review } = opened
  for (const status of APPROVED[kind].slice(0, -1)) {
    review = (await answer(review, true)).data
    expect(review.status).toBe(status)
  }
  return { ...opened, review }
}

describe.each(KINDS)('a review of kind %s', (kind) => {
  it('is not answered automatically where only operators answer', async () => {
    const { review } = await openReview(kind)
    expect(review).toMatchObject({ open: true, due: null })
    await server.clock.advance(600)
    expect((await client.call('reviews/detail', { kind, id: review.id }, { token })).data.status).toBe(review.status)
  })

  it('is approved step by step', async () => {
    const { review } = await lastStep(kind)
    const { data } = await answer(review, true)
    expect(data).toMatchObject({ status: APPROVED[kind].at(-1), open: false, reasons: [], reason: null })
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('is refused for a reason of its list', async () => {
    const { review } = await lastStep(kind)
    const [reason = null] = review.reasons
    expect((await answer(review, false)).code).toBe('reasonUnknown')
    expect((await answer(review, false, 'bad weather')).code).toBe('reasonUnknown')
    expect((await answer(review, true, reason)).code).toBe('reasonUnknown')
    expect((await answer(review, false, reason)).data).toMatchObject({ status: REFUSED[kind], reason, open: false })
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('is answered once by simultaneous operators', async () => {
    const { review, person } = await lastStep(kind)
    const messages = async () => (await server.call('user/usermessage', {}, { token: person.token })).data.rows.length
    const before = await messages()
    const replies = await Promise.all([
      ...[token, other, token, other].map((by) => answer(review, true, null, by)),
      answer(review, false, review.reasons[0], other),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 'reviewAnswered')).toHaveLength(4)
    expect((await messages()) - before).toBeLessThanOrEqual(1)
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('answered again with its key gives the same reply', async () => {
    const { review } = await lastStep(kind)
    const { id, status } = review
    const payload = { kind, id, status, approve: true, note: 'for a test' }
    const send = () => client.call('reviews/answer', payload, { token, key: `review-${id}` })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.data]).toEqual([200, first.data])
  })

  it('is logged with status before and after', async () => {
    const { review, user } = await lastStep(kind)
    await answer(review, true)
    const auditor = await client.operator('auditor')
    const { data } = await client.call('audit/list', { user, call: 'reviews/answer' }, { token: auditor.token })
    expect(data.rows[0]).toMatchObject({
      target: `${kind} ${review.id}`,
      reason: 'for a test',
      before: JSON.stringify({ status: review.status, reason: null }),
      after: JSON.stringify({ status: APPROVED[kind].at(-1), reason: null }),
    })
  })
})

describe('a review', () => {
  it('is not found under another kind', async () => {
    const { review } = await openReview('deposit')
    expect((await answer({ ...review, kind: 'loan' }, true)).code).toBe('reviewNotFound')
  })

  it('of a deposit credits it once', async () => {
    const { review, person } = await lastStep('deposit')
    const balance = async () =>
      (await server.call('wallet/get_info', { currency: 'USDT', mode: 'real' }, { token: person.token })).data.account
        .balance
    const before = await balance()
    await Promise.all([answer(review, true), answer(review, true, null, other)])
    expect([before, await balance()]).toEqual(['1000', '1100'])
  })

  it('of a withdrawal races with its cancellation, and one of them wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await withdrawer(server)
      const { data } = await withdraw(server, person)
      const user = await idOf(person)
      const [review] = (await client.call('reviews/list', { kind: 'withdrawal', user }, { token })).data.rows
      if (!review) throw new Error('no review')
      const [cancelled, refused] = await Promise.all([
        cancel(server, person, data.id),
        answer(review, false, 'riskRefused'),
      ])
      expect([cancelled.type === 'ok', refused.status === 200].filter(Boolean)).toHaveLength(1)
      expect(await server.context.ledger.verify()).toEqual([])
      const { available } = await server.context.ledger.balance(user, 'real', 'coin', 'USDT')
      expect(available).toBe(100_000_000_000n)
    }
  })

  it('of the second level shows both pictures', async () => {
    const person = await server.person()
    await primary(server, person)
    const user = await idOf(person)
    const of = async () => (await client.call('reviews/list', { kind: 'identity', user }, { token })).data.rows[0]
    const first = await of()
    if (first) await answer(first, true)
    await advanced(server, person)
    const second = await of()
    expect(second?.pictures).toHaveLength(2)
    for (const url of second?.pictures ?? [])
      expect((await server.app.inject(url)).headers['content-type']).toBe('image/png')
  })
})

it('a review that is due is still answered automatically by default', async () => {
  const { server: own } = await openOperatorServer()
  const person = await verified(own)
  expect((await own.call('user/info', {}, { token: person.token })).data.identity).toBe(2)
  await own.close()
})
