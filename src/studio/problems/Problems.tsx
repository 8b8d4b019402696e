import { CircleAlert, Languages, Lightbulb, TriangleAlert } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { LinkScreen } from '../changes/LinkScreen.tsx'
import { locationWords } from '../changes/differenceWords.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { nameOf } from '../model/fileNames.ts'
import { focusPlace } from '../model/focus/focusPlace.ts'
import { localesOf } from '../model/texts.ts'
import { lastSound } from '../model/sound.ts'
import { widgetsOf } from '../model/vocabulary.ts'
import { Button } from '../ui/ui.tsx'
import { QuickFixButton } from './QuickFixButton.tsx'
import { listedProblems, problemCounts, problemsFor, writeTranslations, type ListedProblem } from './listed.ts'
import { openProblem } from './openProblem.ts'
import { isBroken } from './plain.ts'
import css from './Problems.module.css'

const LIMIT = 200
const NONE = {}

/**
 * The compiler's problems, those of the open file first; a press opens the position of a problem, and a fix needs one
 * press.
 */
export function Problems({
  only,
}: {
  /** The file whose problems alone are listed while it has any; the others are counted. */ only?: string
}): ReactNode {
  const diagnostics = useWorkspaceState((state) => state.diagnostics)
  const open = useWorkspaceState((state) => state.open)
  const checking = useWorkspaceState((state) => state.checking)
  const checks = useWorkspaceState((state) => state.checks)
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const [isOpen, setOpen] = useState(true)
  const [linked, setLinked] = useState<string | null>(null)
  const own = diagnostics.filter(({ file }) => file === open)
  const shown = listedProblems(problemsFor(diagnostics, open, only), { files, published }).slice(0, LIMIT)
  const all = problemCounts(diagnostics, files)
  const here = problemCounts(own, files).count
  return (
    <section className={css.problems} aria-label="Problems" data-region="the problems" aria-busy={checking}>
      <button type="button" className={css.head} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Problems
        <output className={css.summary}>
          {checks === 0
            ? 'Reading the catalogue …'
            : all.count === 0
              ? 'The catalogue is sound.'
              : `${all.words}; ${here === all.count ? (here === 1 ? 'it is' : 'all') : here === 0 ? 'none' : here} in this file`}
        </output>
      </button>
      {isOpen && diagnostics.length > 0 && (
        <ul className={css.list}>
          {shown.map((listed) => {
            const { diagnostic } = listed
            return (
              <Problem
                key={`${diagnostic.file}:${diagnostic.line}:${diagnostic.column}:${diagnostic.rule}:${diagnostic.message}`}
                listed={listed}
                onLink={() => setLinked(diagnostic.file)}
              />
            )
          })}
        </ul>
      )}
      {linked !== null && <LinkScreen file={linked} onClose={() => setLinked(null)} />}
    </section>
  )
}

function Problem({ listed, onLink }: { listed: ListedProblem; onLink: () => void }): ReactNode {
  const workspace = useWorkspace()
  const title = useWorkspaceState((state) => state.entries.find(({ file }) => file === listed.diagnostic.file)?.title)
  const { diagnostic, message, hint, missing } = listed
  const text = useWorkspaceState(({ files }) => files[diagnostic.file]) ?? ''
  const english = useWorkspaceState(({ files }) => localesOf(files).en) ?? NONE
  const widgets = useWorkspaceState(({ published }) => widgetsOf(published))
  const where = useMemo(
    () => locationWords(diagnostic.file, diagnostic.path, text, english, widgets),
    [diagnostic, text, english, widgets],
  )
  const { fix } = diagnostic
  return (
    <li className={css.problem}>
      <button
        type="button"
        className={css.place}
        onClick={() => {
          openProblem(workspace, diagnostic)
          focusPlace(diagnostic.path)
        }}
        title={`${diagnostic.file}:${diagnostic.line}:${diagnostic.column} ${diagnostic.rule}\n${diagnostic.message} ${diagnostic.suggestion ?? ''}`}
      >
        {missing ? (
          <Languages size={14} className={css.warning} aria-label="To translate" />
        ) : diagnostic.severity === 'error' ? (
          <CircleAlert size={14} className={css.error} aria-label="Error" />
        ) : diagnostic.severity === 'warning' ? (
          <TriangleAlert size={14} className={css.warning} aria-label="Warning" />
        ) : (
          <Lightbulb size={14} className={css.hint} aria-label="Hint" />
        )}
        <span>
          {message} {hint !== undefined && !fix && <span className={css.hint}>{hint}</span>}
          {!missing && (
            <span className={css.where}>
              {nameOf(diagnostic.file, title)}: {where === '' ? `line ${diagnostic.line}` : where}
            </span>
          )}
        </span>
      </button>
      {!missing && <QuickFixButton problem={diagnostic} />}
      {isBroken(diagnostic) && <LastSound file={diagnostic.file} />}
      {missing && (
        <Button onClick={() => workspace.set({ editedText: missing.key })}>
          {writeTranslations(missing.languages.length)}
        </Button>
      )}
      {diagnostic.rule === 'unreachable-screen' && <Button onClick={onLink}>Put a link to it …</Button>}
    </li>
  )
}

/** Goes back to the last version of a file that was no broken JSON. */
export function LastSound({ file }: { file: string }): ReactNode {
  const workspace = useWorkspace()
  const history = useWorkspaceState((state) => state.history)
  const published = useWorkspaceState((state) => state.published)
  const sound = lastSound(file, history, published)
  return (
    sound !== undefined && (
      <Button onClick={() => workspace.edit(`Back to the last sound version of ${nameOf(file)}`, { [file]: sound })}>
        Back to the last sound version
      </Button>
    )
  )
}
