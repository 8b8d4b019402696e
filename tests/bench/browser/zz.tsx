import { atom, createStore, useAtomValue } from 'jotai'
import { memo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Expr, Node } from '../../../src/core/program.ts'
import type { Widget } from '../../../src/renderer/plan.ts'
import { connectQuotes, receiveQuotes, type Quote } from '../../../src/state/quotes.ts'
import Price from '../../../src/widgets/Price/Price.tsx'
import Row from '../../../src/widgets/Row/Row.tsx'
import Stack from '../../../src/widgets/Stack/Stack.tsx'
import Text from '../../../src/widgets/Text/Text.tsx'
import type { Pair } from '../browser-page.ts'
import { host, Ours, screenOf, stateOf, stay } from './host.tsx'
import { compare, timed } from './measure.ts'

const node = (widget: string, more: Partial<Node> = {}): Node => ({ widget, at: 'x', ...more })
const symbolOf = (i: number) => `S${i}`
let ticks = 0
const quoteOf = (symbol: string): Quote => {
  const price = (64_000 + (ticks++ % 997) / 8).toFixed(3)
  return { symbol, last: price, bid: price, ask: price, open: '1', high: '1', low: '1', change: '0', changePercent: '1.25', volume: '1', time: 1, seq: ticks }
}

/** What the page would draw with the next frame is drawn when the bench says so, so that its work can be timed. */
let frame: FrameRequestCallback | null = null
function holdFrames(): () => void {
  const real = window.requestAnimationFrame
  window.requestAnimationFrame = (callback) => {
    frame = callback
    return 1
  }
  return () => {
    window.requestAnimationFrame = real
  }
}

const field = (name: string): Expr => {
  const quote: Expr = ['f', 'quote', ['.', ['v', 'row'], 'symbol']]
  return ['?:', ['!=', quote, null], ['.', quote, name], ['.', ['v', 'row'], name]]
}
const market = (more: Node[] = []): Node =>
  node('Stack', {
    props: { gap: 'none' },
    slots: { children: [
      node('Row', {
        each: { as: 'row', in: ['.', ['@', 'data', 'market'], 'rows'], key: ['.', ['v', 'row'], 'symbol'] },
        slots: { children: [node('Text', { exprs: { text: ['.', ['v', 'row'], 'symbol'] } }), node('Price', { props: { flash: false, precision: 2 }, exprs: { value: field('last') } }), ...more] },
      }),
    ] },
  })
const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => ({ symbol: symbolOf(i), last: '1', changePercent: '0' }))

/** The floor: an atom for each symbol, a cell that reads it. */
const store = createStore()
const atoms = Array.from({ length: 1_000 }, () => atom<Quote | null>(null))
function Cell({ i, last }: { i: number; last: string }) {
  const quote = useAtomValue(atoms[i] ?? expectAtom(), { store })
  return <Price flash={false} precision={2} value={quote?.last ?? last} />
}
const expectAtom = (): never => {
  throw new Error('no atom')
}
const rows = rowsOf(1_000)
function ByHand() {
  return (
    <Stack gap="none">
      {rows.map((row, i) => (
        <Row key={row.symbol}>
          <Text text={row.symbol} />
          <Cell i={i} last={row.last} />
        </Row>
      ))}
    </Stack>
  )
}

interface Item {
  id: string
  name: string
  amount: string
}
let setItems: (items: Item[]) => void = () => undefined
function ItemsByHand({ first }: { first: Item[] }) {
  const [items, set] = useState(first)
  setItems = set
  return (
    <Stack gap="none">
      {items.map((item) => (
        <ItemRow key={item.id} item={item} />
      ))}
    </Stack>
  )
}
const ItemRow = memo(function ItemRow({ item }: { item: Item }) {
  return (
    <Row>
      <Text text={item.name} />
      <Text text={item.amount} />
    </Row>
  )
})


export async function prepare(who: string): Promise<void> {
  connectQuotes({ subscribe: () => undefined, unsubscribe: () => undefined })
  holdFrames()
  const fresh = screenOf([market()], { data: { market: { call: 'market' } } })
  who === 'ours' ? stay(() => <Ours state={stateOf(fresh, { market: { rows } }).state} />) : stay(() => <ByHand />)
  await new Promise((r) => setTimeout(r, 100))
}
export async function run(who: string): Promise<unknown> {
  const TICKS = 6000
  const quotes = Array.from({ length: TICKS }, (_, i) => quoteOf(symbolOf((i * 7) % 1_000)))
  const t = timed(() => {
    for (const quote of quotes) {
      if (who === 'ours') { receiveQuotes([quote]); flushSync(() => frame?.(0)) }
      else flushSync(() => store.set(atoms[Number(quote.symbol.slice(1))] ?? expectAtom(), quote))
    }
  })
  return [who, t]
}
export const unused = [compare, memo, useState, setItems, ItemsByHand, host, node, field] as unknown
