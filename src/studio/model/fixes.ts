import type { TitledFix } from '../../../codegen/compiler/service/index.ts'
import type { Workspace } from './workspace.ts'

/** Applies a fix of the compiler as one step of undo; `file` has the edits that name no other one. */
export function applyFix(workspace: Workspace, file: string, { title, edits }: TitledFix): void {
  const { files } = workspace.get()
  const changes: Record<string, string> = {}
  // From the end, so that the offsets of the other edits stay valid.
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    const path = edit.file ?? file
    const text = changes[path] ?? files[path]
    if (text !== undefined) changes[path] = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  }
  workspace.edit(title, changes)
}
