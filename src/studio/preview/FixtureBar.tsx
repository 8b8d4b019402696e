import { BookmarkPlus, Pencil } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Fixture } from '../../../codegen/fixtures/fixture.ts'
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
  const [dialog, setDialog] = useState<'keep' | 'edit' | null>(null)
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
      <span title={about ?? 'What the preview shows, saved under a name'}>{about ?? 'Save what is shown here →'}</span>
      <IconButton label="Change this saved state" disabled={current === ''} onClick={() => setDialog('edit')}>
        <Pencil size={14} aria-hidden />
      </IconButton>
      <IconButton label="Save this state" onClick={() => setDialog('keep')}>
        <BookmarkPlus size={15} aria-hidden />
      </IconButton>
      {dialog === 'edit' && fixtures[current] && (
        <EditState
          screen={screen}
          name={current}
          fixture={fixtures[current]}
          names={Object.keys(fixtures)}
          queries={queries}
          onClose={() => setDialog(null)}
          onChanged={(fixture) => onChange({ fixture, queries: {} })}
        />
      )}
      {dialog === 'keep' && (
        <KeepFixture
          screen={screen}
          fixtures={fixtures}
          settings={settings}
          queries={Object.keys(queries)}
          params={params}
          onClose={() => setDialog(null)}
          onKept={(fixture) => onChange({ fixture, queries: {}, data: 'live' })}
        />
      )}
    </div>
  )
}
