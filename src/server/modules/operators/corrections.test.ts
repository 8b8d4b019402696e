import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Correction } from '../../../generated/operatorApi/calls.ts'
import {
  openOperatorServer,
  type OperatorClient,
  type SignedInOperator,
  userIdOf,
} from '../../../../tests/support/server/operatorClient.ts'
import type { TestServer } from '../../../../tests/support/server/testServer.ts'
import { CORRECTION_SECONDS } from './corrections.ts'

let server: TestServer
let client: OperatorClient
let maker: SignedInOperator
let makerAndChecker: SignedInOperator
let checker: SignedInOperator
beforeAll(async () => {
  ;({ server, client } = await openOperatorServer())
  maker = await client.operator('finance')
  makerAndChecker = await client.operator('finance', 'controller')
  checker = await client.operator('controller')
})
afterAll(() => server.close())

async function newUser(): Promise<{ user: string; token: string }> {
  const { token } = await server.person()
  return { token, user: await userIdOf(server, { token }) }
}

const propose = (user: string, more: object = {}, by = maker, key?: string) =>
  client.call(
    'corrections/propose',
    { user, mode: 'real', kind: 'coin', currency: 'USDT', amount: '25.5', reason: 'a fee taken twice', ...more },
    { token: by.token, ...(key !== undefined && { key }) },
  )
const decide = ({ id }: Correction, approve: boolean, by = checker) =>
  client.call('corrections/decide', { id, approve, note: 'checked the journal' }, { token: by.token })
const balanceOf = async (user: string) => (await server.context.ledger.balance(user, 'real', 'coin', 'USDT')).posted

