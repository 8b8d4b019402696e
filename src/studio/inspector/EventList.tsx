import type { ReactNode } from 'react'
import type { Place } from '../model/document.ts'
import { capital, wordsOf } from '../model/titles.ts'
import type { WidgetInfo } from '../model/vocabulary.ts'
import { StepList } from '../steps/StepList.tsx'
import css from './Inspector.module.css'

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
      <summary>What happens</summary>
      <div className={css.fields}>
        {events.map(([event, { description, required }]) => (
          <div key={event} className={css.event}>
            <p title={event}>
              <strong>{description?.replace(/\.$/, '') ?? capital(wordsOf(event))}</strong>
              {required && <span className={css.required}> required</span>}
            </p>
            <StepList file={file} list={`${place}/on/${event}`} name={event} steps={handlers[event]} />
          </div>
        ))}
      </div>
    </details>
  )
}
