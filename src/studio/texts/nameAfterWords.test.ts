import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CompilerClient } from '../compiler/client.ts'
import { createWorkspace } from '../model/workspace.ts'
import { nameAfterWords } from './nameAfterWords.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a text that gets a key of its words keeps the dialog of its languages open, and one undo takes the key back', () => {
  const workspace = createWorkspace('Ada', { update: () => new Promise(() => {}) } as unknown as CompilerClient)
  const files = { 'locales/en.json': '{"a.yourWords":"Amount is big"}', 'screens/a.json': '{"title":"a.yourWords"}' }
  workspace.set({ files, editedText: 'a.yourWords' })
  nameAfterWords(workspace, 'a.yourWords')
  expect(workspace.get().editedText).toBe('a.amountIsBig')
  expect(workspace.get().files['screens/a.json']).toBe('{"title":"a.amountIsBig"}')
  workspace.undo()
  expect(workspace.get().files).toEqual(files)
  workspace.set({ editedText: null })
  nameAfterWords(workspace, 'a.yourWords')
  expect(workspace.get().editedText).toBeNull()
})
