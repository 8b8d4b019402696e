import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Receipt } from '../../../../generated/entities.ts'
import { compare, sub } from '../../../../engine/language/values/decimal.ts'
import {
  borrower,
  deposit,
  breakDeposit,
  repay,
  takeLoan,
  DAY,
} from '../../../../../tests/support/server/flows/finance.ts'
import { opened, trader as leverTrader } from '../../../../../tests/support/server/flows/lever.ts'
import { buySeconds, secondsTrader } from '../../../../../tests/support/server/flows/seconds.ts'
import { away, btc, cancel, trade } from '../../../../../tests/support/server/flows/spot.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { trader } from '../../../../../tests/support/server/flows/trading.ts'
import { withdraw, withdrawer } from '../../../../../tests/support/server/flows/withdrawals.ts'
import { inTransaction } from '../../../kit/storage/transaction.ts'
import { unreceipted } from './verify.ts'
import type { ReceiptOf } from './read.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const receiptsOf = async ({ token }: Person, kind: ReceiptOf, id: string): Promise<Receipt[]> =>
  (await server.call('receipt/list', { kind, id }, { token })).data.rows

const bookedOf = ({ figures }: Receipt): Record<string, string> =>
  Object.fromEntries(figures.map(({ figure, booked }) => [figure, booked]))

