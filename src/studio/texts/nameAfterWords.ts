import type { Workspace } from '../model/workspace.ts'
import { renamedAfterWords } from './keys.ts'

/** Gives a text that was added with the start words a key derived from its own words, also in the dialog of its languages. */
export function nameAfterWords(workspace: Workspace, key: string): void {
  const { files, published, editedText } = workspace.get()
  const renamed = renamedAfterWords(key, files, published)
  if (!renamed) return
  workspace.edit(`Name the text ${renamed.key} after its words`, renamed.changes)
  if (editedText === key) workspace.set({ editedText: renamed.key })
}
