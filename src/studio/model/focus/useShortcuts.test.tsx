// @vitest-environment jsdom
import { fireEvent, render } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompilerClient } from '../../compiler/client.ts'
import { ExpressionField } from '../../inspector/ExpressionField.tsx'
import { createEditor } from '../../json/editor.ts'
import { WorkspaceProvider } from '../context.tsx'
import { useShortcuts } from './useShortcuts.ts'
import { createWorkspace, type Workspace } from '../workspace.ts'

const FIRST = 'screens/a.json'
const SECOND = 'screens/b.json'
const UNDO = { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: true }

const labels = ({ get }: Workspace): string[] => {
  const { entries, done } = get().history
  return entries.slice(0, done).map(({ label }) => label)
}

let workspace: Workspace
beforeEach(() => {
  vi.useFakeTimers()
  const silent = { update: () => new Promise(() => {}) }
  workspace = createWorkspace('Ada', silent as unknown as CompilerClient)
  workspace.set({ files: { [FIRST]: '{}', [SECOND]: '{}' } })
  workspace.edit('One', { [FIRST]: '{ }' })
  workspace.edit('Two', { [SECOND]: '{ }' })
  const Page = () => (useShortcuts(workspace), (<button type="button">A button</button>))
  render(<Page />)
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const contentOf = (host: Element | null): Element => {
  const content = host?.shadowRoot?.querySelector('.cm-content')
  if (!content) throw new Error('There is no editor.')
  return content
}

describe('Ctrl+Z undoes one step', () => {
  it('in the page', () => {
    fireEvent.keyDown(document.body, UNDO)
    expect(labels(workspace)).toEqual(['One'])
  })

  it('in the code', () => {
    const host = document.body.appendChild(document.createElement('div'))
    const editor = createEditor(host, workspace, SECOND)
    fireEvent.keyDown(contentOf(host), UNDO)
    editor.close()
    expect(labels(workspace)).toEqual(['One'])
  })

  it('in an expression', () => {
    const { container } = render(
      <WorkspaceProvider value={workspace}>
        <ExpressionField label="visible" value="=true" file={SECOND} place="visible" onChange={() => undefined} />
      </WorkspaceProvider>,
    )
    fireEvent.keyDown(contentOf(container.firstElementChild), UNDO)
    expect(labels(workspace)).toEqual(['One'])
  })
})

it('Ctrl+Z undoes nothing behind an open dialog', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.showModal()
  fireEvent.keyDown(dialog, UNDO)
  fireEvent.keyDown(document.body, UNDO)
  expect(labels(workspace)).toEqual(['One', 'Two'])
})
