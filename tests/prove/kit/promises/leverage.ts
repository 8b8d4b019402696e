import {
  asLots,
  asMoney,
  asPrice,
  compare,
  div,
  fromMinor,
  mul,
  round,
  sub,
  sum,
} from '../../../../src/engine/language/values/decimal.ts'
import type { Lots, Money, Price } from '../../../../src/engine/language/values/units.ts'
import type { LeverDeal, LeverOrder, LeverPosition } from '../../../../src/generated/entities.ts'
import { closingOf, openingFeeOf } from '../../../../src/product/trading/unrealizedPnl.ts'
import type { Bounds } from '../../../../src/server/modules/trading/market/index.ts'
import { ask, openInstruments, read, send, until, type Act, type Place } from './place.ts'

type Side = LeverPosition['side']
type Variant = LeverPosition['class']

const CALLS = {
  crypto: { submit: 'lever/submit', close: 'lever/close', trades: 'lever/my_trade' },
  wh: { submit: 'lever/whsubmit', close: 'lever/whclose', trades: 'lever/my_wh_trade' },
} as const
const callsOf = (variant: Variant) => CALLS[variant === 'crypto' ? 'crypto' : 'wh']

/** A digital asset, a metal, and a pair whose base is USD. */
export const SYMBOLS = ['BTCUSDT', 'XAUUSD', 'USDJPY'] as const
const CRYPTO = 'BTCUSDT'

interface Wish {
  symbol: string
  variant: Variant
  lots: Lots
  leverage: number
  /** Absent: a random one. */
  side?: Side
  stops?: (side: Side, open: Price) => { takeProfit?: Price; stopLoss?: Price }
}

const SIDES = ['long', 'short'] as const

/** Opens a position as quoted; null if it is refused. */
async function open(
  place: Place,
  { variant, stops, symbol, lots, leverage, side = place.random.pick(SIDES) }: Wish,
): Promise<[LeverOrder, Act] | null> {
  const order = { mode: 'real', symbol, side, kind: 'market', lots, leverage }
  const { data: quote, type } = await ask(place, 'lever/quote', order)
  if (type !== 'ok') return null
  await read(place)
  const { price, margin, fee, terms } = quote
  const reply = await send(place, callsOf(variant).submit, {
    ...order,
    price,
    terms,
    promise: { margin, fee },
    ...stops?.(side, price),
  })
  if (reply.type !== 'ok') return null
  place.count(`leverage ${side}`)
  const isAtPrice = reply.data.dealPrice !== null && compare(reply.data.dealPrice, price) === 0
  return [
    reply.data,
    {
      kind: 'leverOrder',
      id: reply.data.id,
      promised: { margin, fee },
      quoted: price,
      exact: isAtPrice ? ['margin', 'fee'] : [],
    },
  ]
}

/** The open positions of a user. */
async function positionsOf(place: Place): Promise<LeverPosition[]> {
  const { data: crypto } = await ask(place, CALLS.crypto.trades, { mode: 'real' })
  const { data: others } = await ask(place, CALLS.wh.trades, { mode: 'real' })
  return [...crypto.positions, ...others.positions]
}

const net = (profit: Money, opening: Money, fee: Money): Money => sub(sub(profit, opening), fee)

/** The figures of a confirmation that closes lots of a position, by the formulas of the app, at the price of the moment. */
function closingFigures(position: LeverPosition, lots: Lots) {
  const { profit, fee } = closingOf(position, lots, null)
  const opening = openingFeeOf(position, lots)
  return { price: position.price, profit, opening, fee, net: net(profit, opening, fee) }
}

/** Figures of a closing, which the price determines, except the fee of opening. */
const ALL = ['profit', 'opening', 'fee', 'net']

