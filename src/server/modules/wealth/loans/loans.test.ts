import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSeconds } from '../../../../engine/language/values/time.ts'
import { DEFAULT_CONFIG } from '../../../config.ts'
import {
  borrow,
  borrower,
  coinAccount,
  DAY,
  takeLoan,
  repay,
} from '../../../../../tests/support/server/flows/finance.ts'
import { as, payProof } from '../../../../../tests/support/server/flows/security.ts'
import { bindPayee, setUserFields, withdraw } from '../../../../../tests/support/server/flows/withdrawals.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import advanceLoans from './job.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({
    operator: { ...DEFAULT_CONFIG, server: { ...DEFAULT_CONFIG.server, sessionSeconds: asSeconds(400 * DAY) } },
  })
})
afterAll(() => server.close())

const loan = async (who: Person, id: string) => (await server.call('lh/loan/order', { id }, as(who))).data.rows[0]

const coin = async (who: Person) => (await coinAccount(server, who))[0]
const inbox = async (who: Person) =>
  (await server.call('user/usermessage', {}, as(who))).data.rows
    .filter(({ kind }) => kind === 'trade')
    .map(({ title, text, link }) => [title, text, link])

describe('the debt of a loan', () => {
  it('is beside the balances, with whether it is overdue, and lowers the credit score until it is repaid', async () => {
    const ann = await borrower(server)
    const id = await takeLoan(server, ann)
    const state = async () => {
      const { debts } = (await server.call('wallet/list', {}, as(ann))).data
      const { creditScore, loanOverdue } = (await server.call('user/info', {}, as(ann))).data
      return [debts.map(({ mode, amount, overdue }) => [mode, amount, overdue]), creditScore, loanOverdue]
    }
    const { creditScore } = (await server.call('user/info', {}, as(ann))).data
    expect(await state()).toEqual([[['real', '100.05', false]], creditScore, false])
    await server.clock.advance(7 * DAY)
    expect(await state()).toEqual([[['real', '100.5', true]], creditScore - 50, true])
    await repay(server, ann, id)
    expect(await state()).toEqual([[], creditScore, false])
    expect((await server.call('wallet/list', { mode: 'demo' }, as(ann))).data.debts).toEqual([])
  })
})

