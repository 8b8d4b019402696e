import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { useWorkspaceState } from '../model/context.tsx'
import css from './ReferenceView.module.css'
import { WidgetStories } from './WidgetStories.tsx'
import { bestFirst, nearWords } from '../outline/paletteSearch.ts'
import { EXAMPLES } from './examples.ts'
import { sectionsOf, type Item } from './sections.ts'

/** Reference of widgets, actions, calls, functions, icons and tokens, from their own schemas. */
export function ReferenceView(): ReactNode {
  const published = useWorkspaceState((state) => state.published)
  const sections = useMemo(() => [EXAMPLES, ...sectionsOf(published)], [published])
  const [query, setQuery] = useState('')
  const [section, setSection] = useState(EXAMPLES.title)
  const [pictured, setPictured] = useState('Button')
  const wanted = useDeferredValue(query).trim().toLowerCase()
  const listed = sections
    .filter(({ title }) => wanted !== '' || title === section)
    .map(({ title, items }) => ({
      title,
      items: bestFirst(items, wanted),
    }))
    .filter(({ items }) => items.length > 0)
  return (
    <main className={css.view} aria-label="Reference">
      <aside className={css.side} data-region="the kinds">
        <input
          type="search"
          value={query}
          placeholder="Search everything"
          aria-label="Search the reference"
          onChange={({ target }) => setQuery(target.value)}
        />
        <ul>
          {sections.map(({ title, items }) => (
            <li key={title}>
              <button
                type="button"
                className={css.section}
                aria-current={title === section && wanted === '' ? 'true' : undefined}
                onClick={() => {
                  setQuery('')
                  setSection(title)
                }}
              >
                {title} <span>{items.length}</span>
              </button>
            </li>
          ))}
        </ul>
      </aside>
      {/* Entries take no focus: by keyboard the list scrolls with a separate focus. */}
      <section
        className={css.main}
        aria-label="Entries"
        data-region="the entries"
        tabIndex={listed.length === 0 ? undefined : 0}
      >
        {listed.length === 0 && (
          <p className={css.empty}>
            Nothing has this name or description. Try:{' '}
            {nearWords(
              sections.flatMap(({ items }) => items),
              wanted,
            ).join(', ')}
            .
          </p>
        )}
        {listed.map(({ title, items }) => (
          <section key={title} aria-label={title}>
            <h2 className={css.title}>{title}</h2>
            {items.map((item) => (
              <Entry
                key={item.name}
                item={item}
                onPicture={title === 'Widgets' ? () => setPictured(item.name) : undefined}
                isPictured={title === 'Widgets' && item.name === pictured}
              />
            ))}
          </section>
        ))}
      </section>
      <WidgetStories widget={pictured} />
    </main>
  )
}

/** Captions of the tables, as in the inspector. */
const CAPTIONS: Readonly<Record<string, string>> = {
  Props: 'Properties',
  Slots: 'What it holds',
  Events: 'What happens',
}

interface EntryProps {
  item: Item
  /** Shows the picture of a widget. */
  onPicture: (() => void) | undefined
  isPictured: boolean
}

function Entry({ item, onPicture, isPictured }: EntryProps): ReactNode {
  return (
    <article className={css.entry}>
      <h3>
        {item.title} <code>{item.name}</code>
        {onPicture && (
          <button
            type="button"
            className={css.picture}
            aria-label={`Picture of ${item.name}`}
            aria-pressed={isPictured}
            onClick={onPicture}
          >
            Picture
          </button>
        )}
        {item.facts !== undefined && <span className={css.facts}>{item.facts}</span>}
      </h3>
      <p>{item.description}</p>
      {item.steps && (
        <ol className={css.steps}>
          {item.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {item.tables?.map(
        ({ title, rows }) =>
          rows.length > 0 && (
            <table key={title} className={css.table}>
              <caption>{CAPTIONS[title] ?? title}</caption>
              <tbody>
                {rows.map(([name, type, description, called]) => (
                  <tr key={name}>
                    <th scope="row">
                      {called} <code>{name}</code>
                    </th>
                    <td>
                      <code>{type}</code>
                    </td>
                    <td>{description}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ),
      )}
    </article>
  )
}
