import { useState, type ReactNode } from 'react'
import { useWorkspaceState } from '../model/context.tsx'
import { nodeSource, widgetsOf } from '../model/vocabulary.ts'
import { Dialog } from '../ui/ui.tsx'
import { WidgetStories } from '../reference/WidgetStories.tsx'
import css from './Palette.module.css'

interface Props {
  purpose: 'insert' | 'wrap'
  onClose: () => void
  /** The name of the widget or part, and the source of its node. */
  onChoose: (name: string, source: string) => void
}

/** The widgets and parts that a screen may use. */
export function Palette({ purpose, onClose, onChoose }: Props): ReactNode {
  const published = useWorkspaceState((state) => state.published)
  const entries = useWorkspaceState((state) => state.entries)
  const [query, setQuery] = useState('')
  const [pictured, setPictured] = useState('Button')
  const wanted = query.trim().toLowerCase()
  const widgets = [...widgetsOf(published).values()]
    .filter(({ slots }) => purpose === 'insert' || Object.hasOwn(slots, 'children'))
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted))
  const parts =
    purpose === 'wrap' ? [] : entries.filter(({ kind, id }) => kind === 'part' && id.toLowerCase().includes(wanted))
  return (
    <Dialog title={purpose === 'wrap' ? 'Wrap in a widget' : 'Add a widget or a part'} wide onClose={onClose}>
      <input
        type="search"
        value={query}
        placeholder="Search by name or purpose"
        aria-label="Search the widgets"
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className={css.columns}>
        <ul className={css.grid}>
          {widgets.map((widget) => (
            <li key={widget.name}>
              <button
                type="button"
                className={css.card}
                onFocus={() => setPictured(widget.name)}
                onPointerEnter={() => setPictured(widget.name)}
                onClick={() => onChoose(widget.name, nodeSource(widget))}
              >
                <strong>{widget.name}</strong>
                <span>{widget.description}</span>
              </button>
            </li>
          ))}
          {parts.map(({ id }) => (
            <li key={id}>
              <button
                type="button"
                className={css.card}
                onClick={() => onChoose(id, `{ "part": ${JSON.stringify(id)} }`)}
              >
                <strong>{id}</strong>
                <span>Part of this catalogue</span>
              </button>
            </li>
          ))}
        </ul>
        <WidgetStories widget={pictured} />
      </div>
    </Dialog>
  )
}
