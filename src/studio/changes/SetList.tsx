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
  const [name, setName] = useState(current?.name ?? '')
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

  const open = sets.filter(({ state }) => state === 'open')
  return (
    <section aria-label="Change sets" className={css.sets}>
      <h3>Change sets</h3>
      {current && (
        <Field label="Name of this change set">
          <input
            value={name === '' ? current.name : name}
            onChange={({ target }) => setName(target.value)}
            onBlur={() => {
              const next = name.trim()
              if (next !== '' && next !== current.name)
                void run(async () => workspace.set({ changeSet: await api.rename(current.id, next) }))
            }}
          />
        </Field>
      )}
      <ul>
        {open.map((set) => (
          <li key={set.id}>
            <button
              type="button"
              className={css.file}
              aria-current={set.id === current?.id ? 'true' : undefined}
              onClick={() => void run(() => workspace.load(set.id))}
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
          void run(async () => {
            const created = await api.createChangeSet(`Changes of ${author}`, author)
            setName('')
            await workspace.load(created.id)
          })
        }
      >
        New change set
      </Button>
    </section>
  )
}
