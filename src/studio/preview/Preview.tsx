import { Columns4, MousePointerClick, QrCode, RotateCw } from 'lucide-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { getNodeValue } from 'jsonc-parser'
import {
  fixtureFile,
  FIXTURE_FILE,
  parseFixtures,
  parseUserKinds,
  USERS_FILE,
} from '../../../codegen/fixtures/fixture.ts'
import type { Fixture } from '../../../codegen/fixtures/fixture.ts'
import { addressQuery, userKindOf } from '../../../codegen/fixtures/reply.ts'
import type { DataState } from '../compiler/protocol.ts'
import type { Json, ParamDef } from '../../core/program.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { nodeAt, parse } from '../model/document.ts'
import { IconButton } from '../ui/ui.tsx'
import { Captions } from './Captions.tsx'
import { Compare } from './Compare.tsx'
import { Frame } from './Frame.tsx'
import css from './Preview.module.css'
import { PSEUDO } from './draftFiles.ts'
import { FixtureBar } from './FixtureBar.tsx'
import { QrDialog } from './QrDialog.tsx'
import { DATA_STATES, DEFAULT_SETTINGS, SIZES, UP_COLORS, usersOf, type FrameSettings } from './settings.ts'
import { useDraft } from './useDraft.ts'
import { useSpace } from './useSpace.ts'

const STORED = 'placard.studio.preview'

function readSettings(): FrameSettings {
  try {
    return { ...DEFAULT_SETTINGS, ...(JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<FrameSettings>) }
  } catch {
    return DEFAULT_SETTINGS
  }
}

