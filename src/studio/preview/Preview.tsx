import { Columns4, QrCode, RotateCw } from 'lucide-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { getNodeValue } from 'jsonc-parser'
import {
  fixtureFile,
  FIXTURE_FILE,
  parseFixtures,
  parseUserKinds,
  USERS_FILE,
  VISITOR,
} from '../../../codegen/fixtures/fixture.ts'
import type { Fixture } from '../../../codegen/fixtures/fixture.ts'
import { addressQuery, userKindOf } from '../../../codegen/fixtures/reply.ts'
import type { DataState } from '../compiler/protocol.ts'
import { isObject } from '../../engine/language/values/json.ts'
import type { Json, ParamDef } from '../../engine/language/expressions/program.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { parse } from '../model/document.ts'
import { isSound, lastSound } from '../model/sound.ts'
import { describeError } from '../model/workspace.ts'
import { api } from '../api.ts'
import { byLanguage, languageName } from '../model/fileNames.ts'
import { localesOf } from '../model/texts.ts'
import { Button, IconButton } from '../ui/ui.tsx'
import { Captions } from './Captions.tsx'
import { Compare } from './Compare.tsx'
import { Frame, type ShownRoutes } from './Frame.tsx'
import css from './Preview.module.css'
import { PSEUDO } from './draftFiles.ts'
import { exampleParams, unsavedParams } from './exampleParams.ts'
import { FixtureBar } from './FixtureBar.tsx'
import { QrDialog } from './QrDialog.tsx'
import { addressOf, DATA_STATES, DEFAULT_SETTINGS, SIZES, UP_COLORS, usersOf, type FrameSettings } from './settings.ts'
import { useDraft, wordsWithoutDraft } from './useDraft.ts'
import { useLinkedParams } from './useLinkedParams.ts'
import { forgetTyped, storeTyped } from './tabStorage.ts'
import { useSpace } from './useSpace.ts'

