import type { ReactNode } from 'react'
import { nameOf } from './model/fileNames.ts'
import { LastSound } from './problems/Problems.tsx'
import { Hint } from './ui/ui.tsx'

/** Replaces the content of a file while its text is no JSON. */
export const BrokenDocument = ({ file }: { file: string }): ReactNode => (
  <div role="note">
    <Hint>
      The code of {nameOf(file)} is broken: a brace, a quote or a comma is missing or too many. What it has is shown
      again as soon as that is mended.
    </Hint>
    <LastSound file={file} />
  </div>
)
