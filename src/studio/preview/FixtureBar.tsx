import { BookmarkPlus, Pencil } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Fixture } from '../../../codegen/fixtures/fixture.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { EditState } from '../savedStates/EditState.tsx'
import { IconButton } from '../ui/ui.tsx'
import { KeepFixture } from '../savedStates/KeepFixture.tsx'
import css from './Preview.module.css'
import type { FrameSettings } from './settings.ts'

interface Props {
  /** Id of the screen. */
  screen: string
  fixtures: Readonly<Record<string, Fixture>>
  settings: FrameSettings
  /** The calls of the screen's queries. */
  queries: Readonly<Record<string, string>>
  params: Fixture['params']
  onChange: (part: Partial<FrameSettings>) => void
}

/** The fixtures of a screen: one is shown, edited, or made of what the preview shows. */
export function FixtureBar({ screen, fixtures, settings, queries, params, onChange }: Props): ReactNode {
  const workspace = useWorkspace()
  const edited = useWorkspaceState((state) => state.editedFixture)
  const [isKeeping, setKeeping] = useState(false)
  const current = Object.hasOwn(fixtures, settings.fixture) ? settings.fixture : ''
  const edit = (editedFixture: string | null): void => workspace.set({ editedFixture })
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
      <span title={about ?? 'What the preview shows, saved under a name'}>{about ?? 'Save what is shown here →'}</span>
      <IconButton label="Change this saved state" disabled={current === ''} onClick={() => edit(current)}>
        <Pencil size={14} aria-hidden />
      </IconButton>
      <IconButton label="Save this state" onClick={() => setKeeping(true)}>
        <BookmarkPlus size={15} aria-hidden />
      </IconButton>
      {edited !== null && fixtures[edited] && (
        <EditState
          key={edited}
          screen={screen}
          name={edited}
          fixture={fixtures[edited]}
          names={Object.keys(fixtures)}
          queries={queries}
          onClose={() => edit(null)}
          onChanged={(fixture) => onChange({ fixture, queries: {} })}
        />
      )}
      {isKeeping && (
        <KeepFixture
          screen={screen}
          fixtures={fixtures}
          settings={settings}
          queries={Object.keys(queries)}
          params={params}
          onClose={() => setKeeping(false)}
          onKept={(fixture) => onChange({ fixture, queries: {}, data: 'live' })}
        />
      )}
    </div>
  )
}
