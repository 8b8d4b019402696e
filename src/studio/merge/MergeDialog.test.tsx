// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '../../../tests/support/react.tsx'
import { EditorView } from '@codemirror/view'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangeSet } from '../api.ts'
import type { CompilerClient } from '../compiler/client.ts'
import { WorkspaceProvider } from '../model/context.tsx'
import { keepMerges } from '../model/saving/storedMerges.ts'
import { useShortcuts } from '../model/focus/useShortcuts.ts'
import { createWorkspace, type Workspace } from '../model/workspace.ts'
import { MergeDialog } from './MergeDialog.tsx'

const PATH = 'screens/a.json'
const MINE = '{ "a": 2 }'
const onClose = vi.fn()
const onMerged = vi.fn()
let workspace: Workspace

function open(sides: { mine: string | null; theirs: string | null }): void {
  cleanup()
  const Page = () => {
    useShortcuts(workspace)
    return (
      <WorkspaceProvider value={workspace}>
        <MergeDialog path={PATH} base={'{ "a": 1 }'} who="Grace" {...sides} onClose={onClose} onMerged={onMerged} />
      </WorkspaceProvider>
    )
  }
  render(<Page />)
}
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
const escape = (): boolean => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))

/** The editor of the right side. */
function right(): EditorView {
  const hosts = [...screen.getByRole('dialog').querySelectorAll('*')]
  const content = hosts.map(({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>('[aria-label="Your version"]'))
  const view = EditorView.findFromDOM(content.find((part) => part) ?? document.body)
  if (!view) throw new Error('There is no editor.')
  return view
}
const type = (text: string): void => act(() => right().dispatch({ changes: { from: 0, insert: text } }))

function load(author: string): void {
  workspace = createWorkspace(author, {} as unknown as CompilerClient)
  const step = { label: 'Mine', time: 0, changes: [{ path: PATH, before: '{ "a": 1 }', after: MINE }] }
  workspace.set({ files: { [PATH]: MINE }, history: { entries: [step], done: 1 } })
}

beforeEach(() => {
  vi.clearAllMocks()
  load('Ada')
})
afterEach(() => sessionStorage.clear())

describe('the code of both versions', () => {
  beforeEach(() => {
    open({ mine: MINE, theirs: '{ "a": 3 }' })
    press('Merge the code')
  })

  it('has an undo of its own', () => {
    const { history } = workspace.get()
    type('// words\n')
    fireEvent.keyDown(right().contentDOM, { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: true })
    expect(right().state.doc.toString()).toBe(MINE)
    fireEvent.keyDown(right().contentDOM, { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: true })
    expect(workspace.get().history).toBe(history)
  })

  it('closes at once while nothing is changed', () => {
    escape()
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('asks before Escape discards what is changed', () => {
    type('// words\n')
    escape()
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByText(/is not saved/)).toBeTruthy()
  })

  it('saves the right side as it is changed', () => {
    type('// words\n')
    press('Save the right side')
    expect(onMerged).toHaveBeenCalledExactlyOnceWith(`// words\n${MINE}`)
  })
})

describe('a merge that is put off', () => {
  const SIDES = { mine: MINE, theirs: '{ "a": 3 }' }
  const isChosen = (name: RegExp): boolean => screen.getByRole<HTMLInputElement>('radio', { name }).checked
  const merge = (sides = SIDES): void => {
    open(sides)
    press('Merge the code')
  }
  beforeEach(() => open(SIDES))

  it.each<[string, () => void]>([
    ['Later', () => press('Later')],
    ['Escape', escape],
    ['the cross', () => press('Close')],
  ])('has its choices after %s', (_name, leave) => {
    fireEvent.click(screen.getByRole('radio', { name: /^Grace/ }))
    leave()
    expect(onClose).toHaveBeenCalledOnce()
    open(SIDES)
    expect(isChosen(/^Grace/)).toBe(true)
    press('Save the choice')
    expect(onMerged).toHaveBeenCalledExactlyOnceWith(SIDES.theirs)
  })

  it('has its code after Later', () => {
    merge()
    type('// words\n')
    press('Later')
    open(SIDES)
    expect(right().state.doc.toString()).toBe(`// words\n${MINE}`)
    press('Save the right side')
    expect(onMerged).toHaveBeenCalledExactlyOnceWith(`// words\n${MINE}`)
  })

  it('has its code after the choice in words was shown', () => {
    merge()
    type('// words\n')
    press('Choose in words')
    expect(screen.getByText(/no part of this choice/)).toBeTruthy()
    press('Merge the code')
    expect(right().state.doc.toString()).toBe(`// words\n${MINE}`)
  })

  it('begins again after its code was discarded', () => {
    merge()
    type('// words\n')
    escape()
    press('Discard')
    merge()
    expect(right().state.doc.toString()).toBe(MINE)
  })

  it.each<[string, { mine: string; theirs: string }, string]>([
    ['their version', { mine: MINE, theirs: '{ "a": 4 }' }, '{ "a": 2, "c": 1 }'],
    ['another place', { mine: '{ "a": 2, "b": 1 }', theirs: SIDES.theirs }, '{ "a": 2, "b": 1, "c": 1 }'],
    ['the same place', { mine: '{ "a": 2, "c": 2 }', theirs: SIDES.theirs }, '{ "a": 2, "c": 1 }'],
  ])('has its code beside a change of %s', (_name, sides, expected) => {
    merge()
    act(() => right().dispatch({ changes: { from: MINE.length - 2, insert: ', "c": 1' } }))
    press('Later')
    open(sides)
    expect(JSON.parse(right().state.doc.toString())).toEqual(JSON.parse(expected))
    expect(screen.getByText(/has changed since/)).toBeTruthy()
  })

  describe('after a reload', () => {
    const reload = (author = 'Ada'): void => {
      window.dispatchEvent(new Event('pagehide'))
      stop()
      load(author)
      open(SIDES)
    }
    let stop: () => void
    beforeEach(() => void (stop = keepMerges(workspace)))

    it('has its code', () => {
      merge()
      type('// words\n')
      reload()
      expect(right().state.doc.toString()).toBe(`// words\n${MINE}`)
    })

    it('has its choices', () => {
      fireEvent.click(screen.getByRole('radio', { name: /^Grace/ }))
      reload()
      expect(isChosen(/^Grace/)).toBe(true)
    })

    it('is that of its author only', () => {
      fireEvent.click(screen.getByRole('radio', { name: /^Grace/ }))
      reload('Omar')
      expect(isChosen(/^You/)).toBe(true)
    })

    it('is over once it is saved', () => {
      merge()
      type('// words\n')
      press('Save the right side')
      reload()
      expect(isChosen(/^You/)).toBe(true)
    })
  })

  it.each(['', '{', '[1]', 'null', `{"${PATH}":{"choices":["none"]}}`, `{"${PATH}":{"changeSet":null,"base":1}}`])(
    'is not read from %j',
    (stored) => {
      sessionStorage.setItem('placard.studio.merges:Ada', stored)
      load('Ada')
      expect(workspace.get().mergeDrafts).toEqual({})
    },
  )

  it('is no merge of another change set', () => {
    const sets = ['one', 'two'].map((id) => ({ id, name: id, author: 'Ada', state: 'open' }) as ChangeSet)
    workspace.set({ changeSet: sets[0] ?? null })
    merge()
    type('// words\n')
    workspace.set({ changeSet: sets[1] ?? null })
    merge()
    expect(right().state.doc.toString()).toBe(MINE)
  })

  it('is over once it is saved', () => {
    merge()
    type('// words\n')
    press('Save the right side')
    expect(workspace.get().mergeDrafts).toEqual({})
  })
})

it.each<[string, string | null, string | null, string, string | null]>([
  ['their deletion is taken', MINE, null, 'Delete it too', null],
  ['their deletion is refused', MINE, null, 'Save the right side', MINE],
  ['a deletion here stays', null, MINE, 'Keep it deleted', null],
  ['a deletion here is taken back', null, MINE, 'Take their version', MINE],
])('a deleted file is no empty one: %s', (_name, mine, theirs, button, expected) => {
  open({ mine, theirs })
  expect(screen.getByText(/file.*deleted|deleted.*file/)).toBeTruthy()
  press(button)
  expect(onMerged).toHaveBeenCalledExactlyOnceWith(expected)
})

it('saves what is written over a deletion', () => {
  open({ mine: null, theirs: MINE })
  type('{}')
  press('Save the right side')
  expect(onMerged).toHaveBeenCalledExactlyOnceWith('{}')
})