/** Closes lots of a position at the market, with the figures of its confirmation. */
async function close(place: Place, position: LeverPosition, lots: Lots): Promise<Act | null> {
  const { price, ...figures } = closingFigures(position, lots)
  await read(place)
  const { id, symbol, class: variant } = position
  const reply = await send(place, callsOf(variant).close, {
    mode: 'real',
    id,
    lots,
    promise: { symbol, price, ...figures },
  })
  if (reply.type !== 'ok') return null
  const isAtPrice = compare(reply.data.closePrice, price) === 0
  const isAll = compare(lots, position.lots) === 0
  place.count(isAll ? 'leverage closed' : 'leverage closed in part')
  if (position.inverse) place.count('leverage closed, base USD')
  return {
    kind: 'leverDeal',
    id: reply.data.id,
    promised: figures,
    quoted: price,
    exact: isAtPrice ? ALL : ['opening'],
  }
}

/** About half of the lots, in steps. */
const halfOf = ({ lots, step }: LeverPosition): Lots => mul(div(div(lots, '2'), step, 0, 'ceil'), step)

const SHARE: Readonly<Record<'takeProfit' | 'stopLoss', number>> = { takeProfit: 1.002, stopLoss: 0.998 }

/** A price away from another by a factor, against the other side for a short position. */
function stopAt(reason: keyof typeof SHARE, side: Side, price: Price): Price {
  const factor = side === 'long' ? SHARE[reason] : 2 - SHARE[reason]
  return round(asPrice((Number(price) * factor).toFixed(2)), 2)
}

/** The price condition that a position is closed by: long at the bid, short at the ask. */
const crossing = (side: Side, isGain: boolean, price: Price): { bid?: Bounds; ask?: Bounds } =>
  side === 'long'
    ? { bid: isGain ? { atLeast: price } : { atMost: price } }
    : { ask: isGain ? { atMost: price } : { atLeast: price } }

/** Waits for a price that closes a position by this reason, or closes it at the market. Returns whether the reason was this one. */
async function untilClosed(
  place: Place,
  { id, side }: Pick<LeverPosition, 'id' | 'side'>,
  reason: LeverDeal['reason'],
  price: Price,
): Promise<boolean> {
  await until(place, CRYPTO, crossing(side, reason === 'takeProfit', price))
  const { data } = await ask(place, CALLS.crypto.trades, { mode: 'real' })
  const left = data.positions.find((position) => position.id === id)
  if (left) await close(place, left, left.lots)
  return data.rows.some((deal) => deal.position === id && deal.reason === reason)
}

/** Opens a position of a digital asset, on the other side if the price closes none on the first one by this reason. */
async function closedBy(
  place: Place,
  reason: 'takeProfit' | 'stopLoss' | 'liquidation',
  { stops, ...wish }: Pick<Wish, 'leverage' | 'stops'>,
): Promise<null> {
  for (const side of place.random.shuffled(SIDES)) {
    const [order] = (await open(place, { ...crypto, ...wish, side, ...(stops && { stops }) })) ?? []
    const position = (await positionsOf(place)).find(({ id }) => id === order?.id)
    const price = position?.[reason] ?? null
    if (!position || price === null || !(await untilClosed(place, position, reason, price))) continue
    place.count(`closed by ${reason}`)
    return null
  }
  return null
}

const crypto = { symbol: CRYPTO, variant: 'crypto', lots: asLots('0.01') } as const

const stopped = (place: Place, reason: keyof typeof SHARE): Promise<null> =>
  closedBy(place, reason, { leverage: 20, stops: (side, price) => ({ [reason]: stopAt(reason, side, price) }) })

/** A position of a digital asset that is opened now; null if it is refused. */
async function opened(place: Place): Promise<LeverPosition | null> {
  const [order] = (await open(place, { ...crypto, leverage: 10 })) ?? []
  return (await positionsOf(place)).find(({ id }) => id === order?.id) ?? null
}

