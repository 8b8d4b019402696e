import { useMemo, type ReactNode } from 'react'
import { useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import css from './ChangesView.module.css'
import { callsOf } from '../model/calls.ts'
import { widgetsOf } from '../model/vocabulary.ts'
import { differencesOf, titlesOf } from './differenceWords.ts'
import { contentOf } from './newScreen.ts'

const NONE = {}

/** The differences of a file as text. */
export function Differences({ file }: { file: string }): ReactNode {
  const before = useWorkspaceState((state) => state.published[file])
  const after = useWorkspaceState((state) => state.files[file])
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? NONE
  const published = useWorkspaceState((state) => state.published)
  const entries = useWorkspaceState((state) => state.entries)
  const widgets = widgetsOf(published)
  const found = useMemo(
    () => differencesOf(file, before, after, english, widgets, titlesOf(entries)),
    [file, before, after, english, widgets, entries],
  )
  if (found === undefined) return <p className={css.about}>The file cannot be read: it has a mistake in its code.</p>
  if (before === after) return <p className={css.about}>It is as it is live.</p>
  if (before === undefined) {
    const content =
      file.startsWith('screens/') && after !== undefined ? contentOf(after, english, callsOf(published)) : []
    return (
      <div className={css.about}>
        <p>It is new.</p>
        <ul>
          {content.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      </div>
    )
  }
  if (after === undefined) return <p className={css.about}>It is deleted.</p>
  if (found.length === 0) return <p className={css.about}>Only the layout of the code differs.</p>
  return (
    <ul className={css.differences}>
      {found.map(({ where, what, before: old, after: now }, index) => (
        <li key={`${where} ${what} ${index}`}>
          <strong>{where}</strong> {what}
          <span className={css.versions}>
            {old !== null && <del>{old}</del>} {now !== null && <ins>{now}</ins>}
          </span>
        </li>
      ))}
    </ul>
  )
}