/** The app with the draft beside the editor. */
export function Preview(): ReactNode {
  const workspace = useWorkspace()
  const open = useWorkspaceState((state) => state.open)
  const entries = useWorkspaceState((state) => state.entries)
  const locales = useWorkspaceState((state) => state.locales)
  const [settings, setSettings] = useState(readSettings)
  const [selecting, setSelecting] = useState(true)
  const [dialog, setDialog] = useState<'compare' | 'qr' | null>(null)
  const [reloads, setReloads] = useState(0)
  const draft = useDraft()
  const route = useMemo(() => routeOf(open, entries), [open, entries])
  const screen = useMemo(() => entries.find((one) => route !== null && one.route === route), [entries, route])
  const screenText = useWorkspaceState((state) => (screen ? state.files[screen.file] : undefined))
  const queries = useMemo(
    () => (valueAt(screenText, 'queries') ?? {}) as Record<string, { call?: unknown }>,
    [screenText],
  )
  const names = Object.keys(queries)
  const ownStates = names.filter((name) => settings.queries[name] !== undefined).length
  const usersText = useWorkspaceState((state) => state.files[USERS_FILE])
  const fixtureText = useWorkspaceState((state) => (screen ? state.files[fixtureFile(screen.id)] : undefined))
  // A file that is being written has no fixtures for the moment.
  const fixtures = useMemo(() => attempt(() => parseFixtures(fixtureText), {}), [fixtureText])
  const fixture = Object.hasOwn(fixtures, settings.fixture) ? fixtures[settings.fixture] : undefined
  const [query, setQuery] = useState('')
  const stage = useRef<HTMLDivElement>(null)
  const space = useSpace(stage, { width: 390, height: 700 })

  const change = (part: Partial<FrameSettings>): void => {
    const next = { ...settings, ...part }
    setSettings(next)
    localStorage.setItem(STORED, JSON.stringify(next))
  }
  const user = fixture
    ? userKindOf(
        fixture,
        (valueAt(screenText, 'access') ?? []) as string[],
        attempt(() => parseUserKinds(usersText), {}),
      )
    : settings.user
  const params = {
    ...fixture?.params,
    ...paramsIn(query, (valueAt(screenText, 'params') ?? {}) as Record<string, ParamDef>),
  }
  const address = route === null ? null : route + addressQuery(params)
  const shown = screen && { file: screen.file, fixture }
  const frameSettings = { ...settings, user }

  return (
    <div className={css.preview}>
      <Captions>
        <IconButton label="Select nodes by a press" aria-pressed={selecting} onClick={() => setSelecting(!selecting)}>
          <MousePointerClick size={16} aria-hidden />
        </IconButton>
        <select
          aria-label="Size of the screen"
          value={settings.width}
          onChange={({ target }) => {
            const size = SIZES.find(({ width }) => width === Number(target.value))
            if (size) change({ width: size.width, height: size.height })
          }}
        >
          {SIZES.map(({ label, width }) => (
            <option key={width} value={width}>
              {label}
            </option>
          ))}
        </select>
        <select aria-label="Language" value={settings.lang} onChange={({ target }) => change({ lang: target.value })}>
          {Object.keys(locales).map((language) => (
            <option key={language}>{language}</option>
          ))}
          <option value={PSEUDO}>pseudo: longer, accented</option>
        </select>
        <select
          aria-label="Theme of the app"
          value={settings.theme}
          onChange={({ target }) => change({ theme: target.value === 'light' ? 'light' : 'dark' })}
        >
          <option value="dark">Dark</option>
          <option value="light">Light</option>
        </select>
        <IconButton label="Load again" onClick={() => setReloads(reloads + 1)}>
          <RotateCw size={15} aria-hidden />
        </IconButton>
      </Captions>
      <Captions>
        <select
          aria-label="User"
          value={user}
          disabled={fixture !== undefined}
          title={fixture && 'As in the fixture'}
          onChange={({ target }) => change({ user: target.value })}
        >
          {usersOf(usersText).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          aria-label="Data"
          value={settings.data}
          onChange={({ target }) => change({ data: target.value as DataState })}
        >
          {DATA_STATES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          aria-label="Size of letters"
          value={settings.letters}
          onChange={({ target }) => change({ letters: Number(target.value) })}
        >
          {[100, 150, 200].map((percent) => (
            <option key={percent} value={percent}>
              {percent} %
            </option>
          ))}
        </select>
        <IconButton
          label="Compare four frames"
          disabled={!draft || address === null}
          onClick={() => setDialog('compare')}
        >
          <Columns4 size={16} aria-hidden />
        </IconButton>
        <IconButton label="Open on a phone" disabled={!draft || address === null} onClick={() => setDialog('qr')}>
          <QrCode size={16} aria-hidden />
        </IconButton>
      </Captions>
      <div className={css.address}>
        <select
          aria-label="Colours of prices"
          value={settings.upColor}
          onChange={({ target }) => change({ upColor: target.value })}
        >
          {UP_COLORS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <span>{route ?? 'No screen'}</span>
        <input
          value={query}
          placeholder="?id=1"
          aria-label="Parameters of the route"
          onChange={({ target }) => setQuery(target.value)}
        />
      </div>
      {screen && (
        <FixtureBar
          screen={screen.id}
          fixtures={fixtures}
          settings={settings}
          queries={names}
          params={params}
          onChange={change}
        />
      )}
      {names.length > 0 && (
        <details className={css.regions}>
          <summary>Data of each query{ownStates > 0 && ` (${ownStates} set)`}</summary>
          {names.map((name) => (
            <label key={name} className={css.region}>
              <span title={String(queries[name]?.call)}>{name}</span>
              <select
                aria-label={`Data of ${name}`}
                value={settings.queries[name] ?? ''}
                onChange={({ target }) => {
                  const { [name]: _before, ...others } = settings.queries
                  change({ queries: target.value === '' ? others : { ...others, [name]: target.value as DataState } })
                }}
              >
                <option value="">{fixture ? 'As in the fixture' : 'As above'}</option>
                {DATA_STATES.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </details>
      )}
      <div ref={stage} className={css.stage}>
        {draft && address !== null ? (
          <Frame
            key={reloads}
            link={draft.link}
            route={address}
            settings={frameSettings}
            shown={shown}
            version={draft.version}
            selecting={selecting}
            space={space}
            title="Preview of the draft"
          />
        ) : (
          <p className={css.empty}>{open === null ? 'Open a screen to see it here.' : 'Preparing the draft …'}</p>
        )}
      </div>
      {dialog === 'compare' && draft && address !== null && (
        <Compare draft={draft} route={address} settings={frameSettings} shown={shown} onClose={() => setDialog(null)} />
      )}
      {dialog === 'qr' && draft && address !== null && (
        <QrDialog
          address={`${location.origin}/draft/${draft.link}/?h5=1#${address}`}
          onClose={() => setDialog(null)}
          onCopied={() => workspace.notify('The link is copied.')}
        />
      )}
    </div>
  )
}

/** A member of a document; undefined while it cannot be read. */
function valueAt(text: string | undefined, place: string): unknown {
  const node = nodeAt(parse(text ?? ''), place)
  return node && getNodeValue(node)
}

function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** The parameters that an author has typed, with the types of the screen. */
function paramsIn(query: string, defs: Readonly<Record<string, ParamDef>>): NonNullable<Fixture['params']> {
  const typed = (name: string, text: string): Json => {
    const type = defs[name]?.type
    return type === 'integer' ? Number(text) : type === 'boolean' ? text === 'true' : text
  }
  return Object.fromEntries([...new URLSearchParams(query)].map(([name, text]) => [name, typed(name, text)]))
}

type Entries = ReturnType<ReturnType<typeof useWorkspace>['get']>['entries']

/** The route that shows a file: its own, or that of a screen that uses it. */
function routeOf(file: string | null, entries: Entries): string | null {
  const fixturesOf = FIXTURE_FILE.exec(file ?? '')?.[1]
  const entry = entries.find((one) => one.file === (fixturesOf === undefined ? file : `screens/${fixturesOf}.json`))
  if (!entry) return null
  if (entry.route !== undefined) return entry.route
  const user = entries.find(
    (one) =>
      one.route !== undefined &&
      ((entry.kind === 'part' && one.parts.includes(entry.id)) ||
        (entry.kind === 'form' && one.forms.includes(entry.id))),
  )
  return user?.route ?? null
}
