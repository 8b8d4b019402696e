// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CompilerClient } from './compiler/client.ts'
import { Message } from './Message.tsx'
import { WorkspaceProvider } from './model/context.tsx'
import { createWorkspace, type Workspace } from './model/workspace.ts'

let workspace: Workspace
beforeEach(() => {
  vi.useFakeTimers()
  workspace = createWorkspace('Ada', { update: () => new Promise(() => {}) } as unknown as CompilerClient)
  workspace.set({ files: { 'screens/a.json': '{}' } })
  workspace.edit('Delete it', { 'screens/a.json': '{ }' })
  render(
    <WorkspaceProvider value={workspace}>
      <Message />
    </WorkspaceProvider>,
  )
  act(() => workspace.notifyDone('Deleted: the screen.'))
})
afterEach(() => vi.useRealTimers())
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
const shown = (): boolean => screen.queryByRole('status') !== null

test('a notice with an undo is shown for 15 s', () => {
  pass(14_999)
  expect(shown()).toBe(true)
  pass(1)
  expect(shown()).toBe(false)
})

test.each([
  ['the pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['the focus', fireEvent.focus, fireEvent.blur],
])('it stays while it has %s', (_what, enter, leave) => {
  enter(screen.getByRole('status'))
  pass(60_000)
  expect(shown()).toBe(true)
  leave(screen.getByRole('status'))
  pass(15_000)
  expect(shown()).toBe(false)
})

test('it goes at the next edit', () => {
  act(() => workspace.edit('Change it', { 'screens/a.json': '{  }' }))
  expect(shown()).toBe(false)
})

test('another notice after one that was closed under the pointer is counted from its beginning', () => {
  fireEvent.pointerEnter(screen.getByRole('status'))
  fireEvent.click(screen.getByRole('button', { name: 'Close the message' }))
  act(() => workspace.notify('Saved.'))
  pass(6_000)
  expect(shown()).toBe(false)
})