/** Acts of leveraged trading with the promises of their confirmations. */
export const LEVERAGE: Readonly<Record<string, (place: Place) => Promise<Act | null>>> = {
  async lever(place) {
    const markets = (await openInstruments(place)).filter(({ symbol }) => SYMBOLS.some((name) => name === symbol))
    const { symbol, class: variant } = place.random.pick(markets)
    const lots = asLots(fromMinor(BigInt(2 + place.random.int(3)), 2))
    const opened = await open(place, { symbol, variant, lots, leverage: 10 })
    return opened?.[1] ?? null
  },

  async closePart(place) {
    const [position] = (await positionsOf(place)).filter(({ opens }) => opens === null)
    return position ? await close(place, position, halfOf(position)) : null
  },

  async close(place) {
    const [position] = (await positionsOf(place)).filter(({ opens }) => opens === null)
    return position ? await close(place, position, position.lots) : null
  },

  async addMargin(place) {
    const position = await opened(place)
    if (!position) return null
    const { id, symbol } = position
    const amount = asMoney(fromMinor(BigInt(1 + place.random.int(5000)), 2))
    const { data: quote, type } = await ask(place, 'lever/margin_quote', { id, amount })
    if (type !== 'ok') return null
    const promise = { margin: quote.margin }
    const reply = await send(place, 'lever/margin', { mode: 'real', id, symbol, amount, promise })
    if (reply.type !== 'ok') return null
    if (reply.data.liquidation !== quote.liquidation)
      place.fault(`liquidation ${String(quote.liquidation)} was shown, and is ${String(reply.data.liquidation)}`)
    place.count('margin added')
    return { kind: 'leverOrder', id, action: 'changed', promised: { held: quote.margin }, exact: ['held'] }
  },

  async reverse(place) {
    const position = await opened(place)
    if (!position) return null
    const { data: quote, type } = await ask(place, 'lever/reverse_quote', { id: position.id })
    if (type !== 'ok') return null
    await read(place)
    const { symbol, side, price, terms, profit, opening, closing, net, margin, fee } = quote
    const promise = { profit, opening, closing, net, margin, fee }
    const payload = { mode: 'real', id: position.id, symbol, side, price, terms, promise }
    const reply = await send(place, 'lever/reverse', payload)
    if (reply.type !== 'ok') return null
    const { deal, order } = reply.data
    if (deal.closePrice !== order.dealPrice) place.fault(`closed at ${deal.closePrice}, opened at ${order.dealPrice}`)
    const { data } = await ask(place, 'receipt/list', { kind: 'leverOrder', id: order.id })
    for (const [figure, sent] of [
      ['margin', margin],
      ['fee', fee],
    ] as const)
      if (data.rows[0]?.figures.find((row) => row.figure === figure)?.promised !== sent)
        place.fault(`${figure} of the position that is opened was promised as ${sent}`)
    place.count('leverage reversed')
    const isAtPrice = compare(deal.closePrice, price) === 0
    const promised = { profit, opening, fee: closing, net }
    return { kind: 'leverDeal', id: deal.id, promised, quoted: price, exact: isAtPrice ? ALL : ['opening'] }
  },

  async closeAll(place) {
    for (let i = 0; i < 2; i++) await open(place, { ...crypto, leverage: 10 })
    const closable = (await positionsOf(place)).filter(({ opens }) => opens === null)
    if (closable.length < 2) return null
    const all = closable.map((position) => closingFigures(position, position.lots))
    const total = (name: 'profit' | 'opening' | 'fee') => sum(all.map((figures) => figures[name]))
    const [profit, opening, fee] = [total('profit'), total('opening'), total('fee')]
    const promised = { profit, opening, fee, net: net(profit, opening, fee) }
    // Another price would leave no figure to compare.
    if (place.random.int(2) === 0) await read(place)
    const reply = await send(place, 'lever/dealall', { mode: 'real', promise: promised })
    if (reply.type !== 'ok') return null
    if (reply.data.closed !== closable.length)
      place.fault(`${closable.length} positions are shown, ${reply.data.closed} were closed`)
    place.count('leverage closed together')
    const isSame = compare(reply.data.net, promised.net) === 0
    return { kind: 'leverDeal', id: null, promised, exact: isSame ? ALL : ['opening'] }
  },

  takeProfit: (place) => stopped(place, 'takeProfit'),

  stopLoss: (place) => stopped(place, 'stopLoss'),

  liquidation: (place) => closedBy(place, 'liquidation', { leverage: 100 }),
}
