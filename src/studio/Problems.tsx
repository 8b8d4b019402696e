import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { applyFix } from './model/fixes.ts'
import { focusPlace } from './model/focusPlace.ts'
import { groupProblems, showProblem } from './model/problems.ts'
import { wordsOfCounts } from './model/counts.ts'
import { useWorkspace, useWorkspaceState } from './model/context.tsx'
import css from './Problems.module.css'
import { Button } from './ui/ui.tsx'

const LIMIT = 200

/** The compiler's problems, those of the open file first; a press goes to the place, and a fix is one press away. */
export function Problems(): ReactNode {
  const workspace = useWorkspace()
  const diagnostics = useWorkspaceState((state) => state.diagnostics)
  const open = useWorkspaceState((state) => state.open)
  const checking = useWorkspaceState((state) => state.checking)
  const checks = useWorkspaceState((state) => state.checks)
  const [isOpen, setOpen] = useState(true)
  const own = diagnostics.filter(({ file }) => file === open)
  const listed = groupProblems([...own, ...diagnostics.filter(({ file }) => file !== open)]).slice(0, LIMIT)
  return (
    <section className={css.problems} aria-label="Problems" aria-busy={checking}>
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
          {listed.map(({ first: one, others }) => {
            const { fix } = one
            return (
              <li key={`${one.file}:${one.line}:${one.column}:${one.rule}:${one.message}`} className={css.problem}>
                <button
                  type="button"
                  className={css.place}
                  onClick={() => {
                    showProblem(workspace, one)
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
                    {one.message} {one.suggestion !== undefined && <span className={css.hint}>{one.suggestion}</span>}
                    <span className={css.where}>
                      {one.file}:{one.line} {one.rule}
                      {others.length > 0 && `, also in ${others.join(', ')}`}
                    </span>
                  </span>
                </button>
                {fix && <Button onClick={() => applyFix(workspace, one.file, fix)}>{fix.title}</Button>}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
