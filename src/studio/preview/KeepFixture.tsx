import { useState, type ReactNode } from 'react'
import { fixtureFile, type Fixture } from '../../../codegen/fixtures/fixture.ts'
import { useWorkspace } from '../model/context.tsx'
import { Field, FormDialog, Hint } from '../ui/ui.tsx'
import { nameFrom, nameProblem } from '../savedStates/editedState.ts'
import { fixtureOf, withFixture } from './keepFixture.ts'
import type { FrameSettings } from './settings.ts'

interface Props {
  screen: string
  fixtures: Readonly<Record<string, Fixture>>
  settings: FrameSettings
  queries: readonly string[]
  params: Fixture['params']
  onClose: () => void
  onKept: (name: string) => void
}

/** Names what the preview shows, and writes it into the fixtures of the screen. */
export function KeepFixture({ screen, fixtures, settings, queries, params, onClose, onKept }: Props): ReactNode {
  const workspace = useWorkspace()
  const [words, setWords] = useState('')
  const [about, setAbout] = useState('')
  const [error, setError] = useState('')
  const [replaced, setReplaced] = useState('')
  const name = nameFrom(words)

  function submit(): void {
    const wrong = nameProblem(name)
    if (wrong !== '') return setError(wrong)
    if (Object.hasOwn(fixtures, name) && replaced !== name) {
      setReplaced(name)
      return setError(`This screen has a saved state “${name}” already. Save again to replace it.`)
    }
    const file = fixtureFile(screen)
    const fixture = fixtureOf(about.trim(), settings, { shown: fixtures[settings.fixture], queries, params })
    workspace.edit(`Save the state ${name}`, { [file]: withFixture(workspace.get().files[file], name, fixture) })
    onKept(name)
    onClose()
  }

  return (
    <FormDialog title="Save this state" submitLabel="Save" error={error} onSubmit={submit} onClose={onClose}>
      <Hint>
        Saved is who sees the screen, what its address says, and what its data is. The pictures of all screens and the
        tests show it too.
      </Hint>
      <Field label="Name" hint="For example: long list">
        <input value={words} required spellCheck={false} onChange={({ target }) => setWords(target.value)} />
      </Field>
      <Field label="What it shows">
        <input value={about} onChange={({ target }) => setAbout(target.value)} />
      </Field>
    </FormDialog>
  )
}
