import type { Locator } from '@playwright/test'
import type { CallId } from '../../../../src/generated/calls.ts'
import type { Receipt } from '../../../../src/generated/entities.ts'
import { DAY, fix, lend } from '../../../e2e/kit/flows/finance.ts'
import { buy as buyInterest } from '../../../e2e/kit/flows/interest.ts'
import { openLever } from '../../../e2e/kit/flows/lever.ts'
import { buySeconds } from '../../../e2e/kit/flows/seconds.ts'
import { main, settled } from '../../../e2e/kit/screen.ts'
import { REVIEW_SECONDS } from '../../../e2e/kit/net/server.ts'
import { buy as buySpot, info, orders } from '../../../e2e/kit/flows/spot.ts'
import { advance } from '../../../e2e/kit/time.ts'
import { post, withdraw } from '../../../e2e/kit/flows/withdraw.ts'
import type { Fields } from './labels.ts'
import { addPicture, beginsWith, choose, enter, go, press, sheetOf, submit, type Stage } from './stage.ts'

/** A record of receipts; `posting`: a posting of the statement. */
export interface DriveRecord {
  kind: Receipt['kind'] | 'posting'
  id: string
}

/** How a user gets to the confirmation of a call. */
export interface Drive {
  call: CallId
  /** Kind of its record; `posting`: the reply has no record, and the statement leads to the receipt. */
  kind: DriveRecord['kind']
  /** The records with receipts in a reply; absent: the one of its id. */
  records?(reply: Fields): readonly DriveRecord[]
  /** The symbol whose price moves while the confirmation is open. */
  symbol?: string
  open(stage: Stage): Promise<void>
  /** Its order is sent without a confirmation: what to wait for before its button is pressed. */
  beforePress?(stage: Stage): Promise<void>
  /** The action is carried out later. */
  after?(stage: Stage): Promise<unknown>
  /** Labels of figures that parts of the confirmation draw. */
  labels?: Readonly<Record<string, readonly string[]>>
  /** Labels of figures that the reply has and nothing promises, by their field. */
  terms?: Readonly<Record<string, readonly string[]>>
  /** Figures that follow the price until they are booked, each with the field of the least amount; null: it has none. */
  least?: Readonly<Record<string, string | null>>
  /** Figures that are booked only with one of the outcomes. */
  conditional?: readonly string[]
}

const [CRYPTO, METAL] = ['BTCUSDT', 'XAUUSD']
let keys = 0
const key = () => ({ 'idempotency-key': `rendered-${Date.now()}-${++keys}` })
const away = (price: string, percent: number): string => ((Number(price) * (100 + percent)) / 100).toFixed(2)

const ticket = (symbol: string, kind = 'spot') => `/pages/trade/index?symbol=${symbol}&kind=${kind}`
const contract = (symbol: string) => `/pages/contract/index?symbol=${symbol}`

async function leverTicket(stage: Stage, symbol: string): Promise<void> {
  await go(stage, contract(symbol))
  await enter(stage, 'lever.size', '0.01')
  await submit(stage)
}

async function closeTicket(stage: Stage, symbol: string): Promise<void> {
  const order = { mode: 'real', symbol, side: 'long', kind: 'market', lots: '0.02', leverage: 50 }
  const { price } = await post(stage.request, stage.token, 'lever/quote', order)
  const call = symbol === METAL ? 'lever/whsubmit' : 'lever/submit'
  await post(stage.request, stage.token, call, { price, ...order }, key())
  await go(stage, contract(symbol))
  await press(stage, beginsWith(`${stage.t('lever.close')} ${symbol.slice(0, 3)}`))
  await enter(stage, 'lever.size', '0.01', await sheetOf(stage))
}

/** Presses a button of a position of 0.01 BTC; a close order is in its sheet. */
async function positionAction(
  stage: Stage,
  key: 'lever.marginMore' | 'lever.reverse' | 'closeOrder.open',
): Promise<void> {
  await openLever(stage.request, stage.token)
  await go(stage, contract(CRYPTO))
  if (key !== 'closeOrder.open') return await press(stage, beginsWith(stage.t(key)))
  await press(stage, beginsWith(stage.t('lever.more')))
  await press(stage, beginsWith(stage.t(key)), await sheetOf(stage))
}

/** Places a leveraged limit order, and presses a button of it. */
async function pendingOrder(stage: Stage, key: 'spot.edit' | 'spot.cancel'): Promise<void> {
  const { bid } = await info(stage.request, stage.token)
  const price = away(bid, -5)
  await openLever(stage.request, stage.token, { kind: 'limit', price })
  await go(stage, contract(CRYPTO))
  await settled(stage.page)
  await main(stage.page)
    .getByRole('tab', { name: stage.t('lever.ordersOf', { total: 1 }) })
    .click()
  await press(stage, beginsWith(stage.t(key)))
}

