import { expect, test, vi } from 'vitest'
import { formOf, testForm } from '../../../tests/support/forms.ts'
import { evaluate } from '../language/expressions/evaluate.ts'
import type { Screen } from '../language/expressions/program.ts'
import { createQueryStore } from '../state/data/queryStore.ts'
import { createScreenState } from '../state/screen.ts'
import { createEnvironment } from './environment.ts'
import { client } from '../../../tests/support/client.ts'

const screen: Screen = {
  id: 'x',
  route: '/x',
  title: 'x',
  navigationBar: 'none',
  access: [],
  params: {},
  state: {},
  queries: {},
  onShow: [],
  body: [],
  requires: { widgets: [], actions: [], functions: [] },
  calls: {},
  forms: { pay: formOf([{ name: 'amount', schema: { type: 'string', format: 'decimal' } }, { name: 'note' }]) },
}

test('a field without input reads as its type declares: null for an amount, an empty text', () => {
  const data = createQueryStore(client, () => Promise.reject(new Error('no call is made')))
  const state = createScreenState(screen, {}, data, { createForm: testForm })
  const read = (name: string): unknown =>
    evaluate(['.', ['@', 'forms', 'pay'], name], null, createEnvironment(client, state, {}))
  expect([read('amount'), read('note')]).toEqual([null, ''])
  state.form('pay')?.field('amount')?.set('12.5')
  expect(read('amount')).toBe('12.5')
  data.close()
})

test('the environment reports when live prices become stale, and when they recover', () => {
  const read = (): unknown => evaluate(['@', 'device', 'liveStale'], null, createEnvironment(client, null, {}))
  expect(read()).toBe(false)
  client.live.setStale(true)
  expect(read()).toBe(true)
  client.live.setStale(false)
  expect(read()).toBe(false)
})

test('the environment reports the payments whose outcome is unknown', () => {
  const read = (): unknown => evaluate(['@', 'device', 'unresolvedPayments'], null, createEnvironment(client, null, {}))
  expect(read()).toEqual([])
  client.unresolvedPayments.set(['wallet/out'])
  expect(read()).toEqual(['wallet/out'])
  client.unresolvedPayments.set([])
  expect(read()).toEqual([])
})

test.each([
  ['short', 'shortWindowAtom'],
  ['narrow', 'narrowWindowAtom'],
] as const)('the environment reports a %s window', async (name, atomName) => {
  const read = (): unknown => evaluate(['@', 'device', name], null, createEnvironment(client, null, {}))
  expect(read()).toBe(false)
  const listeners = new Set<(event: { matches: boolean }) => void>()
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: (_: string, listener: (event: { matches: boolean }) => void) => listeners.add(listener),
  }))
  vi.resetModules()
  const { [atomName]: atom } = await import('../state/windowSize.ts')
  const { get } = await import('../state/store.ts')
  expect(get(atom)).toBe(true)
  for (const listener of listeners) listener({ matches: false })
  expect(get(atom)).toBe(false)
  vi.unstubAllGlobals()
})
