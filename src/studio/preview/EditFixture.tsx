import { useState, type ReactNode } from 'react'
import {
  fixtureFile,
  REPLY_KINDS,
  type Fixture,
  type FixtureReply,
  type ReplyKind,
} from '../../../codegen/fixtures/fixture.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { Button, Field, FormDialog, Hint } from '../ui/ui.tsx'
import { nameOfWords, withFixtures } from './keepFixture.ts'
import { DATA_STATES, usersOf } from './settings.ts'

interface Props {
  screen: string
  name: string
  fixtures: Readonly<Record<string, Fixture>>
  queries: readonly string[]
  usersText: string | undefined
  onClose: () => void
  /** The name that it has now; empty: it is deleted. */
  onChanged: (name: string) => void
}

/** Changes a saved state: its name, who sees the screen, and what each data is. Single values stay as they are written in the code. */
export function EditFixture({ screen, name, fixtures, queries, usersText, onClose, onChanged }: Props): ReactNode {
  const workspace = useWorkspace()
  const calls = useWorkspaceState((state) => state.entries.find((one) => one.id === screen)?.calls) ?? []
  const before = fixtures[name] ?? {}
  const [words, setWords] = useState(name.replaceAll('-', ' '))
  const [about, setAbout] = useState(before.about ?? '')
  const [user, setUser] = useState(before.user ?? '')
  const [replies, setReplies] = useState<Readonly<Record<string, FixtureReply>>>(before.replies ?? {})
  const [error, setError] = useState('')
  const others = Object.keys(replies).filter((one) => !queries.includes(one))
  const file = fixtureFile(screen)

  function write(label: string, next: Readonly<Record<string, Fixture>>, now: string): void {
    workspace.edit(label, { [file]: withFixtures(workspace.get().files[file], fixtures, next) })
    onChanged(now)
    onClose()
  }
  function submit(): void {
    const now = nameOfWords(words)
    if (now === undefined) return setError('A name has letters and digits: long list')
    if (now !== name && Object.hasOwn(fixtures, now))
      return setError(`This screen has a saved state “${words}” already.`)
    const { about: _about, user: _user, replies: _replies, ...rest } = before
    const changed: Fixture = {
      ...(about.trim() !== '' && { about: about.trim() }),
      ...(user !== '' && { user }),
      ...rest,
      ...(Object.keys(replies).length > 0 && { replies }),
    }
    const next = Object.fromEntries(
      Object.entries(fixtures).map(([one, fixture]) => (one === name ? [now, changed] : [one, fixture])),
    )
    write(`Change the saved state “${words}”`, next, now)
  }
  function remove(): void {
    const next = Object.fromEntries(Object.entries(fixtures).filter(([one]) => one !== name))
    write(`Delete the saved state “${words}”`, next, '')
  }
  const setReply = (one: string, values: ReplyKind | '' | 'own'): void => {
    if (values === 'own') return
    const { [one]: _gone, ...rest } = replies
    setReplies(values === '' ? rest : { ...rest, [one]: { values } })
  }

  return (
    <FormDialog title="Change a saved state" submitLabel="Change it" error={error} onSubmit={submit} onClose={onClose}>
      <Field label="Name">
        <input value={words} required spellCheck={false} onChange={({ target }) => setWords(target.value)} />
      </Field>
      <Field label="What it shows">
        <input value={about} onChange={({ target }) => setAbout(target.value)} />
      </Field>
      <Field label="Who sees it">
        <select value={user} onChange={({ target }) => setUser(target.value)}>
          {usersOf(usersText).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      {[...queries, ...others].map((one) => {
        const reply = replies[one]
        const isOwn = reply !== undefined && Object.keys(reply).some((member) => member !== 'values')
        return (
          <Field key={one} label={calls.includes(one) ? `Answer of ${one}` : `Data: ${one}`}>
            <select
              value={isOwn ? 'own' : (reply?.values ?? '')}
              onChange={({ target }) => setReply(one, target.value as ReplyKind | '' | 'own')}
            >
              {isOwn && <option value="own">Values of its own</option>}
              <option value="">As recorded</option>
              {DATA_STATES.filter(({ value }) => REPLY_KINDS.some((kind) => kind === value)).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
        )
      })}
      <Hint>Single values of the data, such as one amount, are written in the code.</Hint>
      <p>
        <Button
          onClick={() => {
            onClose()
            workspace.openFile(file, name)
          }}
        >
          Open the code
        </Button>{' '}
        <Button look="danger" onClick={remove}>
          Delete it
        </Button>
      </p>
    </FormDialog>
  )
}
