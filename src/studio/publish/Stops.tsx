import { useState, type ReactNode } from 'react'
import { isFailing } from '../../../codegen/compiler/service/index.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { languageOf, nameOf } from '../model/fileNames.ts'
import { localesOf } from '../model/texts.ts'
import { openProblem } from '../problems/openProblem.ts'
import { listedProblems, writeTranslations } from '../problems/listed.ts'
import { Button } from '../ui/ui.tsx'
import css from '../changes/ChangesView.module.css'
import { QuickFixButton } from '../problems/QuickFixButton.tsx'
import { LinkScreen } from '../changes/LinkScreen.tsx'

const SHOWN = 30

/**
 * Problems that prevent a publication, each a link to its position. The server publishes a catalogue without errors
 * and warnings; hints prevent nothing.
 */
export function Stops(): ReactNode {
  const workspace = useWorkspace()
  const all = useWorkspaceState((state) => state.diagnostics)
  const entries = useWorkspaceState((state) => state.entries)
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const [linked, setLinked] = useState<string | null>(null)
  const diagnostics = all.filter(isFailing)
  if (diagnostics.length === 0) return null
  const listed = listedProblems(diagnostics, { files, published })
  const hasWarning = diagnostics.some(({ severity }) => severity === 'warning')
  const wordsOf = (key: string): string => (english[key] === undefined ? key : `“${english[key]}”`)
  const titleOf = (path: string): string => nameOf(path, entries.find(({ file }) => file === path)?.title)
  return (
    <section aria-label="What stops the publication" className={css.stops}>
      <h3>
        {listed.length} {listed.length === 1 ? 'problem stops' : 'problems stop'} the publication
      </h3>
      {hasWarning && (
        <p className={css.about}>Warnings stop it too: the server publishes only without errors and warnings.</p>
      )}
      <ul>
        {listed.slice(0, SHOWN).map(({ diagnostic, message, hint, missing }) => {
          return (
            <li key={`${diagnostic.file}:${diagnostic.line}:${diagnostic.column}:${diagnostic.rule}:${message}`}>
              <button type="button" className={css.link} onClick={() => openProblem(workspace, diagnostic)}>
                {message}
              </button>
              {hint !== undefined && !diagnostic.fix && <span className={css.about}>{hint}</span>}
              <span className={css.kind}>
                {diagnostic.severity === 'warning' && 'Warning, '}
                {missing ? 'Texts' : titleOf(diagnostic.file)}
                {!missing && languageOf(diagnostic.file) !== undefined && `: ${wordsOf(diagnostic.path)}`}
              </span>
              {missing && (
                <Button onClick={() => workspace.set({ editedText: missing.key })}>
                  {writeTranslations(missing.languages.length)}
                </Button>
              )}
              {diagnostic.rule === 'unreachable-screen' && (
                <Button onClick={() => setLinked(diagnostic.file)}>Put a link to it …</Button>
              )}
              {!missing && <QuickFixButton problem={diagnostic} />}
            </li>
          )
        })}
      </ul>
      {listed.some(({ missing }) => missing) && (
        <p className={css.about}>
          A text goes live in all languages at once. For those who translate them: filter{' '}
          <button type="button" className={css.link} onClick={() => workspace.showView('texts')}>
            the table of texts
          </button>{' '}
          by “Missing in a language”, and export what it lists.
        </p>
      )}
      {listed.length > SHOWN && <p className={css.about}>And {listed.length - SHOWN} more.</p>}
      {linked !== null && <LinkScreen file={linked} onClose={() => setLinked(null)} />}
    </section>
  )
}
