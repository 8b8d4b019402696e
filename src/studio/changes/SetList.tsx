import { useEffect, useState, type ReactNode } from 'react'
import { api, type ChangeSet } from '../api.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { describeError } from '../model/workspace.ts'
import { Button, Field } from '../ui/ui.tsx'
import css from './ChangesView.module.css'

type Listed = ChangeSet & { files: { path: string; author: string; time: number }[] }

/** The change sets of all authors: open one, make one, or give the current one another name. */
export function SetList({ current }: { current: ChangeSet | null }): ReactNode {
  const workspace = useWorkspace()
  const author = useWorkspaceState((state) => state.author)
  const saved = useWorkspaceState((state) => state.saved)
  const [sets, setSets] = useState<readonly Listed[]>([])
  const { status } = saved

  useEffect(() => {
    const load = (): void =>
      void api.changeSets().then(
        ({ changeSets }) => setSets(changeSets),
        () => undefined,
      )
    if (status === 'saved') load()
    const timer = setInterval(load, 5_000)
    return () => clearInterval(timer)
  }, [status])

  async function run(work: () => Promise<unknown>): Promise<void> {
    try {
      await workspace.saver.flush()
      await work()
    } catch (error) {
      workspace.notify(describeError(error), 'error')
    }
  }

  /** The page takes no input while another set is opened; the focus comes back. */
  async function switchSet(work: () => Promise<unknown>): Promise<void> {
    const focused = document.activeElement
    workspace.set({ isSwitching: true })
    await run(work)
    workspace.set({ isSwitching: false })
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
  }

  // A set without files was made for a preview.
  const open = sets.filter(({ id, state, files }) => state === 'open' && (files.length > 0 || id === current?.id))
  return (
    <section aria-label="Change sets" className={css.sets}>
      <h3>Change sets</h3>
      {current && (
        <Name
          key={`${current.id} ${current.name}`}
          name={current.name}
          onChange={(next) => void run(async () => workspace.set({ changeSet: await api.rename(current.id, next) }))}
        />
      )}
      <ul>
        {open.map((set) => (
          <li key={set.id}>
            <button
              type="button"
              className={css.file}
              aria-current={set.id === current?.id ? 'true' : undefined}
              onClick={() => void switchSet(() => workspace.load(set.id))}
            >
              <span>{set.name}</span>
              <span className={css.kind}>
                {set.author}, {set.files.length} {set.files.length === 1 ? 'file' : 'files'}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Button
        onClick={() =>
          void switchSet(async () => {
            const created = await api.createChangeSet(`Changes of ${author}`, author)
            await workspace.load(created.id)
          })
        }
      >
        New change set
      </Button>
    </section>
  )
}

/** The name of the change set, stored when the field is left. */
function Name({ name, onChange }: { name: string; onChange: (name: string) => void }): ReactNode {
  const [draft, setDraft] = useState(name)
  return (
    <Field label="Name of this change set">
      <input
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={() => {
          const next = draft.trim()
          if (next !== '' && next !== name) onChange(next)
        }}
      />
    </Field>
  )
}
