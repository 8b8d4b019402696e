import type { ReactNode } from 'react'
import type { Place } from '../model/document.ts'
import type { WidgetInfo } from '../model/vocabulary.ts'
import css from './Inspector.module.css'
import { StepList } from './StepList.tsx'

interface Props {
  file: string
  place: Place
  widget: WidgetInfo
  handlers: Readonly<Record<string, unknown>>
}

/** The events of a widget with the steps that run. */
export function EventList({ file, place, widget, handlers }: Props): ReactNode {
  const events = Object.entries(widget.events)
  if (events.length === 0) return null
  return (
    <details className={css.section} open>
      <summary>Events</summary>
      <div className={css.fields}>
        {events.map(([event, about]) => (
          <StepList
            key={event}
            file={file}
            list={`${place}/on/${event}`}
            name={event}
            about={about}
            steps={handlers[event]}
          />
        ))}
      </div>
    </details>
  )
}
