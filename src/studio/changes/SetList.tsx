import { useEffect, useState, type ReactNode } from 'react'
import { api, type Change, type ChangeSet } from '../api.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import type { Entry } from '../compiler/protocol.ts'
import { inOrder, languageOf, nameOf } from '../model/fileNames.ts'
import { describeError, type Workspace } from '../model/workspace.ts'
import { Actions, Button, Dialog, Field, Hint } from '../ui/ui.tsx'
import css from './ChangesView.module.css'

type Listed = ChangeSet & { files: { path: string; author: string; time: number }[] }

/** The change sets of all authors: open one, make one, or give the current one another name. */
export function SetList({ current }: { current: ChangeSet | null }): ReactNode {
  const workspace = useWorkspace()
  const author = useWorkspaceState((state) => state.author)
  const saved = useWorkspaceState((state) => state.saved)
  const [sets, setSets] = useState<readonly Listed[]>([])
  const [isDiscarding, setDiscarding] = useState(false)
  const entries = useWorkspaceState((state) => state.entries)
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

  async function discard({ id, name }: ChangeSet): Promise<void> {
    setDiscarding(false)
    await switchSet(async () => {
      const set = await api.changeSet(id)
      await api.remove(id)
      await workspace.load('')
      const revert = (): void => void switchSet(() => bringBack(workspace, set))
      workspace.set({ message: { tone: 'info', text: `“${name}” is discarded.`, revert } })
    })
  }

  // A set without files was made for a preview.
  const open = sets.filter(({ id, state, files }) => state === 'open' && (files.length > 0 || id === current?.id))
  return (
    <section aria-label="Change sets" className={css.sets}>
      <h2>Change sets</h2>
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
              <span>{set.id === current?.id ? current.name : set.name}</span>
              <span className={css.kind}>
                {set.author},{' '}
                {filesWords(
                  set.files.map(({ path }) => path),
                  entries,
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Button
        onClick={() =>
          void switchSet(async () => {
            const created = await api.createChangeSet(freeSetName(author, sets), author)
            await workspace.load(created.id)
            workspace.notify(`“${created.name}” is open: what you change now goes into it. Give it a name above.`)
          })
        }
      >
        New change set
      </Button>
      {current && (
        <Button onClick={() => setDiscarding(true)} disabled={!sets.some(({ id }) => id === current.id)}>
          Discard this change set …
        </Button>
      )}
      {current && isDiscarding && (
        <Dialog title={`Discard “${current.name}”?`} onClose={() => setDiscarding(false)}>
          <p>
            What is changed in it is lost, also what others have changed:{' '}
            {filesWords(
              filesOf(current, sets).map(({ path }) => path),
              entries,
            )}
            {authorsOf(current, sets, author)}.
          </p>
          <Hint>What is live stays as it is. The link to its draft opens nothing any more.</Hint>
          <Actions>
            <Button onClick={() => setDiscarding(false)}>Keep it</Button>
            <Button look="danger" onClick={() => void discard(current)}>
              Discard it
            </Button>
          </Actions>
        </Dialog>
      )}
    </section>
  )
}

/** Makes a change set again that was discarded, with the authors of its changes; its draft gets another link. */
async function bringBack(
  workspace: Workspace,
  { name, author, changes }: ChangeSet & { changes: Change[] },
): Promise<void> {
  workspace.set({ message: null })
  const { id } = await api.createChangeSet(name, author)
  for (const change of changes) await api.save(id, { ...change, version: 0 })
  await workspace.load(id)
  workspace.notify(`“${name}” is back.`)
}

const filesOf = ({ id }: ChangeSet, sets: readonly Listed[]): Listed['files'] =>
  sets.find((set) => set.id === id)?.files ?? []

/** Who else has changed something in a set: ", by Omar too". */
function authorsOf(set: ChangeSet, sets: readonly Listed[], author: string): string {
  const others = new Set(filesOf(set, sets).map((file) => file.author))
  others.delete(author)
  return others.size === 0 ? '' : `, by ${[...others].join(', ')} too`
}

/** "Changes of Mina", or with a number if there is one of this name. */
export function freeSetName(author: string, sets: readonly Pick<ChangeSet, 'name' | 'state'>[]): string {
  const first = `Changes of ${author}`
  const taken = new Set(sets.flatMap(({ name, state }) => (state === 'open' ? [name] : [])))
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? first : `${first} ${count}`
    if (!taken.has(name)) return name
  }
}

/** Files as people call them: "Profile, Settings and 10 languages". */
export function filesWords(paths: readonly string[], entries: readonly Pick<Entry, 'file' | 'title'>[]): string {
  if (paths.length === 0) return 'nothing yet'
  const texts = paths.filter((path) => languageOf(path) !== undefined)
  const names = inOrder(paths)
    .filter((path) => !texts.includes(path))
    .map((path) => nameOf(path, entries.find(({ file }) => file === path)?.title))
  const shown = names.slice(0, MOST)
  return [
    ...shown,
    ...(names.length > MOST ? [`${names.length - MOST} more`] : []),
    ...(texts.length > 0 ? [texts.length === 1 ? nameOf(texts[0] ?? '') : `texts in ${texts.length} languages`] : []),
  ].join(', ')
}
const MOST = 3

/** The name of the change set, stored when the field is left. */
function Name({ name, onChange }: { name: string; onChange: (name: string) => void }): ReactNode {
  const [draft, setDraft] = useState(name)
  return (
    <Field label="Name of this change set">
      <input
        value={draft}
        maxLength={80}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={() => {
          const next = draft.trim()
          if (next !== '' && next !== name) onChange(next)
        }}
      />
    </Field>
  )
}
