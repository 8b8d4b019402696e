// @vitest-environment jsdom
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import set from '../../../src/engine/actions/set/set.ts'
import setFormValues from '../../../src/engine/actions/setFormValues/setFormValues.ts'
import sheet from '../../../src/engine/actions/sheet/sheet.ts'
import { loadFunctions } from '../../support/functions.ts'
import { compileScreen, english } from '../../support/compileScreen.ts'
import { renderNodes } from '../../support/renderNodes.tsx'
import { client } from '../../support/client.ts'
import example from '../../cases/calls/lever/my_trade.json' with { type: 'json' }

const screen = compileScreen('cards', {
  queries: { coins: { call: 'lever/my_trade', payload: { mode: '=session.mode' } } },
  state: { by: { type: { type: 'string', enum: ['price', 'percent', 'profit'] }, value: 'price' } },
  body: [
    {
      widget: 'Stack',
      waitFor: 'coins',
      children: [
        {
          part: 'lever/position',
          each: 'p in coins.positions',
          key: '=p.id',
          props: { p: '=p', by: '=state.by', barred: '=false' },
        },
        { part: 'lever/order', each: 'o in coins.orders', key: '=o.id', props: { o: '=o', barred: '=false' } },
      ],
    },
  ],
})

beforeAll(() => loadFunctions(screen.requires.functions))

const [position] = example.ok.reply.data.positions
const [order] = example.ok.reply.data.orders
const first = { ...position, id: 'p1', base: 'BTC' }
const second = { ...position, id: 'p2', base: 'ETH' }

interface Fact {
  label: string
  value: string
}

/** Renders the cards of positions and orders; the forms of their sheets are those of the screen. */
function cards(positions: unknown[], orders: unknown[] = []) {
  client.language.apply('en', english)
  const presses = new Map<string, () => Promise<void>>()
  const facts: Fact[] = []
  const opened: string[] = []
  const Container = ({ children }: Record<string, unknown>) => <div>{children as ReactNode}</div>
  const { state, reports } = renderNodes(screen.body, {
    screen,
    data: { coins: { ...example.ok.reply.data, positions, orders } },
    widgets: {
      ...Object.fromEntries(screen.requires.widgets.map((widget) => [widget.replace(/@.*/, ''), Container])),
      Button({ label, about, onPress }) {
        presses.set(`${String(label)} ${String(about).split('/')[0]}`, onPress as () => Promise<void>)
        return <button type="button">{String(label)}</button>
      },
      Stat(props) {
        if (props.value !== undefined) facts.push(props as unknown as Fact)
        return <p>{String(props.label)}</p>
      },
      KeyValue({ rows }) {
        facts.push(...(rows as Fact[]))
        return <p>Facts</p>
      },
    },
    actions: { set, setFormValues, sheet } as never,
    context: {
      setState: () => undefined,
      setFormValues(name, values, clear) {
        state.form(name)?.setValues(values)
        state.form(name)?.clear(clear)
      },
      sheet: ({ title }) => Promise.resolve(void opened.push(title ?? '')),
    },
    reactStrictMode: false,
  })
  const press = (label: string) => act(async () => presses.get(label)?.())
  return { state, reports, facts, opened, press }
}

test.each([
  ['the stops', 'leverStops', 'TP / SL', /^TP \/ SL (BTC|ETH)/, { takeProfit: '130000', stopLoss: '90000' }],
  ['the lots', 'leverClose', 'Close', /^Close (BTC|ETH)/, { lots: '0.01' }],
])('%s typed for one position are not in the sheet of another', async (_, name, button, title, typed) => {
  const { state, reports, opened, press } = cards([first, second])
  const form = state.form(name)
  const empty = form?.data()
  await press(`${button} BTC`)
  form?.setValues(typed)
  expect(form?.data()).toEqual(typed)
  await press(`${button} ETH`)
  expect([opened.map((name) => title.test(name)), reports]).toEqual([[true, true], []])
  expect(form?.data()).toEqual(empty)
  expect(form?.typedPaths()).toEqual([])
})

test.each([
  ['of a position', [{ ...first, takeProfit: '130000', stopLoss: '90000' }], []],
  ['of an order', [], [{ ...order, takeProfit: '130000', stopLoss: '90000' }]],
])('take-profit and stop-loss %s have a label each', (_, positions, orders) => {
  const { facts } = cards(positions, orders)
  expect(facts.filter(({ value }) => /^(130|90),000/.test(value)).map(({ label, value }) => [label, value])).toEqual([
    ['Take-profit', '130,000.00'],
    ['Stop-loss', '90,000.00'],
  ])
})