const PURPOSES = [
  { label: 'Edit', title: 'A press selects what is pressed', selects: true },
  { label: 'Try', title: 'A press does what it does in the app: type, open, send', selects: false },
] as const

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
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const [settings, setSettings] = useState(readSettings)
  const [selecting, setSelecting] = useState(true)
  const [dialog, setDialog] = useState<'compare' | 'qr' | null>(null)
  const [reloads, setReloads] = useState(0)
  const { draft, failure } = useDraft()
  const route = useMemo(() => routeOf(open, entries), [open, entries])
  const screen = useMemo(() => entries.find((entry) => route !== null && entry.route === route), [entries, route])
  const screenText = useWorkspaceState((state) => (screen ? state.files[screen.file] : undefined))
  const history = useWorkspaceState((state) => state.history)
  const published = useWorkspaceState((state) => state.published)
  const screenFile = screen?.file
  // While the text is no JSON, the last version of it is shown, to the user whom that lets in.
  const content = useMemo(() => {
    const isRead = screenText === undefined || screenFile === undefined || isSound(screenText)
    return readDocument(isRead ? screenText : lastSound(screenFile, history, published))
  }, [screenText, screenFile, history, published])
  const queries = content.queries ?? {}
  const names = Object.keys(queries)
  const ownStates = names.filter((name) => settings.queries[name] !== undefined).length
  const usersText = useWorkspaceState((state) => state.files[USERS_FILE])
  const fixtureText = useWorkspaceState((state) => (screen ? state.files[fixtureFile(screen.id)] : undefined))
  // A file that is being written has no fixtures for the moment.
  const fixtures = useMemo(() => attempt(() => parseFixtures(fixtureText), {}), [fixtureText])
  const fixture = Object.hasOwn(fixtures, settings.fixture) ? fixtures[settings.fixture] : undefined
  const [query, setQuery] = useState('')
  const [routes, setRoutes] = useState<ShownRoutes | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const space = useSpace(stage, { width: 390, height: 700 })

  const change = (part: Partial<FrameSettings>): void => {
    const next = { ...settings, ...part }
    setSettings(next)
    localStorage.setItem(STORED, JSON.stringify(next))
  }
  async function endLink(): Promise<void> {
    try {
      const { id } = await workspace.saver.changeSet()
      workspace.set({ changeSet: await api.endLink(id) })
      workspace.notify('The link is ended: who opens it sees no draft any more.')
    } catch (error) {
      workspace.notify(describeError(error), 'error')
    }
  }
  const needed = useMemo(
    () => neededUser(fixture ?? {}, content.access ?? [], usersText),
    [fixture, content, usersText],
  )
  const user = fixture || settings.user === '' ? needed : settings.user
  const typed = paramsIn(query, content.params ?? {})
  const unsaved = unsavedParams(content.params ?? {}, Object.values(fixtures))
  const linked = useLinkedParams(unsaved.length > 0 ? screenFile : undefined, user, settings.data === 'live')
  const examples = exampleParams(content.params ?? {}, Object.values(fixtures), linked ?? {})
  const params = { ...examples, ...fixture?.params, ...typed }
  const taken = Object.keys(examples).filter(
    (name) => typed[name] === undefined && fixture?.params?.[name] === undefined,
  )
  const address = route === null || linked === null ? null : route + addressQuery(params)
  const shown = screen && { file: screen.file, fixture }
  const frameSettings = { ...settings, user }
  const errors = useWorkspaceState((state) => state.diagnostics).filter(
    ({ file, severity }) => severity === 'error' && (file === open || file === screen?.file),
  ).length
  const isChecking = useWorkspaceState((state) => state.checking)
  const isPublished = useWorkspaceState((state) => screen !== undefined && state.published[screen.file] !== undefined)
  // A screen that never had a sound version is in no draft.
  const isDrawn = errors === 0 || isPublished || (draft?.routes.has(route ?? '') ?? false)
  const notice =
    errors > 0 && isDrawn && route !== null
      ? `The last version without errors is shown: ${errors === 1 ? 'one error is' : `${errors} errors are`} to be mended first.`
      : failure !== '' && draft
        ? `An earlier version is shown. ${failure}`
        : ''

  const elsewhere =
    selecting && isDrawn && routes?.asked === route && routes?.at !== route
      ? entries.find((entry) => entry.route === routes?.at)
      : undefined

  return (
    <div className={css.preview}>
      <div className={css.tools}>
        <fieldset className={css.purpose} aria-label="What a press in the preview does">
          {PURPOSES.map(({ label, title, selects }) => (
            <Button
              key={label}
              aria-pressed={selecting === selects}
              title={title}
              onClick={() => setSelecting(selects)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
        <span />
        <IconButton
          label="Load again, without what was typed"
          onClick={() => {
            forgetTyped()
            setReloads(reloads + 1)
          }}
        >
          <RotateCw size={15} aria-hidden />
        </IconButton>
        <IconButton
          label="Compare four frames"
          disabled={!draft || address === null}
          onClick={() => {
            storeTyped()
            setDialog('compare')
          }}
        >
          <Columns4 size={16} aria-hidden />
        </IconButton>
        <IconButton label="Open on a phone" disabled={!draft || address === null} onClick={() => setDialog('qr')}>
          <QrCode size={16} aria-hidden />
        </IconButton>
      </div>
      <Captions>
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
          {byLanguage(Object.keys(locales)).map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
          <option value={PSEUDO}>Longer, accented words</option>
        </select>
        <select
          aria-label="Theme of the app"
          value={settings.theme}
          onChange={({ target }) => change({ theme: target.value === 'light' ? 'light' : 'dark' })}
        >
          <option value="dark">Dark</option>
          <option value="light">Light</option>
        </select>
      </Captions>
      <Captions>
        <select
          aria-label="User"
          value={fixture ? user : settings.user}
          disabled={fixture !== undefined}
          title={fixture && 'As in the saved state'}
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
          title={DATA_STATES.find(({ value }) => value === settings.data)?.about}
          onChange={({ target }) => change({ data: target.value as DataState })}
        >
          {DATA_STATES.map(({ value, label, about }) => (
            <option key={value} value={value} title={about}>
              {fixture && value === 'live' ? 'As in the saved state' : label}
            </option>
          ))}
        </select>
      </Captions>
      <details className={css.regions}>
        <summary>Letters, colours of prices, address</summary>
        <Captions>
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
        </Captions>
        <label className={css.region}>
          <span>{route ?? 'No screen'}</span>
          <input
            value={query}
            placeholder="?id=1"
            aria-label="What the address says besides"
            title="What a link to the screen says, such as ?id=1"
            onChange={({ target }) => setQuery(target.value)}
          />
        </label>
      </details>
      {screen && (
        <FixtureBar
          screen={screen.id}
          fixtures={fixtures}
          settings={frameSettings}
          queries={Object.fromEntries(names.map((name) => [name, String(queries[name]?.call)]))}
          params={params}
          onChange={change}
        />
      )}
      {names.length > 0 && (
        <details className={css.regions}>
          <summary>Each data on its own{ownStates > 0 && ` (${ownStates} set)`}</summary>
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
                <option value="">{fixture ? 'As in the saved state' : 'As above'}</option>
                {DATA_STATES.map(({ value, label, about }) => (
                  <option key={value} value={value} title={about}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </details>
      )}
      {elsewhere && (
        <p className={css.notice}>
          The app shows “{elsewhere.title || elsewhere.id}” now: it sends this user there, or a press has led there.
        </p>
      )}
      {taken.length > 0 && (
        <p className={css.notice}>
          A link to this screen says which one is shown. An example is taken:{' '}
          {taken.map((name) => `${name} ${addressValue(examples[name])}`).join(', ')}. Another one is written above,
          under “Letters, colours of prices, address”.
        </p>
      )}
      {notice !== '' && <p className={css.notice}>{notice}</p>}
      <div ref={stage} className={css.stage}>
        {draft && address !== null && isDrawn ? (
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
            onRoute={setRoutes}
            typed="shared"
          />
        ) : (
          <p className={css.empty}>
            {open === null
              ? 'Open a screen to see it here.'
              : route === null
                ? isChecking
                  ? 'The compiler is reading it …'
                  : noPicture(open)
                : isDrawn
                  ? wordsWithoutDraft('Preparing the draft …', failure)
                  : 'This screen has not been shown yet: it is drawn as soon as its errors are mended.'}
          </p>
        )}
      </div>
      {dialog === 'compare' && draft && address !== null && (
        <Compare draft={draft} route={address} settings={frameSettings} shown={shown} onClose={() => setDialog(null)} />
      )}
      {dialog === 'qr' && draft && address !== null && (
        <QrDialog
          address={location.origin + addressOf(draft.link, address, { ...frameSettings, user: VISITOR })}
          fixture={fixture ? settings.fixture : ''}
          onClose={() => setDialog(null)}
          onCopied={() => workspace.notify('The link is copied.')}
          onEnd={() => {
            setDialog(null)
            void endLink()
          }}
        />
      )}
    </div>
  )
}

/** The kind of user whom a screen lets in, unless the fixture names one. */
function neededUser(fixture: Pick<Fixture, 'user'>, access: readonly string[], users: string | undefined): string {
  const kinds = attempt(() => parseUserKinds(users), {})
  return userKindOf(fixture, access, kinds)
}

/**
 * Members of a screen that the preview reads while the screen is being written: members of another type are omitted.
 */
interface ReadScreen {
  queries?: Readonly<Record<string, { call?: unknown }>>
  access?: readonly string[]
  params?: Readonly<Record<string, ParamDef>>
}

function readDocument(text: string | undefined): ReadScreen {
  const root = parse(text ?? '')
  const { queries, access, params } = ((root && getNodeValue(root)) ?? {}) as Record<string, unknown>
  return {
    ...(isObject(queries) && { queries: queries as NonNullable<ReadScreen['queries']> }),
    ...(Array.isArray(access) && { access: access as string[] }),
    ...(isObject(params) && { params: params as NonNullable<ReadScreen['params']> }),
  }
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

/** A parameter as an address has it. */
const addressValue = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Why a file has no picture. */
const noPicture = (file: string): string =>
  file.startsWith('locales/')
    ? 'A file of texts has no picture: open a screen, or change the words in the table of texts.'
    : file.startsWith('screens/parts/') || file.startsWith('schemas/forms/')
      ? 'No screen uses it yet: it is drawn on the first one that does.'
      : 'This file cannot be shown while it is no JSON: mend its errors first.'

type Entries = ReturnType<ReturnType<typeof useWorkspace>['get']>['entries']

/** The route that shows a file: its own, or that of a screen that uses it. */
function routeOf(file: string | null, entries: Entries): string | null {
  const fixturesOf = FIXTURE_FILE.exec(file ?? '')?.[1]
  const entry = entries.find((entry) => entry.file === (fixturesOf === undefined ? file : `screens/${fixturesOf}.json`))
  if (!entry) return null
  if (entry.route !== undefined) return entry.route
  const user = entries.find(
    (other) =>
      other.route !== undefined &&
      ((entry.kind === 'part' && other.parts.includes(entry.id)) ||
        (entry.kind === 'form' && other.forms.includes(entry.id))),
  )
  return user?.route ?? null
}
