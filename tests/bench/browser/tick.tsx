import '../../support/functions.ts'
import { atom, createStore, useAtomValue } from 'jotai'
import { memo, useState } from 'react'
import { flushSync } from 'react-dom'
import { branded } from '../../../src/engine/language/values/branded.ts'
import { asPrice } from '../../../src/engine/language/values/decimal.ts'
import type { Expr, Node } from '../../../src/engine/language/expressions/program.ts'
import type { Widget } from '../../../src/engine/renderer/plan.ts'
import type { Quote } from '../../../src/generated/entities.ts'
import Price from '../../../src/engine/widgets/Price/Price.tsx'
import Row from '../../../src/engine/widgets/Row/Row.tsx'
import Stack from '../../../src/engine/widgets/Stack/Stack.tsx'
import Text from '../../../src/engine/widgets/Text/Text.tsx'
import type { Pair } from '../browser-page.ts'
import { host, Ours, screenOf, stateOf, stay } from './host.tsx'
import { compare, timed } from './measure.ts'
import { client } from '../../support/client.ts'

const node = (widget: string, more: Partial<Node> = {}): Node => ({ widget, sourcePath: 'x', ...more })
const symbolOf = (i: number) => `S${i}`
let ticks = 0
const quoteOf = (symbol: string): Quote => {
  const price = asPrice((64_000 + (ticks++ % 997) / 8).toFixed(3))
  return branded<Quote>({
    symbol,
    last: price,
    bid: price,
    ask: price,
    open: '1',
    high: '1',
    low: '1',
    change: '0',
    changePercent: '1.25',
    volume: '1',
    time: 1,
    seq: ticks,
  })
}

/** The bench itself runs the page's next animation frame, so that its work can be timed. */
let frame: FrameRequestCallback | null = null
function captureFrames(): () => void {
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
const market = (
  list: Pick<Node, 'widget' | 'props'> = { widget: 'Stack', props: { gap: 'none' } },
  more: Node[] = [],
): Node =>
  node(list.widget, {
    props: list.props ?? {},
    slots: {
      children: [
        node('Row', {
          each: { as: 'row', in: ['.', ['@', 'data', 'market'], 'rows'], key: ['.', ['v', 'row'], 'symbol'] },
          slots: {
            children: [
              node('Text', { exprs: { text: ['.', ['v', 'row'], 'symbol'] } }),
              node('Price', { props: { flash: false, precision: 2 }, exprs: { value: field('last') } }),
              ...more,
            ],
          },
        }),
      ],
    },
  })
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ symbol: symbolOf(i), last: asPrice('1'), changePercent: '0' }))