describe('a correction', () => {
  it('is posted only with the approval of another operator', async () => {
    const { user, token } = await newUser()
    const { data } = await propose(user)
    expect([data.status, await balanceOf(user)]).toEqual(['pending', 100_000_000_000n])
    const posted = await decide(data, true)
    expect(posted.data).toMatchObject({ status: 'posted', maker: maker.name, checker: checker.name })
    expect(await balanceOf(user)).toBe(102_550_000_000n)
    const { rows } = (await server.call('wallet/statement', { mode: 'real' }, { token })).data
    expect(rows[0]).toMatchObject({ type: 'correction', amount: '25.5', balance: '1025.5' })
    const messages = (await server.call('user/usermessage', {}, { token })).data.rows
    expect(messages.map(({ title }) => title)).toContain('Correction credited: 25.50\u00a0USDT')
  })

  it('debits with a negative amount', async () => {
    const { user } = await newUser()
    await decide((await propose(user, { amount: '-100', against: 'fees' })).data, true)
    expect(await balanceOf(user)).toBe(90_000_000_000n)
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('cannot be decided by its maker, even with both permissions', async () => {
    const { user } = await newUser()
    const { data } = await propose(user, {}, makerAndChecker)
    expect((await decide(data, true, makerAndChecker)).code).toBe('ownCorrection')
    expect((await decide(data, false, makerAndChecker)).code).toBe('ownCorrection')
    expect((await decide(data, true)).status).toBe(200)
  })

  it('is posted once by simultaneous checkers', async () => {
    const { user } = await newUser()
    const { data } = await propose(user)
    const replies = await Promise.all(
      [checker, makerAndChecker, checker, makerAndChecker].map((by) => decide(data, true, by)),
    )
    expect(replies.map(({ code }) => code ?? 'ok').toSorted()).toEqual([
      'correctionDecided',
      'correctionDecided',
      'correctionDecided',
      'ok',
    ])
    expect(await balanceOf(user)).toBe(102_550_000_000n)
  })

  it('is either posted or rejected', async () => {
    const { user } = await newUser()
    const { data } = await propose(user)
    const replies = await Promise.all([decide(data, true), decide(data, false, makerAndChecker)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const posted = replies[0]?.status === 200
    expect(await balanceOf(user)).toBe(posted ? 102_550_000_000n : 100_000_000_000n)
  })

  it('is withdrawn by its maker only', async () => {
    const { user } = await newUser()
    const { data } = await propose(user)
    const withdraw = (by: SignedInOperator) =>
      client.call('corrections/withdraw', { id: data.id, reason: 'a mistake' }, { token: by.token })
    expect((await withdraw(makerAndChecker)).code).toBe('foreignCorrection')
    expect((await withdraw(maker)).data).toMatchObject({ status: 'withdrawn', checker: null, note: 'a mistake' })
    expect(await decide(data, true)).toMatchObject({ code: 'correctionDecided', params: { status: 'withdrawn' } })
  })

  it('is proposed once per key', async () => {
    const { user } = await newUser()
    const replies = await Promise.all([1, 2, 3].map(() => propose(user, {}, maker, 'correction-key-1')))
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    expect((await propose(user, { amount: '1' }, maker, 'correction-key-1')).code).toBe('idempotencyKeyReused')
  })

  it('of more than is available stays pending', async () => {
    const { user } = await newUser()
    const { data } = await propose(user, { amount: '-1000.00000001' })
    expect(await decide(data, true)).toMatchObject({
      code: 'insufficientBalance',
      params: { available: '1000', currency: 'USDT' },
    })
    expect((await decide(data, false)).data.status).toBe('rejected')
  })

  it('names a posting of its user', async () => {
    const [{ user }, other] = [await newUser(), await newUser()]
    const [entry] = (await client.call('users/ledger', { user, mode: 'real' }, { token: maker.token })).data.rows
    expect((await propose(other.user, { corrects: entry?.posting })).code).toBe('postingNotFound')
    expect((await propose(user, { corrects: entry?.posting })).data.corrects).toBe(entry?.posting)
  })

  it.each([
    [{ amount: '0' }, 'amountError'],
    [{ amount: '0.000000001' }, 'amountError'],
    [{ currency: 'NOPE' }, 'currencyNotFound'],
    [{ user: 'unknown' }, 'userNotFound'],
    [{ reason: '  ' }, 'parameterError'],
    [{ against: 'opening' }, 'parameterError'],
  ])('of %j is refused: %s', async (more, code) => {
    const { user } = await newUser()
    expect((await propose(user, more)).code).toBe(code)
  })

  it('expires without a decision', async () => {
    const { server: own, client: api } = await openOperatorServer()
    const finance = await api.operator('finance')
    const user = await userIdOf(own, await own.person())
    const payload = { user, mode: 'real', kind: 'coin', currency: 'USDT', amount: '1', reason: 'a test' }
    const { data } = await api.call('corrections/propose', payload, { token: finance.token })
    await own.clock.advance(CORRECTION_SECONDS)
    const { name, password, secret } = finance
    const again = await api.call('session/login', { name, password, code: await api.code(secret) })
    const { rows } = (await api.call('corrections/list', { user }, { token: again.data.token })).data
    expect(rows[0]).toMatchObject({ id: data.id, status: 'expired', posting: null })
    const row = await own.context.db.selectFrom('corrections').selectAll().executeTakeFirstOrThrow()
    expect([row.status, row.due]).toEqual([4n, null])
    await own.close()
  })
})

/** Operator actions of the model test, in any order. */
type Action =
  | { do: 'propose'; amount: number; kind: 'coin' | 'contract'; mode: 'real' | 'demo' }
  | { do: 'decide'; which: number; approve: boolean; own: boolean }
  | { do: 'withdraw'; which: number }

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    do: fc.constant('propose' as const),
    amount: fc.integer({ min: -1500, max: 1500 }).filter((amount) => amount !== 0),
    kind: fc.constantFrom('coin' as const, 'contract' as const),
    mode: fc.constantFrom('real' as const, 'demo' as const),
  }),
  fc.record({
    do: fc.constant('decide' as const),
    which: fc.nat(9),
    approve: fc.boolean(),
    own: fc.boolean(),
  }),
  fc.record({ do: fc.constant('withdraw' as const), which: fc.nat(9) }),
)

it('the books add up after any sequence, and every balance is that of the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
      const { user } = await newUser()
      const balances = new Map([
        ['real coin', 1000],
        ['demo coin', 100_000],
      ])
      const proposals: { correction: Correction; amount: number; account: string; open: boolean }[] = []
      for (const action of actions) {
        if (action.do === 'propose') {
          const { mode, kind, amount } = action
          const { data } = await propose(user, { mode, kind, amount: String(amount) })
          proposals.push({ correction: data, amount, account: `${mode} ${kind}`, open: true })
          continue
        }
        const proposal = proposals[action.which]
        if (!proposal) continue
        const balance = balances.get(proposal.account) ?? 0
        if (action.do === 'withdraw') {
          const { id } = proposal.correction
          const reply = await client.call('corrections/withdraw', { id, reason: 'a test' }, { token: maker.token })
          expect(reply.status === 200).toBe(proposal.open)
          proposal.open = false
          continue
        }
        const reply = await decide(proposal.correction, action.approve, action.own ? maker : checker)
        const isCovered = balance + proposal.amount >= 0
        const expected = !action.own && proposal.open && (!action.approve || isCovered)
        expect(reply.status === 200).toBe(expected)
        if (!expected) continue
        proposal.open = false
        if (action.approve) balances.set(proposal.account, balance + proposal.amount)
      }
      for (const [account, amount] of balances) {
        const [mode, kind] = account.split(' ') as ['real' | 'demo', 'coin' | 'contract']
        expect((await server.context.ledger.balance(user, mode, kind, 'USDT')).posted).toBe(
          BigInt(amount) * 100_000_000n,
        )
      }
      expect(await server.context.ledger.verify()).toEqual([])
    }),
    { numRuns: 15 },
  )
})
