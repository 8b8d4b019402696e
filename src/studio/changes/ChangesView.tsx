import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { filesWithout } from '../texts/ownTexts.ts'
import { inOrder, languageOf, nameOf } from '../model/fileNames.ts'
import { openListed } from '../problems/openProblem.ts'
import { Button, Hint } from '../ui/ui.tsx'
import css from './ChangesView.module.css'
import { Diff } from './Diff.tsx'
import { Differences } from './Differences.tsx'
import { Merges } from '../merge/Merges.tsx'
import { PublishPanel } from '../publish/PublishPanel.tsx'
import { SetList } from './SetList.tsx'

/** The files of the change set with their differences, and what publishes them. */
export function ChangesView(): ReactNode {
  const workspace = useWorkspace()
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const changeSet = useWorkspaceState((state) => state.changeSet)
  const entries = useWorkspaceState((state) => state.entries)
  const saved = useWorkspaceState((state) => state.saved)
  const [shown, setShown] = useState<string | null>(null)
  const [undone, setUndone] = useState<string | null>(null)
  const [isCode, setCode] = useState(false)
  const conflicts = useWorkspaceState((state) => state.liveConflicts)
  const later = useWorkspaceState((state) => state.choosesLater)
  const paths = useMemo(() => {
    const all = new Set([...Object.keys(files), ...Object.keys(published)])
    return inOrder([...all].filter((path) => files[path] !== published[path]))
  }, [files, published])
  // A file stays shown after its changes are undone: otherwise the same button of the next file would be under the
  // pointer.
  const current = shown !== null && (paths.includes(shown) || shown === undone) ? shown : (paths[0] ?? null)
  const merged = [...Object.keys(saved.conflicts), ...conflicts.map(({ path }) => path)]
  // A conflict that is put off is asked about again when there is another one.
  const isMerging = later !== merged.join('\n')
  const titleOf = (path: string): string => nameOf(path, entries.find(({ file }) => file === path)?.title)

  const texts = paths.filter((path) => languageOf(path) !== undefined)
  const folded = texts.length > 2 ? texts : []
  const row = (path: string): ReactNode => (
    <li key={path}>
      <button
        type="button"
        className={css.file}
        aria-current={path === current ? 'true' : undefined}
        title={path}
        onClick={() => setShown(path)}
      >
        <span>{titleOf(path)}</span>
        <span className={css.kind}>
          {merged.includes(path)
            ? 'to decide'
            : files[path] === undefined
              ? 'deleted'
              : published[path] === undefined
                ? 'new'
                : 'changed'}
        </span>
      </button>
    </li>
  )

  /** The file as it is live; texts that were made for it go with what was changed. */
  function revert(path: string): void {
    const live = published[path]
    const changes = filesWithout(path, () => live ?? '', files, published)
    workspace.edit(`Revert ${titleOf(path)}`, { ...changes, [path]: live ?? null })
    workspace.notifyDone(`${titleOf(path)} is as it is live.`)
    setShown(path)
    setUndone(path)
  }

  useEffect(() => void workspace.saver.flush(), [workspace])

  return (
    <main className={css.view} aria-label="Changes">
      <aside className={css.side} data-region="the change sets">
        <SetList current={changeSet} />
        <section aria-label="Changed files" className={css.files}>
          <h3>What is changed</h3>
          {paths.length === 0 && <Hint>Nothing differs from what is live.</Hint>}
          <ul>{paths.filter((path) => !folded.includes(path)).map(row)}</ul>
          {folded.length > 0 && (
            <details open={folded.some((path) => path === current || merged.includes(path))}>
              <summary>Texts in {folded.length} languages</summary>
              <ul>{folded.map(row)}</ul>
            </details>
          )}
        </section>
      </aside>
      <section className={css.main} aria-label="Differences" data-region="the differences">
        {current === null ? (
          <p className={css.empty}>There are no changes.</p>
        ) : (
          <>
            <div className={css.diffHead}>
              <strong title={current}>{titleOf(current)}</strong>
              {merged.includes(current) && (
                <Button look="primary" onClick={() => workspace.set({ choosesLater: '' })}>
                  Merge
                </Button>
              )}
              <Button onClick={() => openListed(workspace, current)}>Open</Button>
              <Button aria-pressed={isCode} onClick={() => setCode(!isCode)}>
                {isCode ? 'Show the words' : 'Show the code'}
              </Button>
              {paths.includes(current) && <Button onClick={() => revert(current)}>Undo all of it</Button>}
            </div>
            {isCode ? (
              <Diff key={current} before={published[current] ?? ''} after={files[current] ?? ''} label={current} />
            ) : (
              <Differences file={current} />
            )}
          </>
        )}
      </section>
      <PublishPanel paths={paths} undecided={merged} />
      {isMerging && <Merges onClose={() => workspace.set({ choosesLater: merged.join('\n') })} />}
    </main>
  )
}
