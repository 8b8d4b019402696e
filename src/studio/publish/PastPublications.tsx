import { useEffect, useState, type ReactNode } from 'react'
import { api, type Change } from '../api.ts'
import { mergeTexts } from '../merge/merge.ts'
import { nameOf } from '../model/fileNames.ts'
import { freeSetName } from '../changes/SetList.tsx'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { moment } from '../model/moment.ts'
import { describeError, type Workspace } from '../model/workspace.ts'
import { Actions, Button, Dialog, ErrorText, Field, Hint } from '../ui/ui.tsx'
import css from '../changes/ChangesView.module.css'

type Row = Awaited<ReturnType<typeof api.history>>['rows'][number]

/** Publications that are listed. */
const SHOWN = 12

/**
 * Past publications, the latest first. A press makes the one before the live one, or an older one, live again. The key
 * of the component is the live revision.
 */
export function PastPublications(): ReactNode {
  const workspace = useWorkspace()
  const revision = useWorkspaceState((state) => state.revision)
  const [rows, setRows] = useState<readonly Row[]>([])
  const [taken, setTaken] = useState<Row | null>(null)
  useEffect(() => {
    let stopped = false
    api.history().then(
      (history) => {
        if (!stopped) setRows(history.rows.filter((row) => row.action !== 'refused' && row.revision !== null))
      },
      () => undefined,
    )
    return () => {
      stopped = true
    }
  }, [])
  if (rows.length === 0) return null
  const shown = rows.slice(0, SHOWN)
  return (
    <section aria-label="Past publications" className={css.past}>
      <h3>Past publications</h3>
      <ol>
        {shown.map((row, index) => {
          const before = rows.slice(index + 1).find((publication) => publication.revision !== row.revision)
          return (
            <li key={row.seq}>
              <span>{headingOf(row, rows.slice(index + 1))}</span>
              <span className={css.kind}>
                {isInstalled(row) ? moment(row.time) : `${row.author}, ${moment(row.time)}`}
                {index === 0 && ', live now'}
              </span>
              {row.action === 'rollback' && row.note !== '' && <span className={css.kind}>“{row.note}”</span>}
              {index === 0
                ? before && (
                    <Step
                      words="Take back"
                      about="What was live before is live again, for everybody."
                      onPress={() => setTaken(before)}
                    />
                  )
                : row.revision !== revision && (
                    <>
                      <Step
                        words="Make live again"
                        about="The whole app as it was then is live again, without what came later."
                        onPress={() => setTaken(row)}
                      />
                      {row.action === 'publish' && (
                        <Step
                          words="Take up again"
                          about="Only its changes, as a new change set: nothing goes live yet."
                          onPress={() => void takeUp(workspace, row)}
                        />
                      )}
                    </>
                  )}
            </li>
          )
        })}
      </ol>
      {taken && <TakeBack to={taken} onClose={() => setTaken(null)} />}
    </section>
  )
}

/** A step with a publication, and what it does. */
const Step = ({ words, about, onPress }: { words: string; about: string; onPress: () => void }): ReactNode => (
  <div className={css.step}>
    <Button onClick={onPress}>{words}</Button>
    <span className={css.kind}>{about}</span>
  </div>
)

type Heading = Pick<Row, 'action' | 'note' | 'revision'>

/**
 * Heading of a publication: its note; for one that makes an earlier revision live, the publications that it reverts.
 * `earlier`: those before it, the latest first.
 */
export function headingOf(row: Heading, earlier: readonly Heading[]): string {
  if (row.action !== 'rollback') return isInstalled(row) ? 'As it was installed' : row.note
  const end = earlier.findIndex((heading) => heading.revision === row.revision)
  const [last, ...others] = earlier.slice(0, Math.max(0, end)).filter((heading) => heading.action === 'publish')
  if (last) return `Takes back: ${last.note}${others.length === 0 ? '' : `, and ${others.length} more`}`
  const target = earlier.find((heading) => heading.revision === row.revision && heading.action !== 'rollback')
  return target ? `Makes live again: ${headingOf(target, [])}` : 'Makes an earlier version live again'
}

