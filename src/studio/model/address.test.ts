// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { createStore } from './store.ts'
import { followAddress, fragmentOf, shownBy } from './address.ts'
import type { Workspace } from './workspace.ts'
import type { WorkspaceState } from './workspaceState.ts'

const FILES = { 'screens/a.json': '{}', 'schemas/forms/b.json': '{}' }

it.each<[string, Pick<WorkspaceState, 'view' | 'open'> | null]>([
  ['#screens/screens/a.json', { view: 'screens', open: 'screens/a.json' }],
  ['#forms/schemas/forms/b.json', { view: 'forms', open: 'schemas/forms/b.json' }],
  ['#texts', { view: 'texts', open: null }],
  ['#screens/screens/gone.json', { view: 'screens', open: null }],
  ['#nothing/screens/a.json', null],
  ['', null],
])('%s shows %j', (fragment, shown) => {
  expect(shownBy(fragment, FILES)).toEqual(shown)
  if (shown?.open !== null && shown) expect(fragmentOf(shown)).toBe(fragment)
})

it('opens what the address names, follows what is opened, and goes back', async () => {
  history.replaceState(null, '', '#texts')
  const store = createStore({ view: 'screens', open: null, selected: '', files: FILES } as unknown as WorkspaceState)
  const openFile = (open: string) => store.set({ view: 'screens', open })
  const stop = followAddress({ ...store, openFile } as unknown as Workspace)
  expect(store.get().view).toBe('texts')
  openFile('screens/a.json')
  expect(location.hash).toBe('#screens/screens/a.json')
  history.back()
  await vi.waitFor(() => expect(store.get()).toMatchObject({ view: 'texts', open: null }), { timeout: 60_000 })
  stop()
})
