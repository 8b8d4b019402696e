import { Plus, Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { moveInList } from '../ui/listKeys.ts'
import { Badge, IconButton } from '../ui/ui.tsx'
import { byName, KINDS, nameOf, searchEntries } from './search.ts'
import { NewFile } from './NewFile.tsx'
import { FileMenu } from './FileMenu.tsx'
import { ServerContent } from './ServerContent.tsx'
import css from './Tree.module.css'

/** Last search query: it is kept while the studio shows other views. */
let lastQuery = ''

/** The files of the catalogue, with search and the number of their problems. */
export function Tree(): ReactNode {
  const workspace = useWorkspace()
  const entries = useWorkspaceState((state) => state.entries)
  const english = useWorkspaceState((state) => localesOf(state.files).en)
  const diagnostics = useWorkspaceState((state) => state.diagnostics)
  const open = useWorkspaceState((state) => state.open)
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const [query, setQuery] = useState(lastQuery)
  const [isMaking, setMaking] = useState(false)
  const [focused, setFocused] = useState<string | null>(null)
  const wanted = useDeferredValue(query)
  const matches = useMemo(() => searchEntries(entries, wanted, english ?? {}), [entries, wanted, english])
  const counts = useMemo(() => {
    const result = {
      error: new Map<string, number>(),
      warning: new Map<string, number>(),
      lint: new Map<string, number>(),
    }
    for (const { file, severity } of diagnostics) result[severity].set(file, (result[severity].get(file) ?? 0) + 1)
    return result
  }, [diagnostics])

  // One row of the list is a stop of Tab; arrow keys move between the rows.
  const present = new Set(matches.map(({ entry }) => entry.file))
  const first = KINDS.flatMap(({ kind }) =>
    byName(
      matches.filter(({ entry }) => entry.kind === kind),
      wanted,
    ),
  )[0]?.entry.file
  const stop = [focused, open].find((file) => file !== null && present.has(file)) ?? first

  return (
    <section className={css.tree} aria-label="Catalogue" data-region="the catalogue">
      <div className={css.search}>
        <Search size={14} aria-hidden />
        <input
          type="search"
          value={query}
          placeholder="Name or words"
          aria-label="Search the catalogue"
          title="By name, address, text, call, widget or part. The arrow down goes to the list; arrows move in it"
          onKeyDown={moveFocus}
          onChange={(event) => {
            lastQuery = event.target.value
            setQuery(lastQuery)
          }}
        />
        <IconButton label="New screen, part or form" onClick={() => setMaking(true)}>
          <Plus size={15} aria-hidden />
        </IconButton>
        {isMaking && (
          <NewFile
            onClose={() => setMaking(false)}
            // The new file is seen in the list, which a search would hide.
            onCreated={() => setQuery('')}
          />
        )}
      </div>
      <div className={css.list}>
        {KINDS.map(({ kind, label }) => {
          const group = byName(
            matches.filter(({ entry }) => entry.kind === kind),
            wanted,
          )
          return (
            group.length > 0 && (
              <section key={kind} aria-label={label}>
                <h2 className={css.group}>
                  {label} <span>{group.length}</span>
                </h2>
                <ul>
                  {group.map(({ entry, because }) => (
                    <li key={entry.file} className={css.item}>
                      <button
                        type="button"
                        className={css.file}
                        aria-current={entry.file === open ? 'true' : undefined}
                        title={entry.file}
                        onClick={() => workspace.openFile(entry.file)}
                        tabIndex={entry.file === stop ? 0 : -1}
                        onFocus={() => setFocused(entry.file)}
                        onKeyDown={moveFocus}
                      >
                        <span className={css.name}>
                          {nameOf(entry)}
                          {files[entry.file] !== published[entry.file] && (
                            <span className={css.changed} title="Changed">
                              <span hidden>changed</span>
                            </span>
                          )}
                        </span>
                        <span className={css.title}>{because ?? (entry.title === '' ? '' : entry.id)}</span>
                        <span>
                          <Badge count={counts.error.get(entry.file) ?? 0} label="errors" error />
                          <Badge count={counts.warning.get(entry.file) ?? 0} label="warnings" />
                        </span>
                      </button>
                      <FileMenu entry={entry} isStop={entry.file === stop} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          )
        })}
        {matches.length === 0 && <ServerContent query={wanted} />}
      </div>
    </section>
  )
}

const moveFocus = (event: KeyboardEvent<HTMLElement>): void =>
  moveInList(event, [
    ...(event.currentTarget
      .closest('section[aria-label="Catalogue"]')
      ?.querySelectorAll<HTMLElement>('li > button[title]:not([aria-haspopup], [role])') ?? []),
  ])
