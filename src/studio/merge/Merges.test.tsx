// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Change } from '../api.ts'
import type { CompilerClient } from '../compiler/client.ts'
import { WorkspaceProvider } from '../model/context.tsx'
import { createWorkspace, type Workspace } from '../model/workspace.ts'
import { Merges } from './Merges.tsx'

const PATH = 'screens/a.json'
const of = (a: number): string => `{ "a": ${a} }`

let workspace: Workspace
beforeEach(() => {
  vi.useFakeTimers()
  const silent = { update: () => new Promise(() => {}) }
  workspace = createWorkspace('Ada', silent as unknown as CompilerClient)
})
afterEach(() => vi.useRealTimers())

/** Shows the conflict of a file that is changed here with what another author has saved; null: they have dropped their change. */
function open(theirs: Change | null): void {
  workspace.saver.start([{ path: PATH, text: of(2), base: of(1), version: 1, author: 'Grace', time: 0 }])
  workspace.set({
    files: { [PATH]: of(3) },
    published: { [PATH]: of(1) },
    saved: { status: 'saved', conflicts: { [PATH]: theirs } },
  })
  render(
    <WorkspaceProvider value={workspace}>
      <Merges onClose={() => undefined} />
    </WorkspaceProvider>,
  )
}
const press = (name: string | RegExp, role = 'button'): boolean => fireEvent.click(screen.getByRole(role, { name }))

it('a dropped change leaves the file as it is live', () => {
  open(null)
  press(/^Another author/, 'radio')
  press('Save the choice')
  expect(workspace.get().files).toEqual({ [PATH]: of(1) })
})

it('a file that they have deleted is deleted', () => {
  open({ path: PATH, text: null, base: of(1), version: 2, author: 'Grace', time: 0 })
  press('Delete it too')
  expect(workspace.get().files).toEqual({})
})

it('a file whose deletion was published is deleted', () => {
  workspace.set({
    files: { [PATH]: of(3) },
    liveConflicts: [{ path: PATH, base: of(1), mine: of(3), theirs: null }],
  })
  render(
    <WorkspaceProvider value={workspace}>
      <Merges onClose={() => undefined} />
    </WorkspaceProvider>,
  )
  press('Delete it too')
  expect(workspace.get()).toMatchObject({ files: {}, liveConflicts: [] })
})
