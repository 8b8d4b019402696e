import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { applyFix } from './model/fixes.ts'
import { localesOf } from './model/texts.ts'
import { openProblem } from './texts/openProblem.ts'
import { listedProblems, writeTranslations } from './texts/problems.ts'
import { focusPlace } from './model/focusPlace.ts'
import { wordsOfCounts } from './model/counts.ts'
import { useWorkspace, useWorkspaceState } from './model/context.tsx'
import css from './Problems.module.css'
import { LinkScreen } from './changes/LinkScreen.tsx'
import { CureButton } from './CureButton.tsx'
import { Button } from './ui/ui.tsx'

const LIMIT = 200

/** The compiler's problems, those of the open file first; a press goes to the place, and a fix is one press away. */
export function Problems({
  only,
}: {
  /** The file whose problems are listed; the others are counted. */ only?: string
}): ReactNode {
  const workspace = useWorkspace()
  const diagnostics = useWorkspaceState((state) => state.diagnostics)
  const open = useWorkspaceState((state) => state.open)
  const checking = useWorkspaceState((state) => state.checking)
  const checks = useWorkspaceState((state) => state.checks)
  const [isOpen, setOpen] = useState(true)
  const [linked, setLinked] = useState<string | null>(null)
  const own = diagnostics.filter(({ file }) => file === open)
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const others = only === undefined ? diagnostics.filter(({ file }) => file !== open) : []
  const listed = listedProblems([...own, ...others], english).slice(0, LIMIT)
  return (
    <section className={css.problems} aria-label="Problems" data-region="the problems" aria-busy={checking}>
      <button type="button" className={css.head} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Problems
        <output className={css.summary}>
          {checks === 0
            ? 'Reading the catalogue …'
            : diagnostics.length === 0
              ? 'The catalogue is sound.'
              : `${own.length} in this file, ${diagnostics.length} in the catalogue: ${wordsOfCounts(diagnostics)}`}
        </output>
      </button>
      {isOpen && diagnostics.length > 0 && (
        <ul className={css.list}>
          {listed.map(({ one, message, missing }) => {
            const { fix } = one
            return (
              <li key={`${one.file}:${one.line}:${one.column}:${one.rule}:${one.message}`} className={css.problem}>
                <button
                  type="button"
                  className={css.place}
                  onClick={() => {
                    openProblem(workspace, one)
                    focusPlace(one.path)
                  }}
                  title={`${one.file}:${one.line}:${one.column} ${one.rule}`}
                >
                  {one.severity === 'error' ? (
                    <CircleAlert size={14} className={css.error} aria-label="Error" />
                  ) : (
                    <TriangleAlert size={14} className={css.warning} aria-label="Warning" />
                  )}
                  <span>
                    {message}{' '}
                    {one.suggestion !== undefined && !missing && message === one.message && (
                      <span className={css.hint}>{one.suggestion}</span>
                    )}
                    <span className={css.where}>
                      {one.file}:{one.line} {one.rule}
                    </span>
                  </span>
                </button>
                {!fix && !missing && <CureButton problem={one} />}
                {missing && (
                  <Button onClick={() => workspace.set({ editedText: missing.key })}>
                    {writeTranslations(missing.languages.length)}
                  </Button>
                )}
                {one.rule === 'unreachable-screen' && (
                  <Button onClick={() => setLinked(one.file)}>Put a link to it …</Button>
                )}
                {fix && <Button onClick={() => applyFix(workspace, one.file, fix)}>{fix.title}</Button>}
              </li>
            )
          })}
        </ul>
      )}
      {linked !== null && <LinkScreen file={linked} onClose={() => setLinked(null)} />}
    </section>
  )
}
