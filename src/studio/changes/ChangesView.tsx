import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { api, ApiError, type Conflict } from '../api.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { showProblem } from '../model/problems.ts'
import { describeError } from '../model/workspace.ts'
import { Button, ErrorText, Field, Hint } from '../ui/ui.tsx'
import css from './ChangesView.module.css'
import { Description } from './Description.tsx'
import { Diff } from './Diff.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { SetList } from './SetList.tsx'

/** The files of the change set with their differences, and what publishes them. */
export function ChangesView(): ReactNode {
  const workspace = useWorkspace()
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const changeSet = useWorkspaceState((state) => state.changeSet)
  const diagnostics = useWorkspaceState((state) => state.diagnostics)
  const saved = useWorkspaceState((state) => state.saved)
  const author = useWorkspaceState((state) => state.author)
  const [shown, setShown] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [urgent, setUrgent] = useState(false)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState('')
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [later, setLater] = useState('')
  const paths = useMemo(() => {
    const all = new Set([...Object.keys(files), ...Object.keys(published)])
    return [...all].filter((path) => files[path] !== published[path]).toSorted()
  }, [files, published])
  const current = shown !== null && paths.includes(shown) ? shown : (paths[0] ?? null)
  const errors = diagnostics.length
  const [firstProblem] = diagnostics
  const own = Object.keys(saved.conflicts)

  useEffect(() => void workspace.saver.flush(), [workspace])
  const merged = [...own, ...conflicts.map(({ path }) => path)]
  // A conflict that is put off is asked about again when there is another one.
  const isMerging = later !== merged.join('\n')

  async function publish(): Promise<void> {
    if (note.trim() === '') return setError('Describe the change: the note stays in the log.')
    setBusy(true)
    setError('')
    try {
      await workspace.saver.flush()
      const set = await workspace.saver.changeSet()
      const result = await api.publish(set.id, { note, author, urgent })
      setDone(`Revision ${result.revision.slice(0, 12)} is live.`)
      setNote('')
      await workspace.load('')
    } catch (failure) {
      if (failure instanceof ApiError && Array.isArray(failure.reply.conflicts))
        setConflicts(failure.reply.conflicts as Conflict[])
      setError(describeError(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className={css.view} aria-label="Changes">
      <aside className={css.side}>
        <SetList key={changeSet?.id} current={changeSet} />
        <section aria-label="Changed files" className={css.files}>
          <h3>Changed files</h3>
          {paths.length === 0 && <Hint>Nothing differs from the live revision.</Hint>}
          <ul>
            {paths.map((path) => (
              <li key={path}>
                <button
                  type="button"
                  className={css.file}
                  aria-current={path === current ? 'true' : undefined}
                  onClick={() => setShown(path)}
                >
                  <span>{path}</span>
                  <span className={css.kind}>
                    {own.includes(path)
                      ? 'conflict'
                      : files[path] === undefined
                        ? 'deleted'
                        : published[path] === undefined
                          ? 'new'
                          : 'changed'}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </aside>
      <section className={css.main} aria-label="Differences">
        {current === null ? (
          <p className={css.empty}>{done === '' ? 'There are no changes.' : done}</p>
        ) : (
          <>
            <div className={css.diffHead}>
              <code>{current}</code>
              {merged.includes(current) && (
                <Button look="primary" onClick={() => setLater('')}>
                  Merge
                </Button>
              )}
              <Button onClick={() => workspace.edit(`Revert ${current}`, { [current]: published[current] ?? null })}>
                Revert this file
              </Button>
            </div>
            <Diff key={current} before={published[current] ?? ''} after={files[current] ?? ''} label={current} />
          </>
        )}
      </section>
      <aside className={css.publish} aria-label="Publish">
        <h2>Publish</h2>
        <Hint>
          The files are checked again by the server and go live at once, without a new build. A rollback is one command.
        </Hint>
        <Field label="What changes, and why">
          <textarea rows={4} value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
        <label className={css.check}>
          <input type="checkbox" checked={urgent} onChange={({ target }) => setUrgent(target.checked)} />
          Urgent: replaces open screens at once
        </label>
        <Description onNote={setNote} />
        {errors > 0 && (
          <ErrorText>
            {errors} {errors === 1 ? 'problem stops' : 'problems stop'} the publication, warnings too.
          </ErrorText>
        )}
        {firstProblem && <Button onClick={() => showProblem(workspace, firstProblem)}>Show the problems</Button>}
        {error !== '' && <ErrorText>{error}</ErrorText>}
        {done !== '' && <output>{done}</output>}
        <Button
          look="primary"
          disabled={busy || errors > 0 || paths.length === 0 || own.length > 0}
          onClick={() => void publish()}
        >
          {busy ? 'Publishing …' : `Publish ${paths.length} ${paths.length === 1 ? 'file' : 'files'}`}
        </Button>
      </aside>
      {isMerging && (
        <Merges
          conflicts={conflicts}
          onDone={(path) => setConflicts(conflicts.filter((one) => one.path !== path))}
          onClose={() => setLater(merged.join('\n'))}
        />
      )}
    </main>
  )
}

/** The conflicts one after the other: first those with an author of the same change set, then those with a publication. */
function Merges({
  conflicts,
  onDone,
  onClose,
}: {
  conflicts: readonly Conflict[]
  onDone: (path: string) => void
  onClose: () => void
}): ReactNode {
  const workspace = useWorkspace()
  const files = useWorkspaceState((state) => state.files)
  const saved = useWorkspaceState((state) => state.saved)
  const [own] = Object.entries(saved.conflicts)
  if (own) {
    const [path, theirs] = own
    return (
      <MergeDialog
        key={`${path} ${theirs?.version ?? 0}`}
        path={path}
        mine={files[path] ?? ''}
        theirs={theirs?.text ?? ''}
        who={theirs?.author ?? 'Another author'}
        onClose={onClose}
        onMerged={(text) => {
          workspace.edit(`Merge ${path}`, { [path]: text })
          workspace.saver.resolve(path, theirs)
        }}
      />
    )
  }
  const [published] = conflicts
  if (!published) return null
  return (
    <MergeDialog
      key={published.path}
      path={published.path}
      mine={published.mine ?? ''}
      theirs={published.theirs ?? ''}
      who="The live revision"
      onClose={onClose}
      onMerged={(text) => {
        workspace.edit(`Merge ${published.path}`, { [published.path]: text })
        workspace.saver.rebase(published.path, published.theirs)
        onDone(published.path)
      }}
    />
  )
}
