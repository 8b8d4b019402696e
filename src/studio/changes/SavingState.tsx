import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Present } from '../api.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
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
  const workspace = useWorkspace()
  const saved = useWorkspaceState((state) => state.saved)
  const others = useWorkspaceState((state) => state.others)
  const entries = useWorkspaceState((state) => state.entries)
  const [conflict] = Object.entries(saved.conflicts)
  const titleOf = (path: string): string => nameOf(path, entries.find(({ file }) => file === path)?.title)
  if (conflict) {
    const [path, theirs] = conflict
    const text = `${theirs?.author ?? 'Another author'} has changed ${titleOf(path)} at the same place as you: choose`
    return (
      <button type="button" className={css.state} title={text} onClick={() => workspace.set({ view: 'changes' })}>
        {text}
      </button>
    )
  }
  return (
    <>
      <output className={css.state} data-failed={saved.status === 'failed' || undefined}>
        {changed === 0 && saved.status === 'saved'
          ? 'No changes'
          : saved.withoutBackup === true && saved.status !== 'saved'
            ? 'Not saved yet, and this browser cannot keep it: leave the page open.'
            : SAVED[saved.status]}
      </output>
      {others.length > 0 && (
        <output className={css.others} title={others.map((one) => presence(one, titleOf)).join(', ')}>
          <Users size={14} aria-hidden /> <span>{others.map((one) => presence(one, titleOf)).join(', ')}</span>
        </output>
      )}
    </>
  )
}

const presence = ({ author, file }: Present, titleOf: (path: string) => string): string =>
  file === null ? `${author} is here` : `${author}: ${titleOf(file)}`
