import type { CallId } from '../../../../src/generated/calls.ts'
import type { ErrorCode, SuccessCode } from '../../../../src/generated/errors.ts'
import { advanced, verified } from '../../../support/server/cases/identity.ts'
import { borrow, borrower, deposit } from '../../../support/server/flows/finance.ts'
import { PASSWORD, setPayPassword } from '../../../support/server/flows/security.ts'
import { withdraw, withdrawer } from '../../../support/server/flows/withdrawals.ts'
import { png, type TestServer } from '../../../support/server/testServer.ts'
import type { CaseRequest } from '../requests.ts'

/** A field that refers to an object. `public`: visible to all users; otherwise other users get the reply `unknown`, as for a missing object. */
export type Named = 'public' | { unknown: ErrorCode | SuccessCode | 1; asks?: readonly CaseRequest[] }

/** Expected access to a call, independent of the contract, so that a change of the contract must be repeated here. */
export interface AccessRow {
  who: 'anyone' | 'user'
  effect: 'read' | 'write' | 'session' | 'money'
  /** A frozen account is refused. */
  frozen?: true
  /** Refused while the mode in use is not the payload’s. */
  sameMode?: true
  /** Reply to the demo account, unless the call succeeds. */
  demo?: ErrorCode
  /** Refusal when the user lacks what the call requires. */
  needs?: Partial<Record<'verified' | 'mayTrade' | 'riskTest' | 'payPassword' | 'withdrawalAddress', ErrorCode>>
  names?: Readonly<Record<string, Named>>
}

const anyone: AccessRow = { who: 'anyone', effect: 'read' }
const reads: AccessRow = { who: 'user', effect: 'read' }
const writes: AccessRow = { who: 'user', effect: 'write' }
const confirmed: AccessRow = { ...writes, frozen: true, names: { stepUpProof: { unknown: 'stepUpRequired' } } }
const money: AccessRow = { who: 'user', effect: 'money', frozen: true, sameMode: true }

let pictured = 7_000_000

async function firstMessage(server: TestServer, call: 'user/message_detail' | 'user/message_read') {
  const { token } = await server.person()
  const { data } = await server.call('user/usermessage', {}, { token })
  return await server.call(call, { id: data.rows[0]?.id }, { token })
}

async function endOtherSession(server: TestServer) {
  const { account, token } = await server.person()
  await server.login(account, PASSWORD)
  const { rows } = (await server.call('user/sessions', {}, { token })).data
  return await server.call('user/sessions_end', { id: rows[1]?.id }, { token })
}

async function firstRecord(server: TestServer, kind: 'deposit' | 'withdrawal') {
  const who = await withdrawer(server)
  if (kind === 'withdrawal')
    return await server.call('wallet/detail', { kind, id: (await withdraw(server, who)).data.id }, { token: who.token })
  const { data } = await server.upload(who.token, png(++pictured))
  const payload = {
    mode: 'real',
    channel: 'wallet',
    currency: 'USDT',
    network: 'TRC20',
    amount: '100',
    screenshot: data.id,
  }
  const deposit = await server.call('wallet/charge_req', payload, {
    token: who.token,
    headers: { 'idempotency-key': `record-${pictured}` },
  })
  return await server.call('wallet/detail', { kind, id: deposit.data.id }, { token: who.token })
}

async function firstDeposit(server: TestServer) {
  const who = await server.person()
  const { data } = await deposit(server, who)
  return await server.call('lh/deposit/order', { id: data.id }, { token: who.token })
}

async function firstSettlements(server: TestServer) {
  const who = await server.person()
  const { data } = await deposit(server, who)
  return await server.call('lh/deposit/records', { order: data.id }, { token: who.token })
}

async function resetPayPassword(server: TestServer) {
  const person = await server.person()
  await setPayPassword(server, person)
  return await setPayPassword(server, person, { way: 'reset', password: '135791' })
}

async function firstLoan(server: TestServer) {
  const who = await borrower(server)
  const { data } = await borrow(server, who)
  return await server.call('lh/loan/order', { id: data.id }, { token: who.token })
}

const pictures: Named = { unknown: 'dataNotFound', asks: [async (server) => advanced(server, await verified(server))] }