describe('a receipt', () => {
  it('says what was traded, also where it is found by its posting, and nothing of a record that is not traded', async () => {
    const [ann, eve] = [await trader(server), await trader(server)]
    const { data: order } = await trade(server, ann)
    const list = async (kind: ReceiptOf, id: string, { token } = ann) =>
      (await server.call('receipt/list', { kind, id }, { token })).data
    const { rows, record } = await list('spotOrder', order.id)
    expect(record).toMatchObject({
      kind: 'spot',
      id: order.id,
      side: 'buy',
      base: 'BTC',
      type: 'market',
      seconds: null,
    })
    expect((await list('posting', rows[0]?.postings[0]?.id.split('-')[0] ?? '')).record).toEqual(record)
    expect(await list('spotOrder', order.id, eve)).toMatchObject({ rows: [], record: null })
    const borrowing = await borrower(server)
    const loan = await takeLoan(server, borrowing)
    expect((await list('loan', loan, borrowing)).record).toBeNull()
  })

  it('of a fixed-time contract says its stake and its term, whose end is the expiry', async () => {
    const ann = await secondsTrader(server)
    // A term begins with the next whole second.
    await server.clock.advance(0.4)
    const { data: contract } = await buySeconds(server, ann)
    await server.clock.advance(120)
    const { data } = await server.call('receipt/list', { kind: 'secondsOrder', id: contract.id }, { token: ann.token })
    expect(data.record).toMatchObject({
      kind: 'seconds',
      state: 'done',
      amount: contract.stake,
      seconds: contract.seconds,
      time: contract.expires,
    })
  })

  it('of a spot order has the tick, the roundings and the figures of the order', async () => {
    const ann = await trader(server)
    const { data: order } = await trade(server, ann)
    const [receipt] = await receiptsOf(ann, 'spotOrder', order.id)
    expect(receipt?.trade).toMatchObject({ quoted: order.price, executed: order.dealPrice, ask: btc(server).ask })
    expect(bookedOf(receipt as Receipt)).toEqual({
      value: order.amount,
      pay: order.amount,
      receive: order.receive,
      fee: order.fee,
    })
    for (const { exact, rounded, rule } of receipt?.roundings ?? [])
      expect(compare(rounded, exact)).not.toBe(rule === 'up' ? -1 : 1)
  })

  it('compares what was booked with what the user confirmed', async () => {
    const ann = await trader(server)
    const request = { symbol: 'BTCUSDT', side: 'buy', kind: 'market', quantity: '0.001' }
    const { data: quote } = await server.call('coin/quote', request, { token: ann.token })
    const { pay, payCurrency, receive, receiveCurrency, fee } = quote
    await server.clock.advance(5)
    const promise = { pay, payCurrency, receive, receiveCurrency, fee }
    const { data: order } = await trade(server, ann, { price: quote.price, promise })
    const [receipt] = await receiptsOf(ann, 'spotOrder', order.id)
    expect(receipt?.figures.map(({ figure, promised, difference }) => [figure, promised, difference])).toEqual([
      ['value', null, null],
      ['pay', pay, sub(order.amount ?? '0', pay)],
      ['receive', receive, '0'],
      ['fee', fee, '0'],
    ])
    expect(receipt?.trade?.difference).toBe(sub(order.dealPrice ?? '0', quote.price))
    expect(order.dealPrice).not.toBe(quote.price)
  })

  it('without a promise says that none was sent', async () => {
    const ann = await trader(server)
    const { data: order } = await trade(server, ann)
    const [receipt] = await receiptsOf(ann, 'spotOrder', order.id)
    expect(receipt?.figures.every(({ promised, difference }) => promised === null && difference === null)).toBe(true)
  })

  it('of a withdrawal compares the payout with the request', async () => {
    const ann = await withdrawer(server)
    const { data: request } = await withdraw(server, ann)
    await server.clock.advance(300)
    const [paid] = await receiptsOf(ann, 'withdrawal', request.id)
    expect(paid?.action).toBe('paid')
    expect(
      paid?.figures.map(({ figure, promised, booked, difference }) => [figure, promised, booked, difference]),
    ).toEqual([
      ['net', request.net, request.net, '0'],
      ['fee', request.fee, request.fee, '0'],
    ])
  })

  it('is found by a posting of the statement', async () => {
    const ann = await trader(server)
    const { data: order } = await trade(server, ann)
    const { rows } = (await server.call('wallet/statement', { currency: 'BTC' }, { token: ann.token })).data
    const [byPosting] = await receiptsOf(ann, 'posting', rows[0]?.reference ?? '')
    expect(byPosting?.record).toBe(order.id)
  })

  it('is shown to its owner only', async () => {
    const [ann, bob] = [await trader(server), await server.person()]
    const { data: order } = await trade(server, ann)
    expect(await receiptsOf(bob, 'spotOrder', order.id)).toEqual([])
  })

  it('of a limit order is one for the hold and one for each end', async () => {
    const ann = await trader(server)
    const { data: order } = await trade(server, ann, { kind: 'limit', price: away(btc(server).ask, -5) })
    await cancel(server, ann, order.id)
    const receipts = await receiptsOf(ann, 'spotOrder', order.id)
    expect(receipts.map(({ action, rule, figures }) => [action, rule, figures[0]?.figure])).toEqual([
      ['cancelled', 'owner', 'released'],
      ['placed', 'limit', 'held'],
    ])
  })

  it('of a closed position has the profit, the fee and the net result', async () => {
    const ann = await leverTrader(server)
    const position = await opened(server, ann)
    const { data: deal } = await server.call(
      'lever/close',
      { mode: 'real', id: position.id, lots: position.lots },
      { token: ann.token, headers: { 'idempotency-key': 'receipt-close' } },
    )
    const [opening] = await receiptsOf(ann, 'leverOrder', position.id)
    const [closing] = await receiptsOf(ann, 'leverDeal', deal.id)
    expect(bookedOf(opening as Receipt)).toEqual({ margin: position.margin, fee: position.fee })
    expect(closing?.trade?.executed).toBe(deal.closePrice)
    expect(bookedOf(closing as Receipt).profit).toBe(deal.profit)
  })

  it('of a fixed-time contract has the entry, then the expiry', async () => {
    const ann = await secondsTrader(server)
    const { data: order } = await buySeconds(server, ann)
    await server.clock.advance(61)
    const { data: ended } = await server.call('microtrade/order', { id: order.id }, { token: ann.token })
    const [settled, placed] = await receiptsOf(ann, 'secondsOrder', order.id)
    expect([placed?.action, placed?.trade?.executed]).toEqual(['placed', order.entryPrice])
    expect([settled?.rule, settled?.trade?.executed]).toEqual(['expiry', ended.exitPrice])
    expect(bookedOf(settled as Receipt).net).toBe(ended.result)
  })

  it('of a fixed deposit shows the interest of each day and the cost of ending it', async () => {
    const ann = await server.person()
    const { data: order } = await deposit(server, ann)
    await server.clock.advance(2 * DAY)
    await breakDeposit(server, ann, order.id)
    const receipts = await receiptsOf(ann, 'fixedOrder', order.id)
    expect(receipts.map(({ action }) => action)).toEqual(['redeemed', 'interest', 'interest', 'placed'])
    expect(bookedOf(receipts[0] as Receipt)).toEqual({ cost: '0.5', back: '99.5' })
    expect(bookedOf(receipts[1] as Receipt)).toEqual({ daily: '0.01' })
  })

  it('has the end of a term beside the one that the user confirmed', async () => {
    const ann = await server.person()
    const wish = { mode: 'real', product: 'usdt-7', currency: 'USDT', amount: '100' }
    const { data: quote } = await server.call('lh/deposit/quote', wish, { token: ann.token })
    await server.clock.advance(7)
    const { data: order } = await deposit(server, ann, { ends: quote.ends })
    const [placed] = await receiptsOf(ann, 'fixedOrder', order.id)
    expect(placed?.due).toEqual({ promised: quote.ends, booked: order.ends, later: order.ends - quote.ends })
    expect(order.ends - quote.ends).toBeGreaterThanOrEqual(7)
  })

  it('of a payout has the end of the term that runs from it', async () => {
    const ann = await borrower(server)
    const wish = { mode: 'real', currency: 'USDT', amount: '100', days: 7 }
    const { data: quote } = await server.call('lh/loan/quote', wish, { token: ann.token })
    const id = await takeLoan(server, ann, { due: quote.due })
    const { data } = await server.call('lh/loan/order', { id }, { token: ann.token })
    const paid = (await receiptsOf(ann, 'loan', id)).find(({ action }) => action === 'paid')
    expect(paid?.due).toMatchObject({ promised: quote.due, booked: data.rows[0]?.ends })
  })

  it.each([DAY + 60, -DAY - 60])('is refused with an end of the term that is %i seconds away', async (away) => {
    const ann = await server.person()
    const wish = { mode: 'real', product: 'usdt-7', currency: 'USDT', amount: '100' }
    const { data: quote } = await server.call('lh/deposit/quote', wish, { token: ann.token })
    expect(await deposit(server, ann, { ends: quote.ends + away })).toMatchObject({ code: 'quoteExpired' })
  })

  it('of a loan shows payout, each charge and each repayment', async () => {
    const ann = await borrower(server)
    const id = await takeLoan(server, ann)
    const { data: loan } = await repay(server, ann, id)
    const receipts = await receiptsOf(ann, 'loan', id)
    expect(receipts.map(({ action, rule }) => [action, rule])).toEqual([
      ['repaid', 'owner'],
      ['charged', 'schedule'],
      ['paid', 'review'],
      ['placed', 'quote'],
    ])
    expect(bookedOf(receipts[2] as Receipt)).toEqual({ amount: '100', fee: '1', net: '99' })
    expect(bookedOf(receipts[0] as Receipt).pay).toBe(loan.repaid)
  })

  it('belongs to every posting and hold of a call or a job', async () => {
    expect(await unreceipted(server.context.db)).toEqual([])
  })

  it('is demanded of a posting within a transaction', async () => {
    const { db, ledger } = server.context
    const entries = [{ from: 'deposits', to: { owner: 'x', kind: 'coin' }, currency: 'USDT', amount: 1n }] as const
    const posted = inTransaction(db, [], (trx) =>
      ledger.withTransaction(trx).post({ mode: 'real', reason: 'deposit', entries }),
    )
    await expect(posted).rejects.toThrow('has no receipt')
  })

  it('is never changed', async () => {
    await expect(server.context.db.updateTable('receipts').set({ rule: 'owner' }).execute()).rejects.toThrow(
      'append-only',
    )
  })
})
