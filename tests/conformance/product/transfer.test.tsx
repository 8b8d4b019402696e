// @vitest-environment jsdom
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import condition from '../../../src/engine/actions/if/if.ts'
import setFormValues from '../../../src/engine/actions/setFormValues/setFormValues.ts'
import { loadFunctions } from '../../support/functions.ts'
import type { Screen } from '../../../src/engine/language/expressions/program.ts'
import { useForm, type Values } from '../../../src/engine/renderer/form.ts'
import { english } from '../../support/compileScreen.ts'
import { projectScreen } from '../../support/project.ts'
import { renderNodes } from '../../support/renderNodes.tsx'
import { client } from '../../support/client.ts'
import example from '../../cases/calls/wallet/transfer_info.json' with { type: 'json' }

let screen: Screen
beforeAll(async () => {
  screen = projectScreen('/pages/assets/transfer')
  await loadFunctions(screen.requires.functions)
})

test.each([
  ['currency', 'BTC', undefined],
  ['amount', '3', '3'],
])('after a change of the %s the amount is the one for that currency', async (field, value, amount) => {
  client.language.apply('en', english)
  let change: ((event: { field: string }) => Promise<void>) | undefined
  const Container = ({ children }: Record<string, unknown>) => <div>{children as ReactNode}</div>
  const { state, reports } = renderNodes(screen.body, {
    screen,
    params: { currency: 'USDT' },
    data: { info: example.ok.reply.data },
    widgets: {
      ...Object.fromEntries(screen.requires.widgets.map((widget) => [widget.replace(/@.*/, ''), Container])),
      Form(props) {
        useForm(String(props.form), { initial: props.initial as Values })
        change = props.onChange as typeof change
        return <form />
      },
    },
    actions: { if: condition, setFormValues } as never,
    context: {
      setFormValues(name, values, clear) {
        state.form(name)?.setValues(values)
        state.form(name)?.clear(clear)
      },
    },
    reactStrictMode: false,
  })
  const form = state.form('transfer')
  act(() => form?.setValues({ amount: '250' }))
  act(() => form?.setValues({ [field]: value }))
  await act(async () => change?.({ field }))
  expect(reports).toEqual([])
  expect(form?.data()).toMatchObject({ currency: field === 'currency' ? value : 'USDT' })
  expect(form?.data().amount).toBe(amount)
})