describe('a loan', () => {
  it('sends one message each when paid out, overdue, repaid or refused', async () => {
    const ann = await borrower(server)
    const id = await takeLoan(server, ann)
    const link = `/pages/loan/detail?id=${id}`
    // 7 days at 0.05, and the first overdue one at 0.15: the message of a late job is that of the day.
    await server.clock.advance(9 * DAY)
    await advanceLoans(server.context)
    expect(await inbox(ann)).toEqual([
      ['Your loan is overdue', expect.stringContaining('You owe 100.50\u00a0USDT'), link],
      [
        'Your loan was paid out: 99.00\u00a0USDT',
        expect.stringContaining('99.00\u00a0USDT of a loan of 100.00\u00a0USDT'),
        link,
      ],
    ])
    await repay(server, ann, id)
    await borrow(server, ann, { amount: '60.13', fee: '0.6013', net: '59.5287', interest: '0.210455' })
    await server.clock.advance(20)
    expect((await inbox(ann)).map(([title]) => title)).toEqual([
      'Your loan was declined',
      'Your loan is repaid',
      'Your loan is overdue',
      'Your loan was paid out: 99.00\u00a0USDT',
    ])
  })

  it('is reviewed, paid out, charged for each day that begins, and overdue after its term', async () => {
    const ann = await borrower(server)
    const { data } = await borrow(server, ann)
    const observed: unknown[] = []
    for (const seconds of [0, 19, 1, DAY - 1, 1, 6 * DAY - 1, 1, DAY]) {
      await server.clock.advance(seconds)
      const current = await loan(ann, data.id)
      observed.push([current?.status, current?.charges, current?.owed, current?.late, await coin(ann)])
    }
    expect(observed).toEqual([
      [0, 0, '0', '0', '1000'],
      [0, 0, '0', '0', '1000'],
      [1, 1, '100.05', '0', '1099'],
      [1, 1, '100.05', '0', '1099'],
      [1, 2, '100.1', '0', '1099'],
      [1, 7, '100.35', '0', '1099'],
      [2, 8, '100.5', '0.15', '1099'],
      [2, 9, '100.65', '0.3', '1099'],
    ])
    const paid = data.time + 20
    expect(await loan(ann, data.id)).toMatchObject({ paid, ends: paid + 7 * DAY, next: paid + 9 * DAY, finished: null })
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('makes up for weeks without a job run', async () => {
    const [ann, bob] = [await borrower(server), await borrower(server)]
    const [hers, his] = [(await borrow(server, ann)).data, (await borrow(server, bob)).data]
    await server.clock.advance(20)
    await server.context.db
      .updateTable('loans')
      .set(({ ref }) => ({
        created: sql<bigint>`${ref('created')} - ${30 * DAY}`,
        paid: sql<bigint>`${ref('paid')} - ${30 * DAY}`,
        due: sql<bigint>`${ref('due')} - ${30 * DAY}`,
      }))
      .where('id', '=', hers.id)
      .execute()
    await advanceLoans(server.context)
    for (let day = 0; day < 30; day++) await server.clock.advance(DAY)
    const [one, other] = [await loan(ann, hers.id), await loan(bob, his.id)]
    expect([other?.status, other?.charges, other?.owed]).toEqual([2, 31, '103.95'])
    expect([one?.status, one?.charges, one?.owed]).toEqual([2, 61, '108.45'])
    const rows = await server.context.db
      .selectFrom('loan_charges')
      .selectAll()
      .where('loan_id', '=', hers.id)
      .orderBy('day')
      .execute()
    expect(rows.map(({ day, late }) => [day, late])).toEqual(
      Array.from({ length: 61 }, (_, at) => [BigInt(at + 1), at >= 7 ? 1n : 0n]),
    )
  })

  it('bears no interest before a review that is late', async () => {
    const ann = await borrower(server)
    const { data } = await borrow(server, ann)
    await server.context.db
      .updateTable('loans')
      .set({ created: BigInt(data.time - 10 * DAY), due: BigInt(data.time - 10 * DAY + 20) })
      .where('id', '=', data.id)
      .execute()
    await advanceLoans(server.context)
    expect(await loan(ann, data.id)).toMatchObject({
      status: 1,
      charges: 1,
      owed: '100.05',
      late: '0',
      paid: data.time,
      ends: data.time + 7 * DAY,
    })
    expect(await coin(ann)).toBe('1099')
  })

  it('is not paid out while its user is frozen', async () => {
    const ann = await borrower(server)
    const { data } = await borrow(server, ann)
    await setUserFields(server, ann, { frozen: 1 })
    await server.clock.advance(DAY)
    expect(await loan(ann, data.id)).toMatchObject({ status: 0, charges: 0 })
    await setUserFields(server, ann, { frozen: 0 })
    await server.clock.advance(1)
    expect(await loan(ann, data.id)).toMatchObject({ status: 1, charges: 1, paid: data.time + DAY + 1 })
    await setUserFields(server, ann, { frozen: 1 })
    await server.clock.advance(DAY)
    expect(await loan(ann, data.id)).toMatchObject({ status: 1, charges: 2 })
  })

  it('is paid out and charged once by concurrent jobs', async () => {
    const ann = await borrower(server)
    const { data } = await borrow(server, ann)
    await server.context.db.updateTable('loans').set({ due: server.clock.now() }).where('id', '=', data.id).execute()
    await Promise.all(Array.from({ length: 10 }, () => advanceLoans(server.context)))
    expect([await coin(ann), (await loan(ann, data.id))?.owed]).toEqual(['1099', '100.05'])
  })

  it.each([
    ['13', 'incomeUnclear'],
    ['14', 'creditTooLow'],
    ['15', 'riskRefused'],
  ])('of an amount that ends in %s is refused as %s, and another can be asked for', async (end, reason) => {
    const ann = await borrower(server)
    const quote = (
      await server.call('lh/loan/quote', { mode: 'real', currency: 'USDT', amount: `60.${end}`, days: 15 }, as(ann))
    ).data
    const { data } = await borrow(server, ann, {
      amount: quote.amount,
      days: 15,
      fee: quote.fee,
      net: quote.net,
      interest: quote.interest,
    })
    await server.clock.advance(20)
    expect(await loan(ann, data.id)).toMatchObject({ status: 4, reason, finished: data.time + 20, owed: '0' })
    expect(await coin(ann)).toBe('1000')
    expect(await borrow(server, ann)).toMatchObject({ type: 'ok' })
  })

  it('is granted once for concurrent applications', async () => {
    const ann = await borrower(server)
    const proofs: string[] = []
    for (let at = 0; at < 20; at++) proofs.push(await payProof(server, ann, 'lh/loan/submit'))
    const replies = await Promise.all(proofs.map((proof) => borrow(server, ann, { payProof: proof })))
    expect(
      ['submittedForReview', 'alreadyApplied'].map(
        (expected) => replies.filter(({ code }) => code === expected).length,
      ),
    ).toEqual([1, 19])
  })

  it('repeated with its key is one loan, and shown to its owner only', async () => {
    const [ann, bob] = [await borrower(server), await borrower(server)]
    const ids = new Set<string>()
    for (let at = 0; at < 4; at++) ids.add((await borrow(server, ann, {}, 'loan-submit-once')).data.id)
    expect(ids.size).toBe(1)
    expect((await server.call('lh/loan/order', {}, as(bob))).data.rows).toEqual([])
  })
})

describe('a repayment', () => {
  /** A loan of which half is repaid on the second day. */
  async function halfRepaid() {
    const ann = await borrower(server)
    const id = await takeLoan(server, ann)
    await server.clock.advance(DAY)
    return { ann, id, reply: await repay(server, ann, id, '50.1') }
  }

  it('pays interest first', async () => {
    const { reply } = await halfRepaid()
    expect(reply).toMatchObject({
      code: 'repaid',
      data: { principal: '50', interest: '0', owed: '50', status: 1 },
    })
  })

  it('leaves only the rest of the principal to bear interest', async () => {
    const { ann, id } = await halfRepaid()
    await server.clock.advance(DAY)
    expect(await loan(ann, id)).toMatchObject({ owed: '50.025', charges: 3 })
  })

  it('of the whole debt ends the loan', async () => {
    const { ann, id } = await halfRepaid()
    await server.clock.advance(DAY)
    expect(await repay(server, ann, id)).toMatchObject({
      data: { status: 3, owed: '0', repaid: '100.125', charged: '0.125', next: null, finished: server.clock.now() },
    })
    expect(await coin(ann)).toBe('998.875')
    await server.clock.advance(30 * DAY)
    expect(await loan(ann, id)).toMatchObject({ status: 3, charged: '0.125', owed: '0' })
    expect(await borrow(server, ann)).toMatchObject({ type: 'ok' })
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('with an expired quote is refused, and nothing is paid', async () => {
    const ann = await borrower(server)
    const id = await takeLoan(server, ann)
    const confirmed = { amount: '100.05', interest: '0.05', principal: '100' }
    await server.clock.advance(DAY)
    expect(await repay(server, ann, id, null, confirmed)).toMatchObject({ code: 'amountError' })
    expect(await coin(ann)).toBe('1099')
  })

  it('counts the days begun, charged or not', async () => {
    const ann = await borrower(server)
    const id = await takeLoan(server, ann)
    await server.context.db
      .updateTable('loans')
      .set({ paid: BigInt(server.clock.now() - DAY), due: BigInt(server.clock.now()) })
      .where('id', '=', id)
      .execute()
    expect(await repay(server, ann, id, null, { amount: '100.1', interest: '0.1', principal: '100' })).toMatchObject({
      type: 'ok',
      data: { charges: 2, status: 3 },
    })
  })

  it('in full is made once if concurrent', async () => {
    const ann = await borrower(server)
    const id = await takeLoan(server, ann)
    const proofs: string[] = []
    for (let at = 0; at < 20; at++) proofs.push(await payProof(server, ann, 'lh/loan/repayment'))
    const replies = await Promise.all(
      proofs.map((proof) =>
        repay(server, ann, id, null, { amount: '100.05', interest: '0.05', principal: '100', payProof: proof }),
      ),
    )
    expect(
      ['repaid', 'orderStatusError'].map((expected) => replies.filter(({ code }) => code === expected).length),
    ).toEqual([1, 19])
    expect(await coin(ann)).toBe('998.95')
  })

  it('lifts the block of an overdue loan', async () => {
    const ann = { ...(await borrower(server)), payee: '' }
    ann.payee = await bindPayee(server, ann)
    const id = await takeLoan(server, ann)
    const reasons = async () => (await server.call('wallet/out_info', { mode: 'real' }, as(ann))).data.reasons
    expect(await reasons()).toEqual([])
    await server.clock.advance(7 * DAY)
    expect(await reasons()).toEqual(['loanOverdue'])
    expect(await withdraw(server, ann)).toMatchObject({ code: 'loanOverdue' })
    await repay(server, ann, id, '50')
    expect(await reasons()).toEqual(['loanOverdue'])
    await repay(server, ann, id)
    expect(await withdraw(server, ann)).toMatchObject({ type: 'ok' })
  })
})
