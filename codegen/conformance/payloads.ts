import { isObject } from '../../src/engine/language/values/json.ts'
import type { CallId } from '../../src/generated/calls.ts'

/** A field of a payload: a value, or where an answer to another call has it. */
export type Source = string | number | { from: CallId; path: string }

const from = (call: CallId, path: string): Source => ({ from: call, path })
const FIRST = from('currency/quotation_new', 'rows.symbol')
const CRYPTO = from('currency/quotation_new', 'rows[class=crypto].symbol')

/** The payload with which each reading call is sent; a call that is absent has none. */
export const PAYLOADS: Readonly<Partial<Record<CallId, Readonly<Record<string, Source>>>>> = {
  'coin/detail': { id: from('coin/list', 'rows.id') },
  'coin/info': { mode: 'real', symbol: CRYPTO },
  'coin/quote': { symbol: CRYPTO, side: 'buy', kind: 'market', quantity: from('coin/info', 'buyable') },
  'currency/depth': { symbol: FIRST },
  'currency/hours': { symbol: FIRST },
  'currency/new_timeshar': { symbol: FIRST },
  'currency/trades': { symbol: FIRST },
  'currency/whkdata': { symbol: FIRST, interval: '1h', limit: 20 },
  'lever/deal': { symbol: CRYPTO },
  'lever/order': { id: from('lever/my_trade', 'positions.id') },
  'lever/quote': {
    symbol: CRYPTO,
    side: 'long',
    kind: 'market',
    lots: from('lever/deal', 'terms.minimum'),
    leverage: from('lever/deal', 'terms.leverages'),
  },
  'lever/margin_quote': { id: from('lever/my_trade', 'positions.id'), amount: '1' },
  'lever/reverse_quote': { id: from('lever/my_trade', 'positions.id') },
  'lever/stop_quote': { id: from('lever/my_trade', 'positions.id') },
  'lh/deposit/cancel_quote': { id: from('lh/deposit/order', 'rows.id') },
  'lh/deposit/config': { mode: 'real' },
  'lh/deposit/quote': {
    mode: 'real',
    product: from('lh/deposit/config', 'products.id'),
    currency: from('lh/deposit/config', 'products.currency'),
    amount: from('lh/deposit/config', 'products.minimum'),
  },
  'lh/loan/config': { mode: 'real' },
  'lh/loan/quote': {
    mode: 'real',
    currency: from('lh/loan/config', 'currency'),
    amount: from('lh/loan/config', 'minimum'),
    days: from('lh/loan/config', 'terms.days'),
  },
  'lh/loan/repay_quote': { id: from('lh/loan/order', 'rows.id'), currency: from('lh/loan/order', 'rows.currency') },
  'lh/loan/repayments': { id: from('lh/loan/order', 'rows.id') },
  'microtrade/order': { id: from('microtrade/lists', 'rows.id') },
  'microtrade/payable_currencies': { symbol: CRYPTO },
  'microtrade/quote': {
    mode: 'real',
    symbol: CRYPTO,
    side: 'long',
    term: from('microtrade/seconds', 'rows.id'),
    currency: from('microtrade/seconds', 'rows.currency'),
    stake: from('microtrade/seconds', 'rows.minimum'),
  },
  'microtrade/seconds': { symbol: CRYPTO },
  'microtrade/sell_quote': { id: from('microtrade/lists', 'rows.id') },
  'safe/step_up_info': { call: 'user/cash_save', value: '' },
  'news/detail': { id: from('news/list', 'rows.id') },
  'news/list': { category: 'news' },
  'project/detail': { id: from('project', 'rows.id') },
  'project/order_detail': { id: from('project/orders', 'rows.id') },
  'project/quote': {
    mode: 'real',
    project: from('project', 'rows.id'),
    currency: from('project', 'rows.currency'),
    amount: from('project', 'rows.minimum'),
  },
  'project/redeem_quote': { id: from('project/orders', 'rows.id') },
  'receipt/list': { kind: 'posting', id: from('wallet/statement', 'rows.reference') },
  'trade/access': { symbol: CRYPTO, product: 'spot' },
  'user/message_detail': { id: from('user/usermessage', 'rows.id') },
  'wallet/detail': { kind: 'deposit', id: from('chargelist/log', 'rows.id') },
  'wallet/get_in_address': {
    channel: from('wallet/charge_info', 'options.channel'),
    currency: from('wallet/charge_info', 'options.currency'),
    network: from('wallet/charge_info', 'options.network'),
  },
  'wallet/get_info': { currency: from('wallet/list', 'rows.currency') },
  'wallet/out_info': { mode: 'real' },
  'wallet/out_quote': {
    mode: 'real',
    payee: from('wallet/out_info', 'ways.payee'),
    currency: from('wallet/out_info', 'ways.currency'),
    amount: from('wallet/out_info', 'ways.minimum'),
  },
}

/** The value at a path: names joined by points; of a list the first row, or the first whose field `[name=value]` fits. */
export function valueAt(data: unknown, path: string): unknown {
  let value = data
  for (const step of path.split('.')) {
    const [, name = '', field, wanted] = /^(\w+)(?:\[(\w+)=(\w+)\])?$/.exec(step) ?? []
    value = isObject(value) ? value[name] : undefined
    if (Array.isArray(value))
      value = field === undefined ? value[0] : value.find((row) => isObject(row) && row[field] === wanted)
  }
  return value
}
