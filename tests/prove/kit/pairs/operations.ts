import type { CallId } from '../../../../src/generated/calls.ts'
import { contract } from '../../../../src/generated/contract.ts'
import settleInterest from '../../../../src/server/modules/wealth/interest/job.ts'
import payLoans from '../../../../src/server/modules/wealth/loans/job.ts'
import fillOrders from '../../../../src/server/modules/trading/spot/job.ts'
import { inTransaction, userLock } from '../../../../src/server/kit/storage/transaction.ts'
import { newId } from '../../../../src/server/kit/ledger/id.ts'
import { minor } from '../../../../src/server/kit/ledger/index.ts'
import { priced } from '../../../support/server/flows/interest.ts'
import { bidAsk } from '../../../support/server/flows/lever.ts'
import { secondsOrder } from '../../../support/server/flows/seconds.ts'
import {
  appCode,
  as,
  PASSWORD,
  PAY_PASSWORD,
  payProof,
  setPayPassword,
  stepUp,
} from '../../../support/server/flows/security.ts'
import { away, btc } from '../../../support/server/flows/spot.ts'
import { png, type Person, type TestServer } from '../../../support/server/testServer.ts'
import { bindPayee, certify } from '../../../support/server/flows/withdrawals.ts'
import { TERMS_VERSION } from '../../../../src/server/modules/identity/terms.ts'

export type Mode = 'real' | 'demo'

/** A user who may do everything, with two sessions and the real account. */
export interface Customer extends Person {
  id: string
  /** Token of the second session. */
  other: string
  payee: string
  email: string
}

/** Sends a prepared request to one of the processes of the database. Returns the code of the reply. */
export type Send = (server: TestServer) => Promise<string>

/** Prepares what a call needs, and returns its request; it can be sent twice. */
type Operation = (server: TestServer, who: Customer, mode: Mode) => Promise<Send>

let numbers = 0
const next = () => ++numbers

const ACTIVATED = [
  ['BTCUSDT', 'spot'],
  ['BTCUSDT', 'leveraged'],
  ['XAUUSD', 'leveraged'],
  ['BTCUSDT', 'seconds'],
  ['EURUSD', 'seconds'],
] as const

/** Registers a customer with money in each account of both modes. */
export async function customer(server: TestServer): Promise<Customer> {
  const { db, ledger, clock } = server.context
  await db.deleteFrom('attempts').execute()
  const person = await server.person()
  await certify(server, person)
  const email = `${person.account}@example.com`
  const { id } = await db
    .updateTable('users')
    .set({ email })
    .where('account', '=', person.account)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('trade_activations')
    .values(ACTIVATED.map(([symbol, product]) => ({ user_id: id, symbol, product, lang: 'en', created: clock.now() })))
    .execute()
  for (const mode of ['real', 'demo'] as const)
    for (const kind of ['coin', 'contract'] as const)
      await ledger.post({
        mode,
        reason: 'test',
        entries: [{ from: 'opening', to: { owner: id, kind }, currency: 'USDT', amount: minor('9000', 'USDT') }],
      })
  await setPayPassword(server, person)
  const other = (await server.login(person.account, PASSWORD)).data.token
  return { ...person, id, other, email, payee: await bindPayee(server, person) }
}

/** Sends a call with a fresh idempotency key each time. */
const sending =
  (call: CallId, who: { token: string }, payload: () => Record<string, unknown>): Send =>
  async (server) => {
    const headers = { 'idempotency-key': `pair-key-${next()}` }
    return String((await server.call(call, payload(), { token: who.token, headers })).code)
  }

/** Sends a call that requires the payment password, with another proof each time. */
async function proving(
  server: TestServer,
  call: CallId,
  who: Customer,
  payload: Record<string, unknown>,
): Promise<Send> {
  const proofs = [await payProof(server, who, call), await payProof(server, who, call)]
  return await stepping(server, call, who, () => ({ ...payload, payProof: proofs.shift() ?? '' }), who.payee)
}

