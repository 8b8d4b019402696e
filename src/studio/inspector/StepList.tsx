import type { ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { nodeAt, parse, setValue, type Place } from '../model/document.ts'
import { actionsOf, stepOf } from '../model/vocabulary.ts'
import css from './Inspector.module.css'

interface Props {
  file: string
  /** The list of steps: of an event of a node, or of a branch of a step. */
  list: Place
  name: string
  about: { description?: string; required?: boolean }
  steps: unknown
}

/** Steps one below the other: a press shows one, a choice adds one. */
export function StepList({ file, list, name, about, steps }: Props): ReactNode {
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const actions = actionsOf(published)

  function add(action: string): void {
    const text = workspace.get().files[file]
    const chosen = actions.get(action)
    if (text === undefined || !chosen) return
    const count = nodeAt(parse(text), list)?.children?.length
    const next =
      count === undefined ? setValue(text, list, [stepOf(chosen)]) : setValue(text, `${list}/${count}`, stepOf(chosen))
    workspace.edit(`Add the step ${action}`, { [file]: next })
    workspace.set({ selected: `${list}/${count ?? 0}` })
  }

  return (
    <div className={css.event}>
      <strong>{name}</strong>
      {about.required && <span className={css.required}> required</span>}
      <p className={css.about}>{about.description}</p>
      <ol>
        {(Array.isArray(steps) ? steps : []).map((step, index) => (
          <li key={`${list} ${index}`}>
            <button type="button" className={css.step} onClick={() => workspace.openFile(file, `${list}/${index}`)}>
              {index + 1}. {describeStep(step)}
            </button>
          </li>
        ))}
      </ol>
      <select aria-label={`Add a step to ${name}`} value="" onChange={({ target }) => add(target.value)}>
        <option value="">Add a step …</option>
        {[...actions.values()].map(({ name: action, description }) => (
          <option key={action} value={action} title={description}>
            {action}: {description.slice(0, 70)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The action of a step with the first thing that it names: "call wallet/transfer". */
export function describeStep(step: unknown): string {
  if (typeof step !== 'object' || step === null || !('action' in step)) return '?'
  const { action, ...others } = step
  const named = Object.values(others).find((value) => typeof value === 'string')
  return named === undefined ? String(action) : `${String(action)} ${String(named).slice(0, 40)}`
}