/** The program was installed with it: its note names revisions. */
const isInstalled = ({ action, note }: Pick<Row, 'action' | 'note'>): boolean => action === 'build' || note === ''

/**
 * Opens the changes of a publication as a new change set; changes that others have published at the same paths are
 * kept.
 */
async function takeUp(workspace: Workspace, { revision, note }: Row): Promise<void> {
  try {
    const { changeSets } = await api.changeSets()
    const set = changeSets.find((changeSet) => changeSet.state === 'published' && changeSet.revision === revision)
    if (!set) return workspace.notify('It was not published from the studio, so there is no change set of it.', 'error')
    await workspace.saver.flush()
    const { changes } = await api.changeSet(set.id)
    const { author } = workspace.get()
    const created = await api.createChangeSet(freeSetName(author, changeSets), author)
    await workspace.load(created.id)
    const { taken, left } = takenUp(changes, workspace.get().published)
    workspace.edit(`Take up “${note}” again`, taken)
    workspace.notify(
      left.length === 0
        ? `The changes of “${note}” are in “${created.name}” now: correct them, and publish them again.`
        : `Left out, since others have changed the same places: ${left.map((path) => nameOf(path)).join(', ')}.`,
    )
  } catch (error) {
    workspace.notify(describeError(error), 'error')
  }
}

/**
 * Files after the changes of a publication are applied to the live ones; `left`: those that others have changed at the
 * same paths.
 */
export function takenUp(
  changes: readonly Pick<Change, 'path' | 'text' | 'base'>[],
  live: Readonly<Record<string, string>>,
): { taken: Record<string, string | null>; left: string[] } {
  const taken: Record<string, string | null> = {}
  const left: string[] = []
  for (const { path, text, base } of changes) {
    const now = live[path] ?? null
    const joined = now === base ? { text, clashes: [] } : mergeTexts(base, text, now)
    if (joined && joined.clashes.length === 0) taken[path] = joined.text
    else left.push(path)
  }
  return { taken, left }
}

function TakeBack({ to, onClose }: { to: Row; onClose: () => void }): ReactNode {
  const workspace = useWorkspace()
  const author = useWorkspaceState((state) => state.author)
  const live = useWorkspaceState((state) => state.revision)
  const [note, setNote] = useState('')
  const [urgent, setUrgent] = useState(true)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function takeBack(): Promise<void> {
    setBusy(true)
    try {
      await workspace.saver.flush()
      const reason = note.trim() === '' ? `Back to: ${isInstalled(to) ? 'as it was installed' : to.note}` : note
      await api.takeBack({ revision: to.revision ?? '', expected: live ?? '', note: reason, author, urgent })
      await workspace.load(workspace.get().changeSet?.id ?? '')
      workspace.notify('It is taken back: what was live before is live again.')
      onClose()
    } catch (failure) {
      setError(describeError(failure))
      setBusy(false)
    }
  }

  return (
    <Dialog title="Take back" onClose={onClose}>
      <p>
        {isInstalled(to)
          ? `What was installed on ${moment(to.time)}`
          : `What went live on ${moment(to.time)} by ${to.author} (“${to.note}”)`}{' '}
        is live again, for everybody.
      </p>
      <Hint>Later publications are not lost: each of them can be made live again from the list.</Hint>
      <Field label="Why">
        <input value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <label className={css.check}>
        <input type="checkbox" checked={urgent} onChange={({ target }) => setUrgent(target.checked)} />
        At once, also on screens that are open
      </label>
      {error !== '' && <ErrorText>{error}</ErrorText>}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" disabled={busy} onClick={() => void takeBack()}>
          {busy ? 'Taking back …' : 'Take back now'}
        </Button>
      </Actions>
    </Dialog>
  )
}
