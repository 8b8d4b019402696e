import { useEffect, useState, type ReactNode } from 'react'
import { api } from '../api.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { moment } from '../model/moment.ts'
import { describeError } from '../model/workspace.ts'
import { Actions, Button, Dialog, ErrorText, Field, Hint } from '../ui/ui.tsx'
import css from './ChangesView.module.css'

type Row = Awaited<ReturnType<typeof api.history>>['rows'][number]

/** Publications that are listed. */
const SHOWN = 12

/** What has gone live, the last first; the one before the live one, or an older one, is made live again by a press. Its key is the live revision. */
export function PastPublications(): ReactNode {
  const revision = useWorkspaceState((state) => state.revision)
  const [rows, setRows] = useState<readonly Row[]>([])
  const [taken, setTaken] = useState<Row | null>(null)
  useEffect(() => {
    let stopped = false
    api.history().then(
      (history) => {
        if (!stopped) setRows(history.rows.filter((one) => one.action !== 'refused' && one.revision !== null))
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
          const before = rows.slice(index + 1).find((one) => one.revision !== row.revision)
          return (
            <li key={row.seq}>
              <span>{row.note === '' ? 'As it was installed' : row.note}</span>
              <span className={css.kind}>
                {row.author}, {moment(row.time)}
                {index === 0 && ', live now'}
                {row.action === 'rollback' && ', taken back to'}
              </span>
              {index === 0
                ? before && <Button onClick={() => setTaken(before)}>Take back</Button>
                : row.revision !== revision && (
                    <Button onClick={() => setTaken(row)} title="What was live then is live again">
                      Make live again
                    </Button>
                  )}
            </li>
          )
        })}
      </ol>
      {taken && <TakeBack to={taken} onClose={() => setTaken(null)} />}
    </section>
  )
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
      const reason = note.trim() === '' ? `Back to: ${to.note}` : note
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
        What went live on {moment(to.time)} by {to.author} (“{to.note}”) is live again, for everybody.
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