/** Sends a call that may require a step-up for a value, with another proof each time. */
async function stepping(
  server: TestServer,
  call: CallId,
  who: Customer,
  payload: () => Record<string, unknown>,
  value = '',
): Promise<Send> {
  if (!contract[call].stepUp) return sending(call, who, payload)
  const proofs = [await stepUp(server, who, call, value), await stepUp(server, who, call, value)]
  return sending(call, who, () => ({ ...payload(), stepUpProof: proofs.shift() ?? '' }))
}

/** Sends a binding of an address: the second of two is refused for its code or for the address, which both have changed. */
async function binding(
  server: TestServer,
  call: 'safe/email' | 'safe/phone',
  who: Customer,
  payload: Record<string, unknown>,
): Promise<Send> {
  const send = await stepping(server, call, who, () => payload)
  return async (testServer) => (await send(testServer)).replace('statusAbnormal', 'wrongCode')
}

/** Executes a call that another one needs, and returns its data. */
async function done<C extends CallId>(
  server: TestServer,
  call: C,
  who: Customer,
  payload: Record<string, unknown>,
): Promise<Awaited<ReturnType<typeof server.call<C>>>['data']> {
  const reply = await server.call(call, payload, {
    ...as(who),
    headers: { 'idempotency-key': `pair-key-${next()}` },
  })
  if (reply.type !== 'ok') throw new Refused(`${call}: ${String(reply.code)}`)
  return reply.data
}

/** The precondition of an operation cannot be met beside that of the other one. */
export class Refused extends Error {}

const order = (server: TestServer, mode: Mode, symbol: string, more: object = {}) => ({
  mode,
  symbol,
  side: 'long',
  kind: 'market',
  lots: '0.01',
  leverage: 10,
  price: bidAsk(server, symbol).ask,
  ...more,
})
const limit = (server: TestServer) => ({ kind: 'limit', price: away(bidAsk(server, 'BTCUSDT').bid, -10) })
const spot = (server: TestServer, mode: Mode, more: object = {}) => ({
  mode,
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'market',
  price: btc(server).ask,
  quantity: '0.001',
  ...more,
})
/** The open spot order of the customer, a sale, which the other call of a pair changes or ends too. */
async function openOrder(server: TestServer, who: Customer, mode: Mode) {
  const { rows } = await done(server, 'coin/list', who, { mode, state: 'open' })
  if (rows[0]) return rows[0]
  await done(server, 'coin/trade', who, spot(server, mode, { quantity: '0.02' }))
  const sale = { side: 'sell', kind: 'limit', price: away(btc(server).bid, 10), quantity: '0.01' }
  return await done(server, 'coin/trade', who, spot(server, mode, sale))
}
const closing =
  (symbol: string, open: 'lever/submit' | 'lever/whsubmit', close: 'lever/close' | 'lever/whclose'): Operation =>
  async (server, who, mode) => {
    const { position } = await done(server, open, who, order(server, mode, symbol))
    return sending(close, who, () => ({ mode, id: position, lots: '0.01' }))
  }
const fixed = (mode: Mode) => ({ mode, product: 'usdt-7', currency: 'USDT', amount: '100', interest: '0.07' })
const loan = { currency: 'USDT', amount: '100', days: 7, fee: '1', net: '99', interest: '0.35' }
const withdrawal = (mode: Mode, who: Customer) => ({
  mode,
  payee: who.payee,
  currency: 'USDT',
  amount: '100',
  fee: '1',
  net: '99',
})
const paid = async (server: TestServer, call: CallId, who: Customer, payload: Record<string, unknown>) => ({
  ...payload,
  payProof: await payProof(server, who, call),
  ...(contract[call].stepUp && { stepUpProof: await stepUp(server, who, call, who.payee) }),
})

/** Ends the reviews of a table now, without an advance of the clock, which would change prices. */
async function review(
  server: TestServer,
  table: 'loans' | 'interest_orders',
  job: typeof payLoans,
  who: Customer,
): Promise<void> {
  const { db, clock } = server.context
  await db
    .updateTable(table)
    .set({ due: BigInt(clock.now()) })
    .where('user_id', '=', who.id)
    .where('due', 'is not', null)
    .execute()
  await job(server.context)
}

