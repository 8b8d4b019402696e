import '../../support/functions.ts'
import { branded } from '../../../src/engine/language/values/branded.ts'
import { asPrice, asQuantity } from '../../../src/engine/language/values/decimal.ts'
import type { LiveValue } from '../../../src/engine/language/plugin.ts'
import type { Expr, Node } from '../../../src/engine/language/expressions/program.ts'
import type { Widget } from '../../../src/engine/renderer/plan.ts'
import type { Depth, DepthLevel } from '../../../src/generated/entities.ts'
import { keyOf } from '../../../src/product/liveValues.ts'
import { live } from '../../../src/product/live.ts'
import { depthKey } from '../../../src/product/liveValues.ts'
import OrderBook from '../../../src/product/widgets/OrderBook/OrderBook.tsx'
import { createTickSequencer } from '../../../src/engine/transport/tickSequencer.ts'
import { host, Ours, screenOf, stateOf, stay } from './host.tsx'
import { client } from '../../support/client.ts'

const SYMBOL = 'BTCUSDT'
const LEVELS = 50
const STEP = 0.25

type Update = LiveValue & Depth

/** A number that seems random and is the same in every run. */
const mixed = (at: number, round: number): number => ((at * 7_919 + round * 104_729) % 9_973) / 9_973
const quantityOf = (at: number, round: number) => asQuantity((0.01 + mixed(at, round) * 2).toFixed(5))
const level = (price: number, quantity: DepthLevel['quantity']): DepthLevel =>
  branded<DepthLevel>({ price: asPrice(price.toFixed(2)), quantity })
const side = (best: number, sign: 1 | -1, round: number): DepthLevel[] =>
  Array.from({ length: LEVELS }, (_, i) => level(best + sign * i * STEP, quantityOf(i, round + sign)))

/** The best bid moves by one step in every other update. */
const bidOf = (round: number): number => 95_000 + STEP * (Math.floor(round / 2) % 2)
const stateAt = (round: number): Update =>
  branded<Update>({
    symbol: SYMBOL,
    mode: 'real',
    bids: side(bidOf(round), -1, round),
    asks: side(bidOf(round) + STEP, 1, round),
    time: 1,
    seq: round + 1,
  })

/** Every level with its new quantity, and those that are gone with none. */
function updateAt(round: number): Update {
  const [before, after] = [stateAt(round - 1), stateAt(round)]
  const changes = (from: readonly DepthLevel[], to: readonly DepthLevel[]): DepthLevel[] => {
    const remaining = new Set<string>(to.map(({ price }) => price))
    return [
      ...to,
      ...from.filter(({ price }) => !remaining.has(price)).map(({ price }) => level(Number(price), asQuantity('0'))),
    ]
  }
  return { ...after, bids: changes(before.bids, after.bids), asks: changes(before.asks, after.asks) }
}

const field = (name: string): Expr => {
  const depth: Expr = ['f', 'depth', SYMBOL, 'real']
  return ['?:', ['!=', depth, null], ['.', depth, name], ['.', ['@', 'data', 'book'], name]]
}
const book: Node = {
  widget: 'OrderBook',
  sourcePath: 'x',
  props: { label: 'Book', precision: 2, base: 'BTC', currency: 'USDT', rows: LEVELS },
  exprs: { bids: field('bids'), asks: field('asks') },
}

let finish: () => Promise<{ rows: number; same: boolean }> = () => Promise.reject(new Error('There is no book.'))
/** Stops the updates; returns the number of rows, and whether they show the last update. */
export const close = (): Promise<{ rows: number; same: boolean }> => finish()

/**
 * Shows a book with `perSecond` updates, each of all levels, by the sequencer that the app has. The floor has the same drawing on
 * screen, and writes prices, quantities and widths into it by hand.
 */
export async function open(who: 'ours' | 'floor', perSecond: number): Promise<void> {
  const channel = live.channels.find(({ update }) => update === 'depth')
  const sequencer = createTickSequencer({
    keyOf,
    apply: (values) => client.live.receive(values),
    requestSnapshot: (key) => {
      throw new Error(`A number is missing: ${key}`)
    },
    merge: (_, value, update) => channel?.merge?.(value, update) ?? update,
  })
  sequencer.awaitSnapshot([depthKey(SYMBOL, 'real')], false)
  Object.assign(host, { widgets: { ...host.widgets, OrderBook: OrderBook as unknown as Widget } })
  const { container, gone } = stay(() => (
    <Ours state={stateOf(screenOf([book], { queries: { book: { call: 'book' } } }), { book: stateAt(0) }).state} />
  ))
  sequencer.snapshot([stateAt(0)], false)
  await new Promise((resolve) => setTimeout(resolve, 500))

  const rows = [...container.querySelectorAll('tbody tr')]
  const cells = rows.map((row) => ({
    price: row.querySelector('td:first-child bdi')?.firstChild,
    quantity: row.querySelector('td:last-child bdi')?.firstChild,
    bar: row.querySelector<HTMLElement>('[style]'),
  }))
  const format = new Intl.NumberFormat('en', { maximumFractionDigits: 8 })
  const prices = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
  function writeByHand({ bids, asks }: Update): void {
    const levels = [...bids, ...asks]
    const most = Math.max(...levels.map(({ quantity }) => Number(quantity)))
    for (const [i, { price, quantity }] of levels.entries()) {
      const cell = cells[i]
      if (cell?.price) cell.price.nodeValue = prices.format(Number(price))
      if (cell?.quantity) cell.quantity.nodeValue = format.format(Number(quantity))
      if (cell?.bar) cell.bar.style.inlineSize = `${Math.round((Number(quantity) / most) * 50) * 2}%`
    }
  }

  const start = performance.now()
  let round = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - start) / 1_000) * perSecond)
    while (round < due) {
      round += 1
      if (who === 'ours') sequencer.tick(updateAt(round))
      else writeByHand(stateAt(round))
    }
  }, 10)
  finish = async () => {
    clearInterval(timer)
    // Two frames: the values are written in the first, and drawn by the second.
    for (let i = 0; i < 2; i += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { bids, asks } = stateAt(round)
    const shown = [...container.querySelectorAll('tbody tr td:last-child')].map(({ textContent }) => textContent)
    gone()
    return {
      rows: shown.length,
      same: [...bids, ...asks].every(({ quantity }, i) => shown[i] === format.format(Number(quantity))),
    }
  }
}
