import { ExternalLink } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Entry } from '../compiler/protocol.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { nameOf } from '../model/fileNames.ts'
import { describeError } from '../model/workspace.ts'
import { Actions, Button, Dialog, ErrorText, Field, Hint } from '../ui/ui.tsx'
import css from '../changes/ChangesView.module.css'
import { isFailing } from '../../../codegen/compiler/service/index.ts'
import { Description } from '../changes/Description.tsx'
import { forWhom, goesLive, goesLiveWords } from './goesLive.ts'
import { PastPublications } from './PastPublications.tsx'
import { publishShown } from './publishing.ts'
import { Stops } from './Stops.tsx'

interface Props {
  paths: readonly string[]
  /** Files with a conflict that is not decided. */
  undecided: readonly string[]
}

/** A publication that has succeeded. Another change set that is chosen afterwards is not live. */
interface Publication {
  revision: string
  /** The change set after the publication. */
  changeSet: string | undefined
  words: string
  address: string
}

/** Publication of the change set: its controls, the problems that prevent it, and past publications. */
export function PublishPanel({ paths, undecided }: Props): ReactNode {
  const workspace = useWorkspace()
  const problems = useWorkspaceState((state) => state.diagnostics).filter(isFailing).length
  const isRead = useWorkspaceState((state) => state.checks > 0)
  const others = useWorkspaceState((state) => state.others)
  const revision = useWorkspaceState((state) => state.revision)
  const changeSet = useWorkspaceState((state) => state.changeSet?.id)
  const [note, setNote] = useState('')
  const [urgent, setUrgent] = useState(false)
  const [error, setError] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Publication | null>(null)

  function ask(): void {
    if (note.trim() === '') return setError('Describe the change: the note stays in the log.')
    setError('')
    setAsking(true)
  }

  async function publish(): Promise<void> {
    setBusy(true)
    setAsking(false)
    workspace.set({ isPublishing: true })
    try {
      const address = addressIn(paths, workspace.get().entries)
      const outcome = await publishShown(workspace, { note, urgent })
      if ('stopped' in outcome) return setError(outcome.stopped)
      const { revision, unchanged } = outcome.published
      setDone({
        revision,
        changeSet: workspace.get().changeSet?.id,
        words: unchanged
          ? 'It is stored. For users nothing changes.'
          : urgent
            ? 'It is live: screens that are open change within seconds.'
            : 'It is live. A screen that is open now changes when its user opens it the next time.',
        address,
      })
      setNote('')
    } catch (failure) {
      setError(describeError(failure))
    } finally {
      setBusy(false)
      workspace.set({ isPublishing: false })
    }
  }

  return (
    <aside className={css.publish} aria-label="Publish" data-region="publishing">
      <h2>Publish</h2>
      {paths.length > 0 && (
        <>
          <Field label="What changes, and why">
            <textarea rows={4} value={note} onChange={({ target }) => setNote(target.value)} />
          </Field>
          <label className={css.check}>
            <input type="checkbox" checked={urgent} onChange={({ target }) => setUrgent(target.checked)} />
            Urgent: replaces open screens at once
          </label>
          {isRead ? <Stops /> : <Hint>Reading the catalogue …</Hint>}
          {undecided.length > 0 && (
            <ErrorText>Decide first: {undecided.map((path) => nameOf(path)).join(', ')}.</ErrorText>
          )}
          {error !== '' && <ErrorText>{error}</ErrorText>}
          <Button
            look="primary"
            disabled={busy || !isRead || problems > 0 || paths.length === 0 || undecided.length > 0}
            onClick={ask}
          >
            {busy ? 'Publishing …' : `Publish ${paths.length} ${paths.length === 1 ? 'file' : 'files'} …`}
          </Button>
          {isRead && <Description key={changeSet} onNote={setNote} />}
        </>
      )}
      {done?.revision === revision && done.changeSet === changeSet && (
        <div>
          <output>{done.words}</output>{' '}
          <a href={done.address} target="_blank" rel="noreferrer">
            See it in the app <ExternalLink size={12} aria-hidden />
          </a>
        </div>
      )}
      <PastPublications key={revision} />
      {isAsking && (
        <Confirm
          paths={paths}
          urgent={urgent}
          others={others.map((other) => other.author)}
          onClose={() => setAsking(false)}
          onConfirm={() => void publish()}
        />
      )}
    </aside>
  )
}

/** The address in the app of the first screen that has changed; that of the app where none has. */
function addressIn(paths: readonly string[], entries: readonly Entry[]): string {
  const route = entries.find(({ file, route: own }) => own !== undefined && paths.includes(file))?.route
  return route === undefined ? '/' : `/h5/#${route}`
}

/** Asks once, with what goes live. */
function Confirm({
  paths,
  others,
  urgent,
  onClose,
  onConfirm,
}: {
  paths: readonly string[]
  others: readonly string[]
  urgent: boolean
  onClose: () => void
  onConfirm: () => void
}): ReactNode {
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const entries = useWorkspaceState((state) => state.entries)
  const changeSet = useWorkspaceState((state) => state.changeSet)
  const all = goesLive(paths, files, published)
  return (
    <Dialog title="Publish for everybody?" onClose={onClose}>
      <p>
        <strong>{goesLiveWords(all)}</strong> {paths.length === 1 ? 'goes' : 'go'} live. {forWhom(all)}{' '}
        {urgent
          ? 'Screens that are open change within seconds.'
          : 'Screens that are open change when their users open them the next time.'}
      </p>
      <ul className={css.listed}>
        {paths.map((path) => (
          <li key={path}>{nameOf(path, entries.find(({ file }) => file === path)?.title)}</li>
        ))}
      </ul>
      {others.length > 0 && (
        <p>
          {others.join(', ')} {others.length === 1 ? 'has' : 'have'} “{changeSet?.name}” open too: all of it goes live.
        </p>
      )}
      <Hint>It can be taken back at any time, under “Past publications”.</Hint>
      <Actions>
        <Button onClick={onClose}>Not yet</Button>
        <Button look="primary" onClick={onConfirm}>
          Publish now
        </Button>
      </Actions>
    </Dialog>
  )
}
