import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Present } from '../api.ts'
import { useWorkspaceState } from '../model/context.tsx'
import { nameOf } from '../model/fileNames.ts'
import css from '../TopBar.module.css'

const SAVED = {
  saved: 'All changes are saved',
  saving: 'Saving …',
  waiting: 'Saving …',
  failed: 'Not saved: the server cannot be reached. It is tried again.',
}

/** Whether the changes are saved, and who else works on them. */
export function SavingState({ changed }: { changed: number }): ReactNode {
  const saved = useWorkspaceState((state) => state.saved)
  const others = useWorkspaceState((state) => state.others)
  const entries = useWorkspaceState((state) => state.entries)
  const isUndecided = Object.keys(saved.conflicts).length > 0
  const titleOf = (path: string): string => nameOf(path, entries.find(({ file }) => file === path)?.title)
  return (
    <>
      <output className={css.state} data-failed={saved.status === 'failed' || undefined}>
        {isUndecided
          ? 'Saved on this device'
          : changed === 0 && saved.status === 'saved'
            ? 'No changes'
            : saved.withoutBackup === true && saved.status !== 'saved'
              ? 'Not saved yet, and this browser cannot keep it: leave the page open.'
              : SAVED[saved.status]}
      </output>
      {others.length > 0 && (
        <output className={css.others} title={others.map((other) => presence(other, titleOf)).join(', ')}>
          <Users size={14} aria-hidden /> <span>{others.map((other) => presence(other, titleOf)).join(', ')}</span>
        </output>
      )}
    </>
  )
}

const presence = ({ author, file }: Present, titleOf: (path: string) => string): string =>
  file === null ? `${author} is here` : `${author}: ${titleOf(file)}`
