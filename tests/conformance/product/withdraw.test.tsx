// @vitest-environment jsdom
import { act, render } from '../../support/react.tsx'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import closeSheet from '../../../src/engine/actions/closeSheet/closeSheet.ts'
import condition from '../../../src/engine/actions/if/if.ts'
import set from '../../../src/engine/actions/set/set.ts'
import setFormValues from '../../../src/engine/actions/setFormValues/setFormValues.ts'
import sheet from '../../../src/engine/actions/sheet/sheet.ts'
import { loadFunctions } from '../../support/functions.ts'
import type { Screen } from '../../../src/engine/language/expressions/program.ts'
import { useForm, type Values } from '../../../src/engine/renderer/form.ts'
import { NodesView } from '../../../src/engine/renderer/ScreenView.tsx'
import { english } from '../../support/compileScreen.ts'
import { projectScreen } from '../../support/project.ts'
import { renderNodes } from '../../support/renderNodes.tsx'
import { client } from '../../support/client.ts'
import example from '../../cases/calls/wallet/out_info.json' with { type: 'json' }

const { data: info } = example.ok.reply
const [address, card] = info.ways
const bitcoin = { ...address, id: 'own_BTC', payee: 'own', network: 'BTC', currency: 'BTC', available: '2' }

let screen: Screen
beforeAll(async () => {
  screen = projectScreen('/pages/assets/withdraw')
  await loadFunctions(screen.requires.functions)
})

/** Renders the screen with an address that was paid and a card for USDT, and an address for BTC. */
function withdrawal() {
  client.language.apply('en', english)
  let openList: (() => Promise<void>) | undefined
  let choose: ((event: { value: string }) => Promise<void>) | undefined
  const Container = ({ children }: Record<string, unknown>) => <div>{children as ReactNode}</div>
  const { state, reports } = renderNodes(screen.body, {
    screen,
    params: { currency: 'USDT' },
    data: { info: { ...info, ways: [{ ...address, lastPaid: 1_795_000_000 }, card, bitcoin] } },
    widgets: {
      ...Object.fromEntries(screen.requires.widgets.map((widget) => [widget.replace(/@.*/, ''), Container])),
      ListCell({ onPress }) {
        openList = onPress as typeof openList
        return <p>Address</p>
      },
      ChoiceList({ onChange }) {
        choose = onChange as typeof choose
        return <p>Addresses</p>
      },
      Form(props) {
        useForm(String(props.form), { initial: props.initial as Values })
        return <form />
      },
    },
    actions: { closeSheet, if: condition, set, setFormValues, sheet } as never,
    context: {
      closeSheet: () => undefined,
      setState: (path, value) => state.setState(path, value),
      setFormValues(name, values, clear) {
        state.form(name)?.setValues(values)
        state.form(name)?.clear(clear)
      },
    },
    contextOf: (view, scope) => ({
      async sheet({ nodes }) {
        render(<NodesView nodes={nodes} scope={scope} view={view} at="sheet" />)
      },
    }),
    reactStrictMode: false,
  })
  const pick = async (id: string) => {
    await act(async () => openList?.())
    await act(async () => choose?.({ value: id }))
  }
  return { form: state.form('withdraw'), reports, pick }
}

test('the amount typed for a currency is cleared with the address of another one', async () => {
  const { form, reports, pick } = withdrawal()
  act(() => form?.setValues({ amount: '250' }))
  await pick(bitcoin.id)
  expect(reports).toEqual([])
  expect(form?.data()).toEqual({ payee: bitcoin.payee, currency: 'BTC' })
  expect(form?.typedPaths()).toEqual([])
})

test('the amount remains with another address of the same currency', async () => {
  const { form, pick } = withdrawal()
  act(() => form?.setValues({ amount: '250' }))
  await pick(String(card?.id))
  expect(form?.data()).toEqual({ payee: card?.payee, currency: 'USDT', amount: '250' })
})
