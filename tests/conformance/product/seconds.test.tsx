// @vitest-environment jsdom
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import call from '../../../src/engine/actions/call/call.ts'
import confirm from '../../../src/engine/actions/confirm/confirm.ts'
import condition from '../../../src/engine/actions/if/if.ts'
import invalidate from '../../../src/engine/actions/invalidate/invalidate.ts'
import toast from '../../../src/engine/actions/toast/toast.ts'
import type { ConfirmRequest } from '../../../src/engine/language/action.ts'
import { loadFunctions } from '../../support/functions.ts'
import { compileScreen, english } from '../../support/compileScreen.ts'
import { renderNodes } from '../../support/renderNodes.tsx'
import { client } from '../../support/client.ts'
import instruments from '../../cases/calls/currency/quotation_new.json' with { type: 'json' }
import orders from '../../cases/calls/microtrade/order.json' with { type: 'json' }
import payable from '../../cases/calls/microtrade/payable_currencies.json' with { type: 'json' }
import quotes from '../../cases/calls/microtrade/quote.json' with { type: 'json' }
import sale from '../../cases/calls/microtrade/sell_quote.json' with { type: 'json' }
import terms from '../../cases/calls/microtrade/seconds.json' with { type: 'json' }

const screen = compileScreen('seconds', {
  queries: {
    order: { call: 'microtrade/order', payload: { id: 'a1' } },
    market: { call: 'currency/quotation_new' },
    wallets: { call: 'microtrade/payable_currencies', payload: { mode: '=session.mode' } },
    offered: { call: 'microtrade/seconds', payload: { symbol: 'BTCUSDT' } },
  },
  body: [
    { part: 'seconds/live', props: { order: '=order' } },
    {
      widget: 'Stack',
      each: 'row in market.rows.take(1)',
      key: '=row.symbol',
      children: [
        {
          part: 'seconds/ticket',
          each: 'wallet in wallets.rows.take(1)',
          key: '=wallet.currency',
          props: { row: '=row', terms: '=offered.rows.take(5)', wallet: '=wallet' },
        },
      ],
    },
  ],
})

beforeAll(() => loadFunctions(screen.requires.functions))

const order = orders.ok.reply.data
const loss = { ...order, status: 2, result: '-100.5', exitPrice: '121000.00', exitTime: 1800223260 }

interface Events {
  total?: number
  onDone?: () => Promise<void>
  onSubmit?: (event: object) => Promise<void>
  onPress?: () => Promise<void>
}

/** Renders a running contract and the ticket; the server replies with this contract and the quote of the recorded call. */
function seconds(reply: object, { agrees = false }: { agrees?: boolean } = {}) {
  client.language.apply('en', english)
  const seen = {
    ring: {} as Events,
    form: {} as Events,
    buttons: {} as Record<string, Events>,
    questions: [] as ConfirmRequest[],
    calls: [] as [call: string, payload: object][],
    toasts: [] as string[],
  }
  const Container = ({ children }: Record<string, unknown>) => <div>{children as ReactNode}</div>
  const { reports } = renderNodes(screen.body, {
    screen,
    data: {
      order,
      market: instruments.ok.reply.data,
      wallets: payable.ok.reply.data,
      offered: terms.ok.reply.data,
    },
    widgets: {
      ...Object.fromEntries(screen.requires.widgets.map((widget) => [widget.replace(/@.*/, ''), Container])),
      ExpiryRing(props) {
        seen.ring = props
        return <p>Time</p>
      },
      Button(props) {
        seen.buttons[String(props.label)] = props
        return <p>Button</p>
      },
      Form(props) {
        seen.form = props
        return <p>Ticket</p>
      },
    },
    actions: { call, confirm, if: condition, invalidate, toast } as never,
    context: {
      call(name, payload) {
        seen.calls.push([name, payload])
        const replies: Record<string, object> = {
          'microtrade/quote': quotes.ok.reply.data,
          'microtrade/sell_quote': sale.ok.reply.data,
        }
        return Promise.resolve({ ok: true, data: replies[name] ?? reply } as never)
      },
      confirm(question) {
        seen.questions.push(question)
        return Promise.resolve(agrees)
      },
      toast: (text) => void seen.toasts.push(text),
      invalidate: () => undefined,
    },
  })
  return { seen, reports }
}

const plain = (text: string) => text.replaceAll('\u00A0', ' ')

/** Presses the only button whose label begins with a text. */
async function press(buttons: Record<string, Events>, beginning: string): Promise<void> {
  const [events, ...others] = Object.entries(buttons).flatMap(([label, on]) =>
    label.startsWith(beginning) ? [on] : [],
  )
  expect([events !== undefined, others]).toEqual([true, []])
  await act(async () => events?.onPress?.())
}

test('a lost contract reports stake and fee as the loss', async () => {
  const { seen, reports } = seconds(loss)
  await act(async () => seen.ring.onDone?.())
  expect([seen.toasts.map(plain), reports]).toEqual([['BTC/USDT: lost 100.50 USDT'], []])
})

test('the confirmation shows what is lost if the prediction is wrong', async () => {
  const { seen, reports } = seconds(order)
  await act(async () => seen.form.onSubmit?.({ side: 'long', term: '60', currency: 'USDT', stake: '100' }))
  expect(reports).toEqual([])
  const rows = Object.fromEntries((seen.questions[0]?.rows ?? []).map(({ label, value }) => [label, plain(value)]))
  expect(rows).toMatchObject({
    Stake: '100.00 USDT',
    Fee: '0.50 USDT',
    'Profit if right': '+69.50 USDT',
    'Loss if wrong': '−100.50 USDT',
  })
})

const rowsOf = ({ rows = [] }: ConfirmRequest) => rows.map(({ label, value }) => [label, plain(value)])

test('the cancellation of a contract sends the charge that is shown', async () => {
  const { seen, reports } = seconds(order, { agrees: true })
  await press(seen.buttons, 'Cancel (5 s)')
  expect(reports).toEqual([])
  expect(seen.questions.map(rowsOf)).toEqual([
    [
      ['Charge for cancelling', '10.00 USDT'],
      ['Stake', '100.00 USDT'],
      ['Account in use', 'Real account'],
    ],
  ])
  const { id, mode, currency, cancelFee } = order
  expect(seen.calls).toEqual([
    ['microtrade/order', { id }],
    ['microtrade/cancel', { mode, id, currency, cancelFee }],
  ])
})

test('the sale of a contract sends the figures and the end of its quote', async () => {
  const { seen, reports } = seconds(order, { agrees: true })
  await press(seen.buttons, 'Sell early')
  expect(reports).toEqual([])
  const { id, mode, currency, symbol, price, proceeds, net, least, until } = sale.ok.reply.data
  expect(seen.calls).toEqual([
    ['microtrade/sell_quote', { id: order.id }],
    ['microtrade/sell', { mode, id, currency, symbol, price, proceeds, net, least, until }],
  ])
  expect(rowsOf(seen.questions[0] as ConfirmRequest).slice(0, 2)).toEqual([
    ['Proceeds of the sale', `${proceeds} USDT`],
    ['At least', `${least} USDT`],
  ])
})

test('a refused sale sends nothing', async () => {
  const { seen } = seconds(order)
  await press(seen.buttons, 'Sell early')
  expect(seen.calls.map(([call]) => call)).toEqual(['microtrade/sell_quote'])
})