/** The floor: an atom for each symbol, and a cell that reads it. */
const store = createStore()
const atoms = Array.from({ length: 1_000 }, () => atom<Quote | null>(null))
function Cell({ i, last }: { i: number; last: Quote['last'] }) {
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

/**
 * Counts the cells that one tick draws, and compares ticks and list updates with hand-written React. Throws unless both show the
 * same price.
 */
export async function run(): Promise<Pair[]> {
  let drawn = 0
  const Counted: Widget = (props) => {
    drawn += 1
    return <Price {...(props as unknown as Parameters<typeof Price>[0])} />
  }
  const counting = { ...host, widgets: { ...host.widgets, Price: Counted } }
  const release = captureFrames()
  const screen = screenOf([market()], { queries: { market: { call: 'market' } } })

  const { Price: real } = host.widgets
  Object.assign(host, counting)
  const counted = stay(() => <Ours state={stateOf(screen, { market: { rows } }).state} />)
  drawn = 0
  client.live.receive([quoteOf('S500')])
  flushSync(() => frame?.(0))
  const one = drawn
  counted.gone()
  Object.assign(host, { widgets: { ...host.widgets, Price: real } })

  const fresh = screenOf([market()], { queries: { market: { call: 'market' } } })
  const ours = stay(() => <Ours state={stateOf(fresh, { market: { rows } }).state} />)
  const floor = stay(() => <ByHand />)
  const TICKS = 200
  let at = 0
  const pair = await compare(
    `${TICKS} ticks on a list of 1 000 rows, one a frame`,
    60,
    () => {
      const quotes = Array.from({ length: TICKS }, () => quoteOf(symbolOf(at++ % 1_000)))
      return timed(() => {
        for (const quote of quotes) {
          client.live.receive([quote])
          flushSync(() => frame?.(0))
        }
      })
    },
    () => {
      const quotes = Array.from({ length: TICKS }, () => quoteOf(symbolOf(at++ % 1_000)))
      return timed(() => {
        for (const quote of quotes)
          flushSync(() => store.set(atoms[Number(quote.symbol.slice(1))] ?? expectAtom(), quote))
      })
    },
  )
  const last = quoteOf('S7')
  client.live.receive([last])
  flushSync(() => frame?.(0))
  flushSync(() => store.set(atoms[7] ?? expectAtom(), last))
  const text = (container: HTMLElement) => container.querySelectorAll('bdi')[7]?.textContent
  if (!text(ours.container) || text(ours.container) !== text(floor.container))
    throw new Error(`the two show different prices: ${text(ours.container)} ${text(floor.container)}`)
  ours.gone()
  floor.gone()
  release()

  let items: Item[] = Array.from({ length: 500 }, (_, i) => ({ id: `r${i}`, name: `Row ${i}`, amount: '0' }))
  let round = 0
  const next = () => {
    round += 1
    items = items.map((item, i) => ((i + round) % 10 === 0 ? { ...item, amount: String(round) } : item))
    return items
  }
  const list = node('Stack', {
    props: { gap: 'none' },
    slots: {
      children: [
        node('Row', {
          each: { as: 'row', in: ['.', ['@', 'data', 'list'], 'rows'], key: ['.', ['v', 'row'], 'id'] },
          slots: {
            children: [
              node('Text', { exprs: { text: ['.', ['v', 'row'], 'name'] } }),
              node('Text', { exprs: { text: ['.', ['v', 'row'], 'amount'] } }),
            ],
          },
        }),
      ],
    },
  })
  const screenState = stateOf(screenOf([list], { queries: { list: { call: 'list' } } }), { list: { rows: items } })
  const oursList = stay(() => <Ours state={screenState.state} />)
  const floorList = stay(() => <ItemsByHand first={items} />)
  const update = await compare(
    '50 of 500 rows changed',
    600,
    () => {
      const value = { rows: next() }
      return timed(() => flushSync(() => screenState.put('list', value)))
    },
    () => {
      const value = next()
      return timed(() => flushSync(() => setItems(value)))
    },
  )
  oursList.gone()
  floorList.gone()
  return [{ name: 'cells drawn by one tick on a list of 1 000 rows', ours: one, floor: 1 }, pair, update]
}

/** A market of 100 symbols, in the list of the market screen: rows far from the window are neither drawn nor subscribed. */
function showMarket(): { container: HTMLElement; gone(): void } {
  const list = { widget: 'List', props: { rowHeight: 48 } }
  const screen = screenOf([market(list, [node('Percent', { exprs: { value: field('changePercent') } })])], {
    queries: { market: { call: 'market' } },
  })
  return stay(() => <Ours state={stateOf(screen, { market: { rows: rowsOf(100) } }).state} />)
}

/**
 * `perSecond` quotes arriving for `seconds`. The floor has the same drawing on screen, and writes the newest prices into its texts
 * once a frame, by hand: the rest is the browser's own time for painting them.
 */
export async function stream(
  who: 'ours' | 'floor',
  perSecond: number,
  seconds: number,
): Promise<{ worstFrame: number; shown: number }> {
  const { container, gone } = showMarket()
  await new Promise((resolve) => setTimeout(resolve, 500))
  const cells = [...container.querySelectorAll('bdi')].filter((_, i) => i % 2 === 0)
  const latest = new Map<number, Quote>()
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  let sent = 0
  let worstFrame = 0
  let open = true
  let before = performance.now()
  const eachFrame = (now: number) => {
    worstFrame = Math.max(worstFrame, now - before)
    before = now
    for (const [i, quote] of latest) {
      const text = cells[i]?.firstChild
      if (text) text.nodeValue = format.format(Number(quote.last))
    }
    latest.clear()
    if (open) requestAnimationFrame(eachFrame)
  }
  requestAnimationFrame(eachFrame)
  const start = performance.now()
  while (performance.now() - start < seconds * 1_000) {
    const due = Math.floor(((performance.now() - start) / 1_000) * perSecond)
    while (sent < due) {
      const i = sent++ % 100
      if (who === 'ours') client.live.receive([quoteOf(symbolOf(i))])
      else latest.set(i, quoteOf(symbolOf(i)))
    }
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  open = false
  const shown = cells.length
  gone()
  return { worstFrame, shown }
}