/** Each money call. */
export const MONEY: Readonly<Record<string, Operation>> = {
  'coin/trade': async (server, who, mode) => sending('coin/trade', who, () => spot(server, mode)),
  async 'coin/cancel'(server, who, mode) {
    const { id } = await openOrder(server, who, mode)
    const send = sending('coin/cancel', who, () => ({ mode, id }))
    // A tick has executed the order, and its fill is due or posted.
    return async (testServer) => (await send(testServer)).replace('cancelFailed', 'orderCannotBeCancelled')
  },
  async 'coin/amend'(server, who, mode) {
    const { id, symbol, side } = await openOrder(server, who, mode)
    return sending('coin/amend', who, () => ({ mode, id, symbol, side, quantity: '0.015' }))
  },
  async 'coin/cancel_all'(server, who, mode) {
    const { id } = await openOrder(server, who, mode)
    return sending('coin/cancel_all', who, () => ({ mode, ids: [id] }))
  },
  'lever/submit': async (server, who, mode) => sending('lever/submit', who, () => order(server, mode, 'BTCUSDT')),
  'lever/whsubmit': async (server, who, mode) => sending('lever/whsubmit', who, () => order(server, mode, 'XAUUSD')),
  async 'lever/cancel'(server, who, mode) {
    const { id } = await done(server, 'lever/submit', who, order(server, mode, 'BTCUSDT', limit(server)))
    return sending('lever/cancel', who, () => ({ mode, id }))
  },
  async 'lever/amend'(server, who, mode) {
    const { id, symbol, side, price } = await done(
      server,
      'lever/submit',
      who,
      order(server, mode, 'BTCUSDT', limit(server)),
    )
    return sending('lever/amend', who, () => ({ mode, id, symbol, side, price, lots: '0.02' }))
  },
  'lever/close': closing('BTCUSDT', 'lever/submit', 'lever/close'),
  'lever/whclose': closing('XAUUSD', 'lever/whsubmit', 'lever/whclose'),
  async 'lever/dealall'(server, who, mode) {
    await done(server, 'lever/submit', who, order(server, mode, 'BTCUSDT'))
    return sending('lever/dealall', who, () => ({ mode }))
  },
  'lh/deposit': (server, who, mode) => proving(server, 'lh/deposit', who, fixed(mode)),
  async 'lh/deposit/cancel'(server, who, mode) {
    const { id } = await done(server, 'lh/deposit', who, await paid(server, 'lh/deposit', who, fixed(mode)))
    return sending('lh/deposit/cancel', who, () => ({ mode, id, currency: 'USDT', cost: '0.5', back: '99.5' }))
  },
  'lh/loan/submit': (server, who, mode) => proving(server, 'lh/loan/submit', who, { mode, ...loan }),
  async 'lh/loan/repayment'(server, who, mode) {
    const asked = await paid(server, 'lh/loan/submit', who, { mode, ...loan })
    const { id } = await done(server, 'lh/loan/submit', who, asked)
    await review(server, 'loans', payLoans, who)
    const { amount, interest, principal } = (
      await server.call('lh/loan/repay_quote', { id, currency: 'USDT' }, as(who))
    ).data
    return await proving(server, 'lh/loan/repayment', who, { mode, id, currency: 'USDT', amount, interest, principal })
  },
  'microtrade/submit': async (server, who, mode) =>
    sending('microtrade/submit', who, () => secondsOrder(server, 'BTCUSDT', { mode })),
  'microtrade/whsubmit': async (server, who, mode) =>
    sending('microtrade/whsubmit', who, () => secondsOrder(server, 'EURUSD', { mode })),
  'project/order': (server, who, mode) => proving(server, 'project/order', who, { mode, ...priced('monthly', '200') }),
  async 'project/redeem'(server, who, mode) {
    const asked = await paid(server, 'project/order', who, { mode, ...priced('monthly', '200') })
    const { id } = await done(server, 'project/order', who, asked)
    await review(server, 'interest_orders', settleInterest, who)
    const { currency, cost, forfeited, back } = (await server.call('project/redeem_quote', { id }, as(who))).data
    return sending('project/redeem', who, () => ({ mode, id, currency, cost, forfeited, back }))
  },
  'user/demo_refill': async (server, who) => {
    await server.context.ledger.post({
      mode: 'demo',
      reason: 'test',
      entries: [
        {
          from: { owner: who.id, kind: 'coin' },
          to: 'opening',
          currency: 'USDT',
          amount: minor('10000', 'USDT'),
        },
      ],
    })
    return sending('user/demo_refill', who, () => ({ mode: 'demo' }))
  },
  async 'wallet/cancel'(server, who, mode) {
    const { id } = await done(server, 'wallet/out', who, await paid(server, 'wallet/out', who, withdrawal(mode, who)))
    return sending('wallet/cancel', who, () => ({ mode, id, currency: 'USDT', amount: '100' }))
  },
  async 'wallet/charge_req'(server, who, mode) {
    const { data } = await server.upload(who.token, png(next()))
    const way = { channel: 'wallet', currency: 'USDT', network: 'TRC20', amount: '100', screenshot: data.id }
    return sending('wallet/charge_req', who, () => ({ mode, ...way }))
  },
  async 'wallet/flashAgainst'(server, who, mode) {
    const { id, from, to, pay, receive, fee } = await done(server, 'wallet/flash_quote', who, {
      mode,
      from: 'USDT',
      to: 'BTC',
      pay: '100',
    })
    return sending('wallet/flashAgainst', who, () => ({ mode, quote: id, from, to, pay, receive, fee }))
  },
  'wallet/out': (server, who, mode) => proving(server, 'wallet/out', who, withdrawal(mode, who)),
  'wallet/transfer': async (_server, who, mode) =>
    sending('wallet/transfer', who, () => ({ mode, from: 'contract', to: 'coin', currency: 'USDT', amount: '5000' })),
}

