import { expect, test, vi } from 'vitest'
import type { CompilerClient } from '../compiler/client.ts'
import { createWorkspace } from './workspace.ts'

test('a subscriber sees an edit, an undo and a redo whole: files and history change together', () => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 })
  const workspace = createWorkspace('Ada', { update: () => new Promise(() => {}) } as unknown as CompilerClient)
  workspace.set({ files: { 'screens/a.json': '{}' } })
  const seen: string[] = []
  workspace.watch(() => {
    const { files, history } = workspace.get()
    seen.push(`${files['screens/a.json']} ${history.done}`)
  })
  workspace.edit('Edit the JSON', { 'screens/a.json': '{ }' })
  workspace.undo()
  workspace.redo()
  expect([...new Set(seen)]).toEqual(['{ } 1', '{} 0'])
  workspace.asOneStep(() => {
    workspace.edit('Create the text', { 'locales/en.json': '{}' })
    workspace.edit('Use the text', { 'screens/a.json': '{"a":1}' })
  })
  workspace.undo()
  expect(workspace.get().files).toEqual({ 'screens/a.json': '{ }' })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
