import { expect, test } from 'vitest'
import { compiler, projectFiles } from '../../tests/support/project.ts'

const HELP = 'screens/help/index.json'

test('a dialog of the app can be opened by a button of its name, answered and closed', () => {
  const files = new Map(projectFiles)
  const screen = JSON.parse(files.get(HELP) ?? '') as { state?: object; body: object[] }
  const set = (value: boolean) => ({ action: 'set', name: 'asking', value })
  files.set(
    HELP,
    JSON.stringify({
      ...screen,
      state: { ...screen.state, asking: false },
      body: [
        ...screen.body,
        { widget: 'Button', props: { label: 'withdraw.confirm' }, on: { press: [set(true)] } },
        {
          widget: 'Dialog',
          props: { title: 'withdraw.confirm', open: '=state.asking', confirmLabel: 'withdraw.title' },
          on: { cancel: [set(false)], confirm: [set(false), { action: 'navigate', to: '/pages/assets/withdraw' }] },
        },
      ],
    }),
  )
  expect(compiler.check(files).diagnostics).toEqual([])
})
