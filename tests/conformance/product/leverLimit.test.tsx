// @vitest-environment jsdom
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import call from '../../../src/engine/actions/call/call.ts'
import confirm from '../../../src/engine/actions/confirm/confirm.ts'
import condition from '../../../src/engine/actions/if/if.ts'
import set from '../../../src/engine/actions/set/set.ts'
import type { ConfirmRequest } from '../../../src/engine/language/action.ts'
import { loadFunctions } from '../../support/functions.ts'
import { compileScreen, english } from '../../support/compileScreen.ts'
import { renderNodes } from '../../support/renderNodes.tsx'
import { client } from '../../support/client.ts'
import access from '../../cases/calls/trade/access.json' with { type: 'json' }
import deal from '../../cases/calls/lever/deal.json' with { type: 'json' }
import example from '../../cases/calls/lever/quote.json' with { type: 'json' }

const order = { symbol: 'BTCUSDT', side: 'long', kind: 'limit', lots: '0.01', leverage: 10 }
const screen = compileScreen('leverLimit', {
  state: {
    by: { type: { type: 'string', enum: ['price', 'percent', 'profit'] }, value: 'price' },
    changed: false,
    priced: false,
  },
  queries: {
    info: { call: 'lever/deal', payload: { symbol: 'BTCUSDT' } },
    about: { call: 'lever/quote', payload: { ...order, price: '100000' } },
    access: { call: 'trade/access', payload: { symbol: 'BTCUSDT', product: 'leveraged' } },
  },
  body: [
    {
      widget: 'Stack',
      waitFor: 'access',
      children: [
        {
          part: 'lever/limit',
          props: {
            info: '=info',
            about: '=about',
            access: '=access',
            side: 'long',
            leverage: 10,
            by: '=state.by',
            changed: '=state.changed',
            priced: '=state.priced',
          },
        },
      ],
    },
  ],
})

beforeAll(() => loadFunctions(screen.requires.functions))

const quote = { ...example.ok.reply.data, kind: 'limit' }

test.each([
  [
    'filled at once',
    quote.price,
    /^The market is at your limit or better: the order is filled at once, at about [\d,.]+\.$/,
  ],
  ['pending', null, /^Filled as soon as the price is reached, at this price or better\./],
])('the confirmation of a limit order says that it is %s', async (_, immediate, text) => {
  client.language.apply('en', english)
  const questions: ConfirmRequest[] = []
  let submit: ((form: unknown) => unknown) | undefined
  const { reports } = renderNodes(screen.body, {
    screen,
    data: { info: deal.ok.reply.data, about: quote, access: access.ok.reply.data },
    widgets: {
      Stack: ({ children }) => <div>{children as ReactNode}</div>,
      Form({ onSubmit }) {
        submit = onSubmit as typeof submit
        return <form />
      },
    },
    actions: { call, confirm, if: condition, set } as never,
    context: {
      setState: () => undefined,
      call: () => Promise.resolve({ ok: true, data: { ...quote, immediate } } as never),
      confirm: (question) => Promise.resolve(questions.push(question) === 0),
    },
  })
  await act(async () => submit?.({ symbol: 'BTCUSDT', currency: 'USDT', lots: '0.01', price: '1' }))
  expect(reports).toEqual([])
  expect(questions.map((question) => question.text)).toEqual([expect.stringMatching(text)])
})