/** The id of a record in a reply. */
const idOf = (record: Fields[string] | undefined): string => String((record as Fields | undefined)?.id)

/** The uppermost sheet. */
const topSheet = ({ page }: Stage): Locator => page.getByRole('dialog').last()

/** A close order at a limit that is 5% away. */
async function placeCloseOrder({ request, token }: Stage): Promise<void> {
  const id = await openLever(request, token)
  const { bid } = await info(request, token)
  const order = { mode: 'real', id, symbol: CRYPTO, kind: 'limit', trigger: away(bid, 5) }
  await post(request, token, 'lever/close_order', order, key())
}

/** The receipt of a close order is that of the position. */
const ofPosition = ({ position }: Fields): DriveRecord[] => [{ kind: 'leverOrder', id: String(position) }]

async function secondsTicket(stage: Stage, symbol: string): Promise<void> {
  await go(stage, ticket(symbol, 'seconds'))
  await enter(stage, 'seconds.stake', '33.33')
  await press(stage, beginsWith(stage.t('seconds.side.long')), main(stage.page).locator('form'))
}

/** Buys a contract of five minutes, and presses a button of it. */
async function runningContract(stage: Stage, key: 'seconds.sellFor' | 'seconds.cancelIn'): Promise<void> {
  await buySeconds(stage.request, stage.token, { term: '300' })
  await go(stage, ticket(CRYPTO, 'seconds'))
  await press(stage, beginsWith(stage.t(key, { amount: '…', seconds: '…' })))
}

async function limitOrder({ request, token }: Stage): Promise<string> {
  const { bid } = await info(request, token)
  const order = { mode: 'real', symbol: CRYPTO, side: 'buy', kind: 'limit', price: away(bid, -20), quantity: '0.002' }
  return String((await post(request, token, 'coin/trade', order, key())).id)
}

/** Advances the time until an order is filled, which the price decides: its figures are booked then. */
export async function untilFilled({ request, token }: Stage): Promise<void> {
  for (let hours = 0; hours < 240; hours += 6) {
    if ((await orders(request, token)).some(({ status }) => status === 1)) return
    await advance(request, 6 * 3600)
  }
}

/** The figures that the confirmation of a closing draws again with each price. */
const CLOSING = {
  quoted: ['lever.now'],
  profit: ['lever.gross'],
  opening: ['lever.openFee'],
  fee: ['lever.partFee'],
  net: ['lever.partResult'],
}

