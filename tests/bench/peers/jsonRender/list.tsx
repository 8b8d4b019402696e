import { defineCatalog } from '@json-render/core'
import { createStateStore, defineRegistry, JSONUIProvider, Renderer } from '@json-render/react'
import { schema } from '@json-render/react/schema'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { page } from '../../browser/interaction/page.tsx'
import { readRows, rowTexts, subscribe } from '../../browser/interaction/market.ts'
import { MESSAGES } from '../../browser/interaction/messages.ts'
import type { Instrument } from '../../interaction/facts.ts'
import '../../browser/interaction/plain.css'

/** The list by json-render: one element repeated over an array of its state, whose items are replaced as they change. */
const catalog = defineCatalog(schema, {
  components: {
    Main: { props: z.object({}), slots: ['default'], description: 'The page' },
    Row: { props: z.object({}), slots: ['default'], description: 'A row' },
    Text: { props: z.object({ text: z.string() }), description: 'A text' },
    Press: { props: z.object({ label: z.string(), name: z.string() }), description: 'A button' },
  },
  actions: {},
})
const { registry } = defineRegistry(catalog, {
  components: {
    Main: ({ children }) => <main>{children}</main>,
    Row: ({ children }) => <div className="row">{children}</div>,
    Text: ({ props: { text } }) => <span>{text}</span>,
    Press: ({ props: { label, name }, emit }) => (
      <button type="button" aria-label={name || undefined} onClick={() => emit('press')}>
        {label}
      </button>
    ),
  },
})
const spec = {
  root: 'main',
  elements: {
    main: { type: 'Main', props: {}, repeat: { statePath: '/rows', key: 'symbol' }, children: ['row'] },
    row: { type: 'Row', props: {}, children: ['watch', 'title', 'subtitle', 'price', 'change'] },
    watch: { type: 'Press', props: { label: '☆', name: { $item: 'watch' } } },
    title: { type: 'Press', props: { label: { $item: 'title' }, name: '' } },
    subtitle: { type: 'Text', props: { text: { $item: 'subtitle' } } },
    price: { type: 'Text', props: { text: { $item: 'price' } } },
    change: { type: 'Text', props: { text: { $item: 'change' } } },
  },
}

const itemOf = (row: Instrument, quote = row.quote) => ({
  symbol: row.symbol,
  watch: MESSAGES.watch.replace('{{name}}', row.name),
  ...rowTexts(row, quote),
})

function JsonRenderList({ market }: { market: readonly Instrument[] }) {
  const [store] = useState(() => createStateStore({ rows: market.map((row) => itemOf(row)) }))
  useEffect(() => {
    const places = new Map(market.map(({ symbol }, i) => [symbol, i]))
    return subscribe([...places.keys()], (quotes) => {
      const updates: Record<string, unknown> = {}
      for (const quote of quotes) {
        const place = places.get(quote.symbol) ?? -1
        const row = market[place]
        if (row) updates[`/rows/${place}`] = itemOf(row, quote)
      }
      store.update(updates)
    })
  }, [market, store])
  return (
    <JSONUIProvider registry={registry} store={store}>
      <Renderer spec={spec} registry={registry} />
    </JSONUIProvider>
  )
}

function Loaded() {
  const [market, setMarket] = useState<readonly Instrument[] | null>(null)
  useEffect(() => void readRows().then(setMarket), [])
  return market && <JsonRenderList market={market} />
}

page(() => <Loaded />)
