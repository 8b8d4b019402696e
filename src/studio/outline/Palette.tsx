import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Entry } from '../compiler/protocol.ts'
import { useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { capital, wordsOf } from '../model/titles.ts'
import { nodeSource, widgetsOf } from '../model/vocabulary.ts'
import { searchKeys } from '../ui/listKeys.ts'
import { Button, Dialog, Field } from '../ui/ui.tsx'
import { WidgetStories } from '../reference/WidgetStories.tsx'
import { usesOf } from '../tree/search.ts'
import type { InsertionPoint, PlaceChoice } from './commands.ts'
import { Gallery, type Pictured } from './Gallery.tsx'
import { bestFirst, nearWords } from './paletteSearch.ts'
import css from './Palette.module.css'

/** How the palette shows what is found, which is kept for the tab. */
const LOOKS = ['Descriptions', 'Pictures'] as const
const LOOK = 'placard.studio.palette'
const storedLook = (): (typeof LOOKS)[number] =>
  sessionStorage.getItem(LOOK) === 'Pictures' ? 'Pictures' : 'Descriptions'

interface Choice extends Pictured {
  keywords: readonly string[]
  /** The source of its node. */
  source: string
}

interface Props {
  purpose: 'insert' | 'wrap'
  onClose: () => void
  /** Where it can be put beside or in the node that is selected. */
  places?: readonly PlaceChoice[]
  /** The name of the widget or part, the source of its node, and where it is put; undefined: after the selected one. */
  onChoose: (name: string, source: string, at?: InsertionPoint) => void
}

/** The widgets and parts that a screen may use. */
export function Palette({ purpose, onClose, places = [], onChoose: onChosen }: Props): ReactNode {
  const published = useWorkspaceState((state) => state.published)
  const entries = useWorkspaceState((state) => state.entries)
  const english = useWorkspaceState((state) => localesOf(state.files).en)
  const [query, setQuery] = useState('')
  const [pointed, setPointed] = useState({ name: 'Button', isWidget: true })
  const [look, setLook] = useState(storedLook)
  const [put, setPut] = useState(() =>
    Math.max(
      0,
      places.findIndex(({ isUsual }) => isUsual),
    ),
  )
  const onChoose = ({ name, source }: Choice): void => onChosen(name, source, places[put]?.at)
  const choices = useMemo((): Choice[] => {
    const known = [...widgetsOf(published).values()].filter(
      ({ slots }) => purpose === 'insert' || Object.hasOwn(slots, 'children'),
    )
    const parts = purpose === 'wrap' ? [] : entries.filter(({ kind }) => kind === 'part')
    return [
      ...known.map((widget) => ({
        ...widget,
        title: capital(wordsOf(widget.name)),
        source: nodeSource(widget),
        isWidget: true,
      })),
      ...parts.map((part) => ({
        name: part.id,
        title: part.id,
        description: aboutPart(part, entries, english ?? {}),
        keywords: [],
        source: `{ "part": ${JSON.stringify(part.id)} }`,
        isWidget: false,
      })),
    ]
  }, [published, entries, english, purpose])
  const found = useMemo(() => bestFirst(choices, query), [choices, query])
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void =>
    searchKeys(event, list.current, () => found[0] && onChoose(found[0]))
  const widgets = found.filter(({ isWidget }) => isWidget).map(({ name }) => name)
  // The picture is of what is listed: of the best match, before another one is pointed at.
  const shown = widgets.includes(pointed.name) ? pointed.name : (widgets[0] ?? pointed.name)
  return (
    <Dialog title={purpose === 'wrap' ? 'Wrap in a widget' : 'Add a widget or a part'} wide onClose={onClose}>
      <input
        type="search"
        value={query}
        placeholder="What it is, or what it is for: warning, picture, list of rows"
        aria-label="Search the widgets"
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <fieldset className={css.look} aria-label="How the widgets are shown">
        {LOOKS.map((other) => (
          <Button
            key={other}
            aria-pressed={look === other}
            onClick={() => {
              setLook(other)
              sessionStorage.setItem(LOOK, other)
            }}
          >
            {other}
          </Button>
        ))}
      </fieldset>
      {places.length > 1 && (
        <Field label="Put it">
          <select value={put} onChange={({ target }) => setPut(Number(target.value))}>
            {places.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        </Field>
      )}
      <div className={css.columns} data-look={look}>
        {found.length === 0 ? (
          <div className={css.none}>
            <output>Nothing is called “{query.trim()}”. Other words find something:</output>
            <p className={css.words}>
              {nearWords(choices, query).map((word) => (
                <Button key={word} onClick={() => setQuery(word)}>
                  {word}
                </Button>
              ))}
            </p>
          </div>
        ) : (
          <ul ref={list} className={css.grid}>
            {found.map((choice) => (
              <li key={`${choice.isWidget} ${choice.name}`}>
                <button
                  type="button"
                  className={css.card}
                  onFocus={() => setPointed(choice)}
                  onPointerEnter={() => look === 'Descriptions' && choice.isWidget && setPointed(choice)}
                  onClick={() => onChoose(choice)}
                  onKeyDown={onKeyDown}
                >
                  <strong>{choice.title}</strong>
                  {!choice.isWidget && <em>Part of several screens</em>}
                  <span>{choice.description}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {look === 'Descriptions' ? (
          <WidgetStories widget={shown} />
        ) : (
          <Gallery choices={found} pointed={pointed} onChoose={onChoose} />
        )}
      </div>
    </Dialog>
  )
}

/** Description of a part, from its texts and its uses: a part has none in its file. */
function aboutPart(part: Entry, entries: readonly Entry[], english: Readonly<Record<string, string>>): string {
  const shown = part.texts
    .flatMap((key) => english[key] ?? [])
    .filter((words) => words.length < 40 && !words.includes('{'))
    .slice(0, 3)
  const uses = usesOf(part, entries).map(({ title, id }) => (title === '' ? id : title))
  return [
    shown.length === 0 ? undefined : `Shows ${shown.map((words) => `“${words}”`).join(', ')}`,
    uses.length === 0
      ? 'Not used yet'
      : `Used in ${uses.slice(0, 3).join(', ')}${uses.length > 3 ? ` and ${uses.length - 3} more` : ''}`,
  ]
    .filter((item) => item !== undefined)
    .join('. ')
}
