import type { ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { usesOf } from '../tree/search.ts'
import type { Entry } from '../compiler/protocol.ts'
import { ScreenForm } from '../screen/ScreenForm.tsx'
import css from './Inspector.module.css'

const LISTS: readonly { name: 'calls' | 'parts' | 'forms' | 'widgets'; label: string }[] = [
  { name: 'calls', label: 'Calls' },
  { name: 'parts', label: 'Parts' },
  { name: 'forms', label: 'Forms' },
  { name: 'widgets', label: 'Widgets' },
]

/** Kind of a file, its dependencies, and its uses. */
export function DocumentFacts({ file }: { file: string }): ReactNode {
  const entries = useWorkspaceState((state) => state.entries)
  const entry = entries.find((entry) => entry.file === file)
  // A file that has just been made is known to the compiler a moment later.
  if (!entry) return /^screens\/(?!parts\/|shell)/.test(file) ? <ScreenAlone file={file} /> : null
  const uses = usesOf(entry, entries)
  return (
    <div className={css.inspector}>
      <header className={css.head}>
        <h2>{entry.title === '' ? entry.id : entry.title}</h2>
        <p className={css.about}>{entry.route ?? entry.file}</p>
      </header>
      {entry.kind === 'screen' && <ScreenForm file={file} />}
      {(entry.kind === 'part' || entry.kind === 'form') && (
        <section className={css.section}>
          <h3>Used by {uses.length}</h3>
          <Links entries={uses} />
        </section>
      )}
      {LISTS.map(({ name, label }) =>
        entry[name].length === 0 ? null : (
          <section key={name} className={css.section}>
            <h3>
              {label} ({entry[name].length})
            </h3>
            <Names entries={entries} kind={name} names={entry[name]} />
          </section>
        ),
      )}
      <p className={css.about}>Select a node in the outline, the JSON or the preview to change it.</p>
    </div>
  )
}

const ScreenAlone = ({ file }: { file: string }): ReactNode => (
  <div className={css.inspector}>
    <ScreenForm file={file} />
  </div>
)

function Links({ entries }: { entries: readonly Entry[] }): ReactNode {
  const workspace = useWorkspace()
  return (
    <ul>
      {entries.map(({ file, id }) => (
        <li key={file}>
          <button type="button" className={css.step} onClick={() => workspace.openFile(file)}>
            {id}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Names({
  entries,
  kind,
  names,
}: {
  entries: readonly Entry[]
  kind: string
  names: readonly string[]
}): ReactNode {
  const targets = entries.filter(
    (entry) =>
      names.includes(entry.id) &&
      ((kind === 'parts' && entry.kind === 'part') || (kind === 'forms' && entry.kind === 'form')),
  )
  return targets.length > 0 ? <Links entries={targets} /> : <p className={css.names}>{names.join(', ')}</p>
}
