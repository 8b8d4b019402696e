import type { ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from './model/context.tsx'
import { nameOf } from './model/fileNames.ts'
import { lastSound } from './model/sound.ts'
import { Button, Hint } from './ui/ui.tsx'

/** Stands in place of what a file has, while its text is no JSON. */
export function BrokenDocument({ file }: { file: string }): ReactNode {
  const workspace = useWorkspace()
  const history = useWorkspaceState((state) => state.history)
  const published = useWorkspaceState((state) => state.published)
  const sound = lastSound(file, history, published)
  return (
    <div role="note">
      <Hint>
        The code of {nameOf(file)} is broken: a brace, a quote or a comma is missing or too many. What it has is shown
        again as soon as that is mended.
      </Hint>
      {sound !== undefined && (
        <Button onClick={() => workspace.edit(`Back to the last sound version of ${nameOf(file)}`, { [file]: sound })}>
          Back to the last sound version
        </Button>
      )}
    </div>
  )
}
