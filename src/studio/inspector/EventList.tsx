import type { ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { nodeAt, parse, setValue, type Place } from '../model/document.ts'
import { actionsOf, stepOf, type WidgetInfo } from '../model/vocabulary.ts'
import css from './Inspector.module.css'

interface Props {
  file: string
  place: Place
  widget: WidgetInfo
  handlers: Readonly<Record<string, unknown>>
}

const actionOf = (step: unknown): string =>
  typeof step === 'object' && step !== null && 'action' in step ? String(step.action) : '?'

/** The events of a widget with the steps that run, and a choice that adds one. */
export function EventList({ file, place, widget, handlers }: Props): ReactNode {
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const actions = actionsOf(published)
  const events = Object.entries(widget.events)
  if (events.length === 0) return null

  function add(event: string, name: string): void {
    const text = workspace.get().files[file]
    const action = actions.get(name)
    if (text === undefined || !action) return
    const list = `${place}/on/${event}`
    const steps = nodeAt(parse(text), list)
    const next = steps
      ? setValue(text, `${list}/${steps.children?.length ?? 0}`, stepOf(action))
      : setValue(text, list, [stepOf(action)])
    workspace.edit(`Add the step ${name}`, { [file]: next })
  }

  return (
    <details className={css.section} open>
      <summary>Events</summary>
      <div className={css.fields}>
        {events.map(([event, { description, required }]) => {
          const steps = handlers[event]
          return (
            <div key={event} className={css.event}>
              <strong>{event}</strong>
              {required && <span className={css.required}> required</span>}
              <p className={css.about}>{description}</p>
              <ol>
                {(Array.isArray(steps) ? steps : []).map((step, index) => (
                  <li key={`${event} ${index}`}>
                    <button
                      type="button"
                      className={css.step}
                      onClick={() => workspace.openFile(file, `${place}/on/${event}/${index}`)}
                    >
                      {index + 1}. {actionOf(step)}
                    </button>
                  </li>
                ))}
              </ol>
              <select
                aria-label={`Add a step to ${event}`}
                value=""
                onChange={({ target }) => add(event, target.value)}
              >
                <option value="">Add a step …</option>
                {[...actions.values()].map(({ name, description: about }) => (
                  <option key={name} value={name} title={about}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          )
        })}
      </div>
    </details>
  )
}