export const ROWS: Readonly<Record<string, AccessRow>> = {
  'alert/add': writes,
  'alert/change': { ...writes, names: { id: { unknown: 'dataNotFound' } } },
  'alert/list': reads,
  'alert/remove': { ...writes, names: { id: { unknown: 'dataNotFound' } } },
  'captcha/slide': anyone,
  'cashlist/log': reads,
  'chargelist/log': reads,
  'coin/amend': {
    ...money,
    needs: { mayTrade: 'realNameRequired' },
    demo: 'tradeRecordNotFound',
    names: { id: { unknown: 'tradeRecordNotFound' } },
  },
  'coin/cancel_all': { ...money, demo: 'tradeRecordNotFound' },
  'coin/cancel': { ...money, demo: 'tradeRecordNotFound', names: { id: { unknown: 'tradeRecordNotFound' } } },
  'coin/detail': { ...reads, names: { id: { unknown: 'tradeRecordNotFound' } } },
  'coin/info': reads,
  'coin/list': reads,
  'coin/quote': reads,
  'coin/trade': { ...money, needs: { mayTrade: 'realNameRequired' } },
  'currency/depth': anyone,
  'currency/new_timeshar': anyone,
  'currency/quotation_new': anyone,
  'currency/whkdata': anyone,
  'currency/hours': anyone,
  'currency/trades': anyone,
  'currency/whlist': anyone,
  getareacode: anyone,
  'lh/deposit': {
    ...money,
    needs: { payPassword: 'wrongPayPassword' },
    names: { product: 'public', payProof: { unknown: 'wrongPayPassword' } },
  },
  'lh/deposit/cancel': { ...money, names: { id: { unknown: 'dataNotFound' } }, demo: 'dataNotFound' },
  'lh/deposit/cancel_quote': { ...reads, names: { id: { unknown: 'dataNotFound' } } },
  'lh/deposit/config': reads,
  'lh/deposit/order': { ...reads, names: { id: { unknown: 'dataNotFound', asks: [firstDeposit] } } },
  'lh/deposit/ordersum': reads,
  'lh/deposit/quote': { ...reads, names: { product: 'public' } },
  'lh/deposit/records': { ...reads, names: { order: { unknown: 'dataNotFound', asks: [firstSettlements] } } },
  'lh/loan/config': reads,
  'lh/loan/order': { ...reads, names: { id: { unknown: 'dataNotFound', asks: [firstLoan] } } },
  'lh/loan/quote': reads,
  'lh/loan/repay_quote': { ...reads, names: { id: { unknown: 'dataNotFound' } } },
  'lh/loan/repayments': { ...reads, names: { id: { unknown: 'dataNotFound' } } },
  'lh/loan/repayment': {
    ...money,
    demo: 'demoForbids',
    needs: { payPassword: 'wrongPayPassword' },
    names: { id: { unknown: 'dataNotFound' }, payProof: { unknown: 'wrongPayPassword' } },
  },
  'lh/loan/statistics': reads,
  'lh/loan/submit': {
    ...money,
    demo: 'demoForbids',
    needs: { verified: 'realNameRequired', payPassword: 'wrongPayPassword', riskTest: 'riskTestRequired' },
    names: { payProof: { unknown: 'wrongPayPassword' } },
  },
  'lever/amend': {
    ...money,
    needs: { mayTrade: 'realNameRequired' },
    demo: 'dataNotFound',
    names: { id: { unknown: 'dataNotFound' } },
  },
  'lever/cancel': { ...money, demo: 'unauthorizedOperation', names: { id: { unknown: 'dataNotFound' } } },
  'lever/close': { ...money, demo: 'dataNotFound', names: { id: { unknown: 'dataNotFound' } } },
  'lever/close_order': { ...money, demo: 'dataNotFound', names: { id: { unknown: 'dataNotFound' } } },
  'lever/close_order_cancel': {
    ...writes,
    frozen: true,
    sameMode: true,
    demo: 'dataNotFound',
    names: { id: { unknown: 'dataNotFound' } },
  },
  'lever/close_orders': reads,
  'lever/deal': reads,
  'lever/dealall': { ...money, demo: 'noTradeRecords' },
  'lever/margin': { ...money, demo: 'dataNotFound', names: { id: { unknown: 'dataNotFound' } } },
  'lever/my_trade': reads,
  'lever/my_wh_trade': reads,
  'lever/order': { ...reads, names: { id: { unknown: 'dataNotFound' } } },
  'lever/orders': reads,
  'lever/quote': reads,
  'lever/reverse': {
    ...money,
    demo: 'dataNotFound',
    needs: { mayTrade: 'realNameRequired', riskTest: 'riskTestRequired' },
    names: { id: { unknown: 'dataNotFound' } },
  },
  'lever/reverse_quote': { ...reads, names: { id: { unknown: 'dataNotFound' } } },
  'lever/setstop': {
    ...writes,
    frozen: true,
    sameMode: true,
    demo: 'dataNotFound',
    names: { id: { unknown: 'dataNotFound' } },
  },
  'lever/margin_quote': { ...reads, names: { id: { unknown: 'dataNotFound' } } },
  'lever/stop_quote': { ...reads, names: { id: { unknown: 'dataNotFound' } } },
  'lever/submit': {
    ...money,
    demo: 'insufficientAccountBalance',
    needs: { mayTrade: 'realNameRequired', riskTest: 'riskTestRequired' },
  },
  'lever/whclose': { ...money, demo: 'dataNotFound', names: { id: { unknown: 'dataNotFound' } } },
  'lever/whsubmit': {
    ...money,
    demo: 'insufficientAccountBalance',
    needs: { mayTrade: 'realNameRequired', riskTest: 'riskTestRequired' },
  },
  'lh/wh_bzhl_list': reads,
  'microtrade/cancel': { ...money, demo: 'dataNotFound', names: { id: { unknown: 'dataNotFound' } } },
  'microtrade/lists': reads,
  'microtrade/order': { ...reads, names: { id: { unknown: 'dataNotFound' } } },
  'microtrade/payable_currencies': reads,
  'microtrade/quote': { ...reads, needs: { mayTrade: 'realNameRequired' }, names: { term: 'public' } },
  'microtrade/seconds': anyone,
  'microtrade/sell': { ...money, demo: 'dataNotFound', names: { id: { unknown: 'dataNotFound' } } },
  'microtrade/sell_quote': { ...reads, names: { id: { unknown: 'dataNotFound' } } },
  'microtrade/submit': { ...money, needs: { mayTrade: 'realNameRequired' }, names: { term: 'public' } },
  'microtrade/whlists': reads,
  'microtrade/whsubmit': { ...money, needs: { mayTrade: 'realNameRequired' }, names: { term: 'public' } },
  'news/detail': { ...anyone, names: { id: 'public' } },
  'news/getkf': anyone,
  'set/cities': anyone,
  'news/list': anyone,
  project: reads,
  'project/detail': { ...reads, names: { id: 'public' } },
  'passkey/add': confirmed,
  'passkey/creation': writes,
  'passkey/list': reads,
  'passkey/login': { who: 'anyone', effect: 'session' },
  'passkey/remove': {
    ...confirmed,
    names: { stepUpProof: { unknown: 'stepUpRequired' } },
  },
  'passkey/request': { who: 'anyone', effect: 'write' },
  'project/order': {
    ...money,
    needs: { mayTrade: 'realNameRequired', payPassword: 'wrongPayPassword' },
    names: { project: 'public', payProof: { unknown: 'wrongPayPassword' } },
  },
  'project/order_detail': { ...reads, names: { id: { unknown: 'dataNotFound' } } },
  'project/orders': reads,
  'project/quote': { ...reads, names: { project: 'public' } },
  'project/redeem': { ...money, demo: 'dataNotFound', names: { id: { unknown: 'dataNotFound' } } },
  'project/redeem_quote': { ...reads, names: { id: { unknown: 'dataNotFound' } } },
  'project/summary': reads,
  'push/subscribe': writes,
  'push/unsubscribe': writes,
  'receipt/list': { ...reads, names: { id: { unknown: 1 } } },
  'safe/email': confirmed,
  'safe/freeze': writes,
  'safe/freeze_link': { who: 'anyone', effect: 'session' },
  'safe/google': writes,
  'safe/limit_set': writes,
  'safe/limits': reads,
  'safe/mail_phrase': reads,
  'safe/mail_phrase_set': confirmed,
  'safe/pause': writes,
  'safe/phone': confirmed,
  // The first payment password needs no proof.
  'safe/pay_password': { ...writes, names: { stepUpProof: { unknown: 'stepUpRequired', asks: [resetPayPassword] } } },
  'safe/step_up': writes,
  'safe/step_up_code': writes,
  'safe/step_up_info': reads,
  'safe/pay_verify': { ...writes, needs: { payPassword: 'payPasswordRequired' } },
  'safe/update_password': writes,
  'safe/whitelist': reads,
  'safe/whitelist_set': confirmed,
  'set/lang': writes,
  sms_mail: { who: 'anyone', effect: 'write' },
  sms_send_d: { who: 'anyone', effect: 'write' },
  status: anyone,
  'trade/access': reads,
  'trade/activate': { ...writes, frozen: true },
  upload: writes,
  'user/addressreg': { who: 'anyone', effect: 'session' },
  'user/avatar': { ...writes, names: { picture: { unknown: 'dataNotFound' } } },
  'user/cash_del': {
    ...writes,
    needs: { withdrawalAddress: 'noPermissionToDeleteAddress' },
    names: { id: { unknown: 'noPermissionToDeleteAddress' } },
  },
  'user/cash_info': reads,
  'user/cash_label': {
    ...writes,
    needs: { withdrawalAddress: 'dataNotFound' },
    names: { id: { unknown: 'dataNotFound' } },
  },
  'user/cash_save': confirmed,
  'user/close': confirmed,
  'user/close_info': reads,
  'user/datastatistics': reads,
  'user/demo_refill': money,
  'user/agreements': reads,
  'user/export': confirmed,
  'user/first_steps': reads,
  'user/first_steps_dismiss': writes,
  'user/forget': { who: 'anyone', effect: 'session' },
  'user/getrealinfo': reads,
  'user/info': reads,
  'user/invite': reads,
  'user/login': { who: 'anyone', effect: 'session' },
  'user/login_code': { who: 'anyone', effect: 'session' },
  'user/logout': { who: 'user', effect: 'session' },
  'user/message_detail': {
    ...reads,
    names: { id: { unknown: 'dataNotFound', asks: [(server) => firstMessage(server, 'user/message_detail')] } },
  },
  'user/message_read': {
    ...writes,
    names: { id: { unknown: 'dataNotFound', asks: [(server) => firstMessage(server, 'user/message_read')] } },
  },
  'user/nickname': writes,
  'user/notices': reads,
  'user/notices_set': writes,
  'user/real_name': { ...writes, names: { front: pictures, back: pictures } },
  'user/register': { who: 'anyone', effect: 'session' },
  'user/risk_test': reads,
  'user/risk_test_submit': writes,
  'user/sessions': reads,
  'user/sessions_end': { ...writes, names: { id: { unknown: 'dataNotFound', asks: [endOtherSession] } } },
  'user/switch_account': { ...writes, frozen: true },
  'user/usermessage': reads,
  'user/watchlist': writes,
  'trade/history': reads,
  'trade/history_csv': reads,
  'trade/records': reads,
  'trade/results': reads,
  'wallet/statement': reads,
  'wallet/statement_csv': reads,
  'wallet/cancel': { ...money, demo: 'unauthorizedOperation', names: { id: { unknown: 'dataNotFound' } } },
  'wallet/charge_info': reads,
  'wallet/charge_req': { ...money, demo: 'demoForbids', names: { screenshot: { unknown: 'slipNotFound' } } },
  'wallet/detail': {
    ...reads,
    names: {
      id: {
        unknown: 'dataNotFound',
        asks: [(server) => firstRecord(server, 'deposit'), (server) => firstRecord(server, 'withdrawal')],
      },
    },
  },
  'wallet/flashAgainst': {
    ...money,
    demo: 'dataNotFound',
    needs: { mayTrade: 'realNameRequired' },
    names: { quote: { unknown: 'dataNotFound' } },
  },
  'wallet/flashAgainstList': reads,
  'wallet/flash_quote': { ...writes, frozen: true, sameMode: true, needs: { mayTrade: 'realNameRequired' } },
  'wallet/get_in_address': reads,
  'wallet/get_info': reads,
  'wallet/list': reads,
  'wallet/myFlashAgainstList': reads,
  'wallet/out': {
    ...money,
    demo: 'demoForbids',
    needs: { verified: 'realNameRequired', payPassword: 'wrongPayPassword', withdrawalAddress: 'noWithdrawalAddress' },
    names: {
      payee: { unknown: 'stepUpRequired' },
      payProof: { unknown: 'wrongPayPassword' },
      stepUpProof: { unknown: 'stepUpRequired' },
    },
  },
  'wallet/out_info': reads,
  'wallet/out_quote': {
    ...reads,
    needs: { withdrawalAddress: 'dataNotFound' },
    names: { payee: { unknown: 'dataNotFound' } },
  },
  'wallet/outcome': { ...writes, names: { key: { unknown: 1 } } },
  'wallet/transfer': money,
  'wallet/transfer_info': reads,
  'wallet/performance': reads,
  'wallet/transfers': reads,
}

/** Returns whether a name is one of the known calls. */
export const isCall = (call: string, known: Readonly<Record<string, unknown>>): call is CallId =>
  Object.hasOwn(known, call)
