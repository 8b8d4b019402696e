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
import { useMemo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import css from './TopBar.module.css'
import { useWorkspace, useWorkspaceState } from './model/context.tsx'
import { focusProblems } from './model/focus/focusProblems.ts'
import { stepLabel } from './model/history.ts'
import { STUDIO_LANGUAGES, type StudioLanguage } from './model/studioLanguage.ts'
import { problemCounts } from './problems/listed.ts'
import type { View } from './model/workspaceState.ts'
import { Badge, Button, IconButton } from './ui/ui.tsx'
import { SavingState } from './changes/SavingState.tsx'
import { currentTheme, setTheme } from './ui/theme.ts'

const VIEWS: readonly { view: View; label: string; icon: typeof BookOpen }[] = [
  { view: 'screens', label: 'Screens', icon: FilePenLine },
  { view: 'forms', label: 'Forms', icon: ListChecks },
  { view: 'texts', label: 'Texts', icon: Languages },
  { view: 'reference', label: 'Reference', icon: BookOpen },
  { view: 'changes', label: 'Changes', icon: GitPullRequest },
]

interface Props {
  /** That of findings and changes. */
  language: StudioLanguage
  onLanguage: (language: StudioLanguage) => void
  onLeave: () => void
}

export function TopBar({ language, onLanguage, onLeave }: Props): ReactNode {
  const workspace = useWorkspace()
  const view = useWorkspaceState((state) => state.view)
  const history = useWorkspaceState((state) => state.history)
  const diagnostics = useWorkspaceState((state) => state.diagnostics)
  const isRead = useWorkspaceState((state) => state.checks > 0)
  const author = useWorkspaceState((state) => state.author)
  const files = useWorkspaceState((state) => state.files)
  const problems = useMemo(() => problemCounts(diagnostics, files), [diagnostics, files])
  const [theme, set] = useState(currentTheme)
  const changed = workspace.saver.changedPaths().length
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className={css.bar} data-region="the views">
      <h1 className={css.brand}>Studio</h1>
      <nav className={css.views} aria-label="Views">
        {VIEWS.map(({ view: name, label, icon: Icon }) => (
          <button
            key={name}
            type="button"
            className={css.view}
            aria-current={view === name ? 'page' : undefined}
            onClick={() => workspace.showView(name)}
          >
            <Icon size={15} aria-hidden />
            {label}
            {name === 'changes' && <Badge count={changed} label="changed files" />}
          </button>
        ))}
      </nav>
      <SavingState changed={changed} />
      {problems.count === 0 ? (
        <span className={css.count}>{isRead ? 'No problems' : 'Reading the catalogue …'}</span>
      ) : (
        <button
          type="button"
          className={css.count}
          title="Show the problems"
          onClick={() => {
            // The list of all problems is beside the screens.
            flushSync(() => workspace.showView('screens'))
            focusProblems()
          }}
        >
          {problems.words}
        </button>
      )}
      <IconButton
        label={stepLabel('Undo', history.entries[history.done - 1])}
        disabled={history.done === 0}
        onClick={() => workspace.undo()}
      >
        <Undo2 size={16} aria-hidden />
      </IconButton>
      <IconButton
        label={stepLabel('Redo', history.entries[history.done])}
        disabled={history.done === history.entries.length}
        onClick={() => workspace.redo()}
      >
        <Redo2 size={16} aria-hidden />
      </IconButton>
      <select
        className={css.language}
        aria-label="Language of problems and changes"
        title="Language of problems and changes"
        value={language}
        onChange={({ target }) => onLanguage(target.value === 'de' ? 'de' : 'en')}
      >
        {Object.entries(STUDIO_LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
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
