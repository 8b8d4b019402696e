import { BookmarkPlus, Pencil } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { fixtureFile, type Fixture } from '../../../codegen/fixtures/fixture.ts'
import { useWorkspace } from '../model/context.tsx'
import { IconButton } from '../ui/ui.tsx'
import { EditFixture } from './EditFixture.tsx'
import { KeepFixture } from './KeepFixture.tsx'
import css from './Preview.module.css'
import type { FrameSettings } from './settings.ts'

interface Props {
  /** Id of the screen. */
  screen: string
  fixtures: Readonly<Record<string, Fixture>>
  settings: FrameSettings
  queries: readonly string[]
  /** The kinds of users. */
  usersText: string | undefined
  params: Fixture['params']
  onChange: (part: Partial<FrameSettings>) => void
}

/** The fixtures of a screen: one is shown, edited, or made of what the preview shows. */
export function FixtureBar({ screen, fixtures, settings, queries, usersText, params, onChange }: Props): ReactNode {
  const workspace = useWorkspace()
  const [isEditing, setEditing] = useState(false)
  const [isKeeping, setKeeping] = useState(false)
  const current = Object.hasOwn(fixtures, settings.fixture) ? settings.fixture : ''
  const about = fixtures[current]?.about
  return (
    <div className={css.fixture}>
      <select
        aria-label="Saved state"
        value={current}
        title={about}
        onChange={({ target }) => onChange({ fixture: target.value, queries: {} })}
      >
        <option value="">No saved state</option>
        {Object.keys(fixtures).map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('-', ' ')}
          </option>
        ))}
      </select>
      <span title={about}>{about ?? 'What the preview shows, saved under a name'}</span>
      <IconButton
        label={current === '' ? 'Open the code of the saved states' : 'Change this saved state'}
        disabled={Object.keys(fixtures).length === 0}
        onClick={() => (current === '' ? workspace.openFile(fixtureFile(screen)) : setEditing(true))}
      >
        <Pencil size={14} aria-hidden />
      </IconButton>
      <IconButton label="Save this state" onClick={() => setKeeping(true)}>
        <BookmarkPlus size={15} aria-hidden />
      </IconButton>
      {isEditing && current !== '' && (
        <EditFixture
          key={current}
          screen={screen}
          name={current}
          fixtures={fixtures}
          queries={queries}
          usersText={usersText}
          onClose={() => setEditing(false)}
          onChanged={(name) => onChange({ fixture: name, queries: {} })}
        />
      )}
      {isKeeping && (
        <KeepFixture
          screen={screen}
          fixtures={fixtures}
          settings={settings}
          queries={queries}
          params={params}
          onClose={() => setKeeping(false)}
          onKept={(fixture) => onChange({ fixture, queries: {}, data: 'live' })}
        />
      )}
    </div>
  )
}