/** By name, one for each confirmation. */
export const DRIVES: Readonly<Record<string, Drive>> = {
  'market buy': {
    call: 'coin/trade',
    kind: 'spotOrder',
    symbol: CRYPTO,
    async open(stage) {
      await go(stage, ticket(CRYPTO))
      await enter(stage, 'spot.quantity', '0.00137')
      await submit(stage)
    },
  },
  'market sale': {
    call: 'coin/trade',
    kind: 'spotOrder',
    symbol: CRYPTO,
    async open(stage) {
      await buySpot(stage.request, stage.token)
      await go(stage, ticket(CRYPTO))
      await choose(stage, stage.t('spot.side.sell'))
      await enter(stage, 'spot.quantity', '0.00071')
      await submit(stage)
    },
  },
  'limit order': {
    call: 'coin/trade',
    kind: 'spotOrder',
    symbol: CRYPTO,
    async open(stage) {
      const { bid } = await info(stage.request, stage.token)
      await go(stage, ticket(CRYPTO))
      await choose(stage, stage.t('spot.kind.limit'))
      await enter(stage, 'spot.limit', away(bid, -0.05))
      await enter(stage, 'spot.quantity', '0.00137')
      await submit(stage)
    },
    after: untilFilled,
  },
  'stop order': {
    call: 'coin/trade',
    kind: 'spotOrder',
    symbol: CRYPTO,
    async open(stage) {
      const { bid } = await info(stage.request, stage.token)
      await go(stage, ticket(CRYPTO))
      await choose(stage, stage.t('spot.more'))
      await enter(stage, 'closeOrder.trigger', away(bid, 0.05))
      await enter(stage, 'spot.limit', away(bid, 0.1))
      await enter(stage, 'spot.quantity', '0.00137')
      await submit(stage)
    },
    after: untilFilled,
  },
  'changed order': {
    call: 'coin/amend',
    kind: 'spotOrder',
    async open(stage) {
      await limitOrder(stage)
      await go(stage, ticket(CRYPTO))
      await press(stage, beginsWith(stage.t('spot.edit')))
      const sheet = stage.page.getByRole('dialog')
      await enter(stage, 'spot.quantity', '0.0025', sheet)
      await submit(stage, sheet)
    },
  },
  'cancelled order': {
    call: 'coin/cancel',
    kind: 'spotOrder',
    async open(stage) {
      const id = await limitOrder(stage)
      await go(stage, `/pages/trade/orderDetail?id=${id}`)
      await press(stage, beginsWith(stage.t('spot.cancel')))
    },
  },
  'leveraged order': {
    call: 'lever/submit',
    kind: 'leverOrder',
    symbol: CRYPTO,
    open: (stage) => leverTicket(stage, CRYPTO),
  },
  'leveraged order of a metal': {
    call: 'lever/whsubmit',
    kind: 'leverOrder',
    symbol: METAL,
    open: (stage) => leverTicket(stage, METAL),
  },
  'closed position': {
    call: 'lever/close',
    kind: 'leverDeal',
    symbol: CRYPTO,
    labels: CLOSING,
    beforePress: () => Promise.resolve(),
    open: (stage) => closeTicket(stage, CRYPTO),
  },
  'closed position of a metal': {
    call: 'lever/whclose',
    kind: 'leverDeal',
    symbol: METAL,
    labels: CLOSING,
    beforePress: () => Promise.resolve(),
    open: (stage) => closeTicket(stage, METAL),
  },
  'all positions closed': {
    call: 'lever/dealall',
    kind: 'posting',
    symbol: CRYPTO,
    labels: CLOSING,
    async open(stage) {
      for (const side of ['long', 'short']) await openLever(stage.request, stage.token, { side, leverage: 10 })
      await go(stage, contract(CRYPTO))
      await press(stage, stage.t('lever.closeAll'))
    },
  },
  'changed leveraged order': {
    call: 'lever/amend',
    kind: 'leverOrder',
    async open(stage) {
      await pendingOrder(stage, 'spot.edit')
      await enter(stage, 'lever.size', '0.02', topSheet(stage))
      await submit(stage, topSheet(stage))
    },
  },
  'cancelled leveraged order': {
    call: 'lever/cancel',
    kind: 'leverOrder',
    open: (stage) => pendingOrder(stage, 'spot.cancel'),
  },
  'added margin': {
    call: 'lever/margin',
    kind: 'leverOrder',
    symbol: CRYPTO,
    async open(stage) {
      await positionAction(stage, 'lever.marginMore')
      await enter(stage, 'transfer.amount', '12.34', topSheet(stage))
      await submit(stage, topSheet(stage))
    },
  },
  'reversed position': {
    call: 'lever/reverse',
    kind: 'leverDeal',
    symbol: CRYPTO,
    records: ({ deal, order }) => [
      { kind: 'leverDeal', id: idOf(deal) },
      { kind: 'leverOrder', id: idOf(order) },
    ],
    open: (stage) => positionAction(stage, 'lever.reverse'),
  },
  'close order at a limit': {
    call: 'lever/close_order',
    kind: 'leverOrder',
    symbol: CRYPTO,
    records: ofPosition,
    terms: { trigger: ['spot.limit'], lots: ['lever.size'] },
    async open(stage) {
      const { bid } = await info(stage.request, stage.token)
      await positionAction(stage, 'closeOrder.open')
      await enter(stage, 'spot.price', away(bid, 5), topSheet(stage))
      await submit(stage, topSheet(stage))
    },
  },
  'trailing close order': {
    call: 'lever/close_order',
    kind: 'leverOrder',
    symbol: CRYPTO,
    records: ofPosition,
    terms: { rate: ['closeOrder.rate'], lots: ['lever.size'] },
    async open(stage) {
      await positionAction(stage, 'closeOrder.open')
      await choose(stage, stage.t('closeOrder.kinds.trailing'), topSheet(stage))
      await enter(stage, 'closeOrder.rate', '12.5', topSheet(stage))
      await submit(stage, topSheet(stage))
    },
  },
  'cancelled close order': {
    call: 'lever/close_order_cancel',
    kind: 'leverOrder',
    records: () => [],
    terms: { trigger: ['closeOrder.trigger'] },
    async open(stage) {
      await placeCloseOrder(stage)
      await go(stage, contract(CRYPTO))
      await press(stage, beginsWith(stage.t('closeOrder.cancel')))
    },
  },
  'fixed time': {
    call: 'microtrade/submit',
    kind: 'secondsOrder',
    symbol: CRYPTO,
    open: (stage) => secondsTicket(stage, CRYPTO),
    after: ({ request }) => advance(request, 61),
    conditional: ['winnings'],
  },
  'fixed time on a metal': {
    call: 'microtrade/whsubmit',
    kind: 'secondsOrder',
    symbol: METAL,
    open: (stage) => secondsTicket(stage, METAL),
    after: ({ request }) => advance(request, 61),
    conditional: ['winnings'],
  },
  'fixed time sold': {
    call: 'microtrade/sell',
    kind: 'secondsOrder',
    symbol: CRYPTO,
    least: { receive: 'least', net: null },
    open: (stage) => runningContract(stage, 'seconds.sellFor'),
  },
  'fixed time cancelled': {
    call: 'microtrade/cancel',
    kind: 'secondsOrder',
    open: (stage) => runningContract(stage, 'seconds.cancelIn'),
  },
  exchange: {
    call: 'wallet/flashAgainst',
    kind: 'exchange',
    symbol: CRYPTO,
    async open(stage) {
      await go(stage, '/pages/flash/index')
      await enter(stage, 'flash.pay', '12.34')
      await press(stage, stage.t('flash.quote'))
      await press(stage, beginsWith(stage.t('flash.submit')))
    },
  },
  transfer: {
    call: 'wallet/transfer',
    kind: 'transfer',
    async open(stage) {
      await go(stage, '/pages/assets/transfer')
      await enter(stage, 'transfer.amount', '12.34')
      await submit(stage)
    },
  },
  withdrawal: {
    call: 'wallet/out',
    kind: 'withdrawal',
    async open(stage) {
      await go(stage, '/pages/assets/withdraw')
      await enter(stage, 'withdraw.amount', '51.37')
      await submit(stage)
    },
    async after({ request }) {
      for (let review = 0; review < 3; review++) await advance(request, REVIEW_SECONDS)
    },
  },
  'cancelled withdrawal': {
    call: 'wallet/cancel',
    kind: 'withdrawal',
    async open(stage) {
      const id = await withdraw(stage.request, stage.token)
      await go(stage, `/pages/assets/withdrawDetail?id=${id}`)
      await press(stage, stage.t('withdraw.cancel'))
    },
  },
  deposit: {
    call: 'wallet/charge_req',
    kind: 'deposit',
    async open(stage) {
      await go(stage, '/pages/assets/topup')
      await addPicture(stage, 'deposit.upload')
      await enter(stage, 'deposit.amount', '123.45')
      await submit(stage)
    },
    async after({ request }) {
      for (let review = 0; review < 2; review++) await advance(request, REVIEW_SECONDS)
    },
  },
  'interest treasure': {
    call: 'project/order',
    kind: 'interestOrder',
    async open(stage) {
      await go(stage, '/pages/InterestTreasure/detail?id=weekly')
      await enter(stage, 'interest.amount', '151.37')
      await submit(stage)
    },
    after: ({ request }) => advance(request, REVIEW_SECONDS + 2 * DAY),
  },
  'early redemption': {
    call: 'project/redeem',
    kind: 'interestOrder',
    async open(stage) {
      const id = await buyInterest(stage.request, stage.token, { amount: '151.37' })
      await advance(stage.request, REVIEW_SECONDS + 2 * DAY)
      await go(stage, `/pages/InterestTreasure/orderDetail?id=${id}`)
      await press(stage, stage.t('interest.redeem'))
    },
  },
  'fixed deposit': {
    call: 'lh/deposit',
    kind: 'fixedOrder',
    async open(stage) {
      await go(stage, '/pages/deposit/subscribe?product=usdt-7')
      await enter(stage, 'fixed.amount', '151.37')
      await submit(stage)
    },
  },
  'fixed deposit ended early': {
    call: 'lh/deposit/cancel',
    kind: 'fixedOrder',
    async open(stage) {
      const id = await fix(stage.request, stage.token)
      await advance(stage.request, 2 * DAY)
      await go(stage, `/pages/deposit/detail?id=${id}`)
      await press(stage, beginsWith(stage.t('fixed.break')))
    },
  },
  loan: {
    call: 'lh/loan/submit',
    kind: 'loan',
    async open(stage) {
      await go(stage, '/pages/loan/index')
      await enter(stage, 'loan.amount', '151')
      await submit(stage)
    },
    after: ({ request }) => advance(request, REVIEW_SECONDS),
  },
  repayment: {
    call: 'lh/loan/repayment',
    kind: 'loan',
    async open(stage) {
      const id = await lend(stage.request, stage.token)
      await advance(stage.request, 2 * DAY)
      await go(stage, `/pages/loan/repay?id=${id}`)
      await choose(stage, stage.t('loan.part'))
      await enter(stage, 'loan.repayAmount', '51.37')
      await submit(stage)
    },
  },
  'demo refill': {
    call: 'user/demo_refill',
    kind: 'posting',
    async open(stage) {
      await post(stage.request, stage.token, 'user/switch_account', { mode: 'demo' })
      await buySpot(stage.request, stage.token, 'demo')
      await go(stage, '/pages/user/switchAccount')
      await press(stage, stage.t('account.refill'))
    },
  },
}

/** Money calls without a confirmation that is read, each with its reason. */
export const UNREAD: Readonly<Partial<Record<CallId, string>>> = {
  'coin/cancel_all':
    'its confirmation has the number of orders and no figure of a receipt; coin/cancel has those of each',
}
