import {
  BookOpen,
  FilePenLine,
  GitPullRequest,
  Languages,
  ListChecks,
  LogOut,
  Moon,
  Redo2,
  Sun,
  Undo2,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import css from './TopBar.module.css'
import { useWorkspace, useWorkspaceState } from './model/context.tsx'
import { wordsOfCounts } from './model/counts.ts'
import type { View } from './model/workspace.ts'
import { Badge, Button, IconButton } from './ui/ui.tsx'
import { currentTheme, setTheme } from './ui/theme.ts'

const VIEWS: readonly { view: View; label: string; icon: typeof BookOpen }[] = [
  { view: 'screens', label: 'Screens', icon: FilePenLine },
  { view: 'forms', label: 'Forms', icon: ListChecks },
  { view: 'texts', label: 'Texts', icon: Languages },
  { view: 'reference', label: 'Reference', icon: BookOpen },
  { view: 'changes', label: 'Changes', icon: GitPullRequest },
]

const SAVED = {
  saved: 'All changes are saved',
  saving: 'Saving …',
  waiting: 'Saving …',
  failed: 'Not saved: the server cannot be reached. It is tried again.',
}

export function TopBar({ onLeave }: { onLeave: () => void }): ReactNode {
  const workspace = useWorkspace()
  const view = useWorkspaceState((state) => state.view)
  const changeSet = useWorkspaceState((state) => state.changeSet)
  const saved = useWorkspaceState((state) => state.saved)
  const history = useWorkspaceState((state) => state.history)
  const diagnostics = useWorkspaceState((state) => state.diagnostics)
  const author = useWorkspaceState((state) => state.author)
  useWorkspaceState((state) => state.files)
  const [theme, set] = useState(currentTheme)
  const changed = workspace.saver.changedPaths().length
  const [undone, redone] = [history.entries[history.done - 1], history.entries[history.done]]
  const [conflict] = Object.entries(saved.conflicts)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className={css.bar}>
      <span className={css.brand}>Studio</span>
      <nav className={css.views} aria-label="Views">
        {VIEWS.map(({ view: name, label, icon: Icon }) => (
          <button
            key={name}
            type="button"
            className={css.view}
            aria-current={view === name ? 'page' : undefined}
            onClick={() => workspace.set({ view: name })}
          >
            <Icon size={15} aria-hidden />
            {label}
            {name === 'changes' && <Badge count={changed} label="changed files" />}
          </button>
        ))}
      </nav>
      <output className={css.state} data-failed={saved.status === 'failed' || undefined}>
        {conflict
          ? `${conflict[1]?.author ?? 'Another author'} has saved ${conflict[0]} too: merge it under Changes`
          : changeSet === null && changed === 0
            ? 'No changes'
            : saved.withoutBackup === true && saved.status !== 'saved'
              ? 'Not saved yet, and this browser cannot keep it: leave the page open.'
              : SAVED[saved.status]}
      </output>
      <span className={css.count}>{diagnostics.length === 0 ? 'No problems' : wordsOfCounts(diagnostics)}</span>
      <IconButton
        label={undone ? `Undo: ${undone.label}` : 'Undo'}
        disabled={history.done === 0}
        onClick={() => workspace.undo()}
      >
        <Undo2 size={16} aria-hidden />
      </IconButton>
      <IconButton
        label={redone ? `Redo: ${redone.label}` : 'Redo'}
        disabled={history.done === history.entries.length}
        onClick={() => workspace.redo()}
      >
        <Redo2 size={16} aria-hidden />
      </IconButton>
      <IconButton
        label={`Use the ${other} theme`}
        onClick={() => {
          setTheme(other)
          set(other)
        }}
      >
        {theme === 'dark' ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
      </IconButton>
      <Button look="primary" onClick={() => workspace.set({ view: 'changes' })} disabled={changed === 0}>
        Review and publish
      </Button>
      <IconButton label={`Leave the studio (${author})`} onClick={onLeave}>
        <LogOut size={16} aria-hidden />
      </IconButton>
    </header>
  )
}
