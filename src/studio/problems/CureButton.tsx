import { useMemo, type ReactNode } from 'react'
import type { Diagnostic } from '../compiler/protocol.ts'
import { cureOf } from '../make/cures.ts'
import { sourcesOf } from '../make/display.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { deleteText } from '../texts/deleteText.ts'
import { Button } from '../ui/ui.tsx'

/** Mends a problem at one press, where the contract says all that it takes. */
export function CureButton({ problem }: { problem: Diagnostic }): ReactNode {
  const workspace = useWorkspace()
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const text = files[problem.file]
  const cure = useMemo(
    () => (text === undefined ? undefined : cureOf(problem, text, sourcesOf(files, published))),
    [problem, text, files, published],
  )
  if (problem.rule === 'unused-text')
    return <Button onClick={() => deleteText(workspace, problem.path)}>Delete the text</Button>
  return cure && <Button onClick={() => workspace.edit(cure.title, { [problem.file]: cure.text })}>{cure.title}</Button>
}
