import { useState, type ReactNode } from 'react'
import { fixtureFile, type Fixture } from '../../../codegen/fixtures/fixture.ts'
import { useWorkspace } from '../model/context.tsx'
import { Field, FormDialog, Hint } from '../ui/ui.tsx'
import { nameFrom, nameProblem } from './editedState.ts'
import { fixtureOf, withFixture } from './keepFixture.ts'
import type { FrameSettings } from '../preview/settings.ts'

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
  const name = nameFrom(words)
  const isThere = Object.hasOwn(fixtures, name)

  function submit(): void {
    const wrong = nameProblem(name)
    if (wrong !== '') return setError(wrong)
    const file = fixtureFile(screen)
    const fixture = fixtureOf(about.trim(), settings, { shown: fixtures[settings.fixture], queries, params })
    workspace.edit(`Save the state “${words.trim()}”`, {
      [file]: withFixture(workspace.get().files[file], name, fixture),
    })
    onKept(name)
    onClose()
  }

  return (
    <FormDialog
      title="Save this state"
      submitLabel={isThere ? 'Replace it' : 'Save'}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Hint>
        Saved: who sees the screen, what a link to it says, and its data. Not saved: language, theme, size of the screen
        and of the letters, which you choose in the preview. Other authors find it in their list, and the checks before
        a release of the app look at the screen in this state too.
      </Hint>
      <Field
        label="Name"
        hint={isThere ? 'A saved state of this name is there already: it is replaced.' : 'For example: long list'}
      >
        <input value={words} required spellCheck={false} onChange={({ target }) => setWords(target.value)} />
      </Field>
      <Field label="What it shows">
        <input value={about} onChange={({ target }) => setAbout(target.value)} />
      </Field>
    </FormDialog>
  )
}