const CODE = '123456'

/** Sends a code to the customer's address, as `sms_mail` does. */
async function coded(server: TestServer, who: Customer, purpose: string): Promise<string> {
  await server.call('sms_mail', { email: who.email, purpose })
  return await server.code(who.email)
}

const marked =
  (change: { frozen: number } | { locked: number }): Operation =>
  async (_, who) =>
  async (server) => {
    await server.context.db.updateTable('users').set(change).where('id', '=', who.id).execute()
    return 'done'
  }

/** Calls that change what money calls depend on: the mode, the session, a secret, a payee, a permission. */
export const OTHERS: Readonly<Record<string, Operation>> = {
  'the operator freezes': marked({ frozen: 1 }),
  'the operator locks': marked({ locked: 1 }),
  async 'a tick reaches the limit'(server, who, mode) {
    const { id } = await openOrder(server, who, mode)
    return async ({ context }) => {
      await inTransaction(context.db, [userLock(who.id)], async (trx) => {
        await trx
          .updateTable('spot_orders')
          .set({ price: away(btc(server).bid, -10), checked_ms: BigInt(context.clock.nowMs() - 3_600_000) })
          .where('id', '=', id)
          .where('status', '=', 0n)
          .execute()
      })
      await fillOrders(context)
      return 'done'
    }
  },
  'user/switch_account': async (_, who, mode) =>
    sending('user/switch_account', who, () => ({ mode: mode === 'real' ? 'demo' : 'real' })),
  'trade/activate': async (_, who) =>
    sending('trade/activate', who, () => ({ symbol: 'ETHUSDT', product: 'leveraged' })),
  async 'lever/setstop'(server, who, mode) {
    const { position: id } = await done(server, 'lever/submit', who, order(server, mode, 'BTCUSDT'))
    const takeProfit = away(bidAsk(server, 'BTCUSDT').ask, 10)
    return sending('lever/setstop', who, () => ({ mode, id, symbol: 'BTCUSDT', takeProfit }))
  },
  'user/cash_del': async (_, who) => sending('user/cash_del', who, () => ({ id: who.payee })),
  'user/cash_save': async (server, who) =>
    stepping(server, 'user/cash_save', who, () => ({
      kind: 'address',
      currency: 'TRX',
      network: 'TRC20',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    })),
  async 'user/real_name'(server, who) {
    const [front, back] = [await server.upload(who.token, png(next())), await server.upload(who.token, png(next()))]
    return sending('user/real_name', who, () => ({ level: 'advanced', front: front.data.id, back: back.data.id }))
  },
  upload: async (_, who) => {
    const picture = png(next())
    return async (server) => String((await server.upload(who.token, picture)).code)
  },
  'wallet/flash_quote': async (_, who, mode) =>
    sending('wallet/flash_quote', who, () => ({ mode, from: 'USDT', to: 'BTC', pay: '100' })),
  'safe/pay_verify': async (_, who) =>
    sending('safe/pay_verify', who, () => ({ call: 'wallet/out', password: PAY_PASSWORD })),
  'safe/pay_password': async (server, who) => {
    const change = { way: 'change', oldPassword: PAY_PASSWORD, password: '135791' }
    return await stepping(server, 'safe/pay_password', who, () => change, 'change')
  },
  'safe/pay_password without the former one': async (server, who) =>
    stepping(server, 'safe/pay_password', who, () => ({ way: 'reset', password: '975311' }), 'reset'),
  async 'safe/email'(server, who) {
    const email = `moved-${who.email}`
    await server.call('sms_mail', { email, purpose: 'bindEmail' })
    return await binding(server, 'safe/email', who, { way: 'change', email, code: await server.code(email) })
  },
  async 'safe/phone'(server, who) {
    const phone = `+49 1517${String(next()).padStart(7, '0').slice(-7)}`
    await server.call('sms_send_d', { phone, purpose: 'bindPhone' })
    return await binding(server, 'safe/phone', who, { way: 'bind', phone, code: await server.code(phone) })
  },
  async 'safe/google'(server, who) {
    const { key } = await done(server, 'safe/google', who, { way: 'get' })
    const code = appCode(server, key?.secret.replaceAll(' ', '') ?? CODE)
    const send = sending('safe/google', who, () => ({ way: 'set', password: PASSWORD, code }))
    // The code is used up before the transaction: the second of two may be refused for it.
    return async (testServer) => (await send(testServer)).replace('wrongCode', 'statusAbnormal')
  },
  'safe/google shows the key': async (_, who) => sending('safe/google', who, () => ({ way: 'get' })),
  'safe/update_password': async (_, who) =>
    sending('safe/update_password', { token: who.other }, () => ({ oldPassword: PASSWORD, password: 'another1' })),
  async 'user/forget'(server, who) {
    const code = await coded(server, who, 'forget')
    return sending('user/forget', { token: '' }, () => ({
      type: 'email',
      account: who.email,
      code,
      password: 'another2',
    }))
  },
  async 'user/login'(server, who) {
    const slides = [await server.call('captcha/slide', {}), await server.call('captcha/slide', {})]
    return sending('user/login', { token: '' }, () => ({
      type: 'account',
      account: who.account,
      password: PASSWORD,
      slide: slides.shift()?.data.challenge ?? '',
    }))
  },
  // The second of two finds the session ended before it or ends none.
  'user/logout': async (_, who) => async (server) =>
    (await sending('user/logout', who, () => ({}))(server)).replace('sessionExpired', 'loggedOut'),
  'user/sessions_end': async (_, who) => sending('user/sessions_end', { token: who.other }, () => ({})),
}

/** A fresh name for two people who want the same one, in two spellings. */
export const registration = (name: string): Send =>
  sending('user/register', { token: '' }, () => ({
    type: 'account',
    account: name,
    password: PASSWORD,
    country: 'DE',
    terms: TERMS_VERSION,
  }))

export const freshName = (): string =>
  `P${newId(Date.now())
    .replaceAll(/[^a-z0-9]/gi, '')
    .slice(-12)}`
