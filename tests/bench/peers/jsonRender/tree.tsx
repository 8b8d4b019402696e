import { defineCatalog } from '@json-render/core'
import { createStateStore, defineRegistry, JSONUIProvider, Renderer } from '@json-render/react'
import { schema } from '@json-render/react/schema'
import { useState } from 'react'
import { z } from 'zod'
import { page } from '../../browser/interaction/page.tsx'
import { amountsOf, SECTIONS } from '../../interaction/facts.ts'
import '../../browser/interaction/plain.css'

const number = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The tree by json-render: the groups and lines of the measured screen as elements of its spec. */
const catalog = defineCatalog(schema, {
  components: {
    Box: { props: z.object({ look: z.string() }), slots: ['default'], description: 'A group' },
    Text: { props: z.object({ text: z.string() }), description: 'A line' },
    Amount: { props: z.object({ value: z.string(), unit: z.string() }), description: 'An amount' },
    Cell: { props: z.object({ title: z.string(), value: z.string() }), description: 'A line that is pressed' },
    Press: { props: z.object({ label: z.string() }), description: 'A button' },
  },
  actions: {},
})
const { registry } = defineRegistry(catalog, {
  components: {
    Box: ({ props: { look }, children }) => <div className={look || undefined}>{children}</div>,
    Text: ({ props: { text } }) => <p>{text}</p>,
    Amount: ({ props: { value, unit } }) => (
      <span>
        {number.format(Number(value))}
        {unit && ` ${unit}`}
      </span>
    ),
    Cell: ({ props: { title, value }, emit }) => (
      <button type="button" className="row" onClick={() => emit('press')}>
        <span>{title}</span>
        <span>{value}</span>
      </button>
    ),
    Press: ({ props: { label }, emit }) => (
      <button type="button" onClick={() => emit('press')}>
        {label}
      </button>
    ),
  },
})

interface Element {
  type: string
  props: Record<string, unknown>
  children?: string[]
  on?: Record<string, { action: string; params: Record<string, unknown> }>
  visible?: { $state: string; eq: unknown }
}
const elements: Record<string, Element> = {}
function add(type: string, props: Record<string, unknown>, children?: string[], more: Partial<Element> = {}): string {
  const id = `e${Object.keys(elements).length}`
  elements[id] = { type, props, ...(children && { children }), ...more }
  return id
}
const text = (words: string, more?: Partial<Element>) => add('Text', { text: words }, undefined, more)
const box = (look: string, ...children: string[]) => add('Box', { look }, children)
const amount = (value: string, unit = '') => add('Amount', { value, unit })

const sections = Array.from({ length: SECTIONS }, (_, i) => {
  const { balance, free, used } = amountsOf(i)
  const on = { press: { action: 'setState', params: { statePath: '/open', value: i } } }
  return box(
    'card',
    box('row', text(`Account ${i}`), ...(i > 0 ? [text('Live')] : [])),
    text(`Balance of Account ${i}`),
    amount(balance, 'USDT'),
    box('row', box('', text('Available'), amount(free)), box('', text('Used'), amount(used))),
    add('Cell', { title: 'Orders', value: String(i) }, undefined, { on }),
    add('Cell', { title: 'History', value: '' }),
    text('Open', { visible: { $state: '/open', eq: i } }),
    text('Low'),
    box('row', add('Press', { label: 'Deposit' }, undefined, { on }), add('Press', { label: 'Withdraw' }, undefined, { on })),
  )
})
const root = box('stack', ...sections)

function JsonRenderTree() {
  const [store] = useState(() => createStateStore({ open: 3 }))
  return (
    <main>
      <JSONUIProvider registry={registry} store={store}>
        <Renderer spec={{ root, elements }} registry={registry} />
      </JSONUIProvider>
    </main>
  )
}

page(() => <JsonRenderTree />)
