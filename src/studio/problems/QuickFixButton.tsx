import { useMemo, type ReactNode } from 'react'
import type { Diagnostic } from '../compiler/protocol.ts'
import { quickFixOf } from '../make/quickFixes.ts'
import { sourcesOf } from '../make/display.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { applyFix } from '../model/fixes.ts'
import { deleteText } from '../texts/deleteText.ts'
import { filesWithout } from '../texts/ownTexts.ts'
import { Button } from '../ui/ui.tsx'
import { fixLabel } from './plain.ts'

/** Mends a problem at one press: by the fix of the compiler, or where the contract says all that it takes. */
export function QuickFixButton({ problem }: { problem: Diagnostic }): ReactNode {
  const workspace = useWorkspace()
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const text = files[problem.file]
  const { fix } = problem
  const quickFix = useMemo(
    () => (text === undefined || fix ? undefined : quickFixOf(problem, text, sourcesOf(files, published))),
    [problem, fix, text, files, published],
  )
  if (problem.rule === 'unused-text')
    return <Button onClick={() => deleteText(workspace, problem.path)}>Delete the text</Button>
  if (fix) return <Button onClick={() => applyFix(workspace, problem.file, fix)}>{fixLabel(fix)}</Button>
  if (!quickFix) return undefined
  const apply = (): void =>
    workspace.edit(
      quickFix.title,
      filesWithout(quickFix.file ?? problem.file, () => quickFix.text, files, published),
    )
  return <Button onClick={apply}>{quickFix.title}</Button>
}
