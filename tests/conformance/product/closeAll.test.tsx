// @vitest-environment jsdom
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import call from '../../../src/engine/actions/call/call.ts'
import confirm from '../../../src/engine/actions/confirm/confirm.ts'
import condition from '../../../src/engine/actions/if/if.ts'
import invalidate from '../../../src/engine/actions/invalidate/invalidate.ts'
import toast from '../../../src/engine/actions/toast/toast.ts'
import { loadFunctions } from '../../support/functions.ts'
import type { ConfirmRequest } from '../../../src/engine/language/action.ts'
import { compileScreen, english } from '../../support/compileScreen.ts'
import { renderNodes } from '../../support/renderNodes.tsx'
import { client } from '../../support/client.ts'
import example from '../../cases/calls/lever/my_trade.json' with { type: 'json' }

const screen = compileScreen('positions', {
  queries: { coins: { call: 'lever/my_trade', payload: { mode: '=session.mode' } } },
  body: [
    {
      widget: 'Stack',
      waitFor: 'coins',
      children: [{ part: 'lever/closeAll', props: { positions: '=coins.positions', barred: '=false' } }],
    },
  ],
})

beforeAll(() => loadFunctions(screen.requires.functions))

const [position] = example.ok.reply.data.positions
const open = { ...position, id: 'p1', profit: '-0.01', opens: null }
const other = { ...open, id: 'p3', lots: '0.02', fee: '0.9', profit: '3' }
const shut = { ...position, id: 'p2', profit: '50', opens: 1797300000 }

interface ButtonProps {
  disabled?: boolean
  onPress?: () => Promise<void>
}

/** Renders the button with these positions; the server closes those whose market is open. */
function closeAll(positions: unknown[], left: number) {
  client.language.apply('en', english)
  const seen: { button: ButtonProps; question?: ConfirmRequest; toasts: string[] } = { button: {}, toasts: [] }
  const { reports } = renderNodes(screen.body, {
    screen,
    data: { coins: { ...example.ok.reply.data, positions } },
    widgets: {
      Stack: ({ children }) => <div>{children as ReactNode}</div>,
      Button: (props) => {
        seen.button = props
        return <button type="button">Close all</button>
      },
    },
    actions: { call, confirm, if: condition, invalidate, toast } as never,
    context: {
      confirm: (question) => {
        seen.question = question
        return Promise.resolve(true)
      },
      call: () => Promise.resolve({ ok: true, data: { closed: positions.length - left, left, net: '-0.92' } } as never),
      toast: (text) => void seen.toasts.push(text),
      invalidate: () => undefined,
    },
  })
  return { seen, reports }
}

const plain = (text: string | undefined) => text?.replaceAll('\u00A0', ' ')

test.each([
  ['all markets are open', [open, other], 0, ['Real account'], 'Positions closed: 2. Result: −0.92 USDT'],
  [
    'one market is closed',
    [open, shut],
    1,
    ['Real account'],
    'Positions closed: 1. Result: −0.92 USDT. Still open, market closed: 1',
  ],
])('close all confirms and reports what is closed: %s', async (_, positions, left, rows, toasted) => {
  const { seen, reports } = closeAll(positions, left)
  expect(seen.button.disabled).toBe(false)
  await act(async () => seen.button.onPress?.())
  expect(reports).toEqual([])
  expect(seen.question?.rows?.map(({ value }) => plain(value))).toEqual(rows)
  // The result follows the price while the dialog is open.
  expect(JSON.stringify(seen.question?.nodes)).toContain('lever.partResult')
  expect(seen.toasts.map(plain)).toEqual([toasted])
})

test('close all is disabled while no market is open', () => {
  expect(closeAll([shut], 1).seen.button.disabled).toBe(true)
})
