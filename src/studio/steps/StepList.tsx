import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { isObject } from '../../engine/language/values/json.ts'
import { PropsForm } from '../inspector/PropsForm.tsx'
import { callsOf } from '../model/calls.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { itemOf, type Place } from '../model/document.ts'
import { localesOf } from '../model/texts.ts'
import { actionsOf, stepOf, type ActionInfo } from '../model/vocabulary.ts'
import type { Workspace } from '../model/workspace.ts'
import { Choose } from '../ui/Choose.tsx'
import { Button, IconButton } from '../ui/ui.tsx'
import { addStep, putStep, removeStep, shiftStep, targetsIn, type Edited } from './steps.ts'
import css from './StepList.module.css'

interface Props {
  file: string
  /** The list of steps, e.g. "body/0/on/press". */
  list: Place
  /** Event or branch that runs these steps, for the labels of the controls. */
  name: string
  steps: unknown
  /** The list of steps of the event that the list is part of. */
  root?: Place
}

function edit(workspace: Workspace, file: string, label: string, change: (text: string) => Edited | null): void {
  const text = workspace.get().files[file]
  const next = text === undefined ? null : change(text)
  if (!next) return
  workspace.edit(label, { [file]: next.text })
  workspace.set({ selected: next.place })
}

/** Steps in their order: each opens its arguments and its branches, and can be moved, removed, and put into a branch. */
export function StepList({ file, list, name, steps, root = list }: Props): ReactNode {
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const [isAdding, setAdding] = useState(false)
  const actions = actionsOf(published)
  const all = Array.isArray(steps) ? (steps as unknown[]) : []
  return (
    <div className={css.steps}>
      <ol aria-label={`Steps of ${name}`}>
        {all.map((step, index) => (
          <StepItem
            key={`${list}/${index}`}
            file={file}
            place={`${list}/${index}`}
            root={root}
            step={isObject(step) ? step : {}}
            isLast={index === all.length - 1}
          />
        ))}
      </ol>
      <Button onClick={() => setAdding(true)} aria-label={`Add a step to ${name}`}>
        <Plus size={13} aria-hidden /> Add a step
      </Button>
      {isAdding && (
        <Choose
          title="What happens next"
          options={[...actions.values()].map(({ name: id, title: about, description }) => ({
            id,
            about,
            words: description,
          }))}
          onClose={() => setAdding(false)}
          onChoose={(id) => {
            setAdding(false)
            const action = actions.get(id)
            if (action)
              edit(workspace, file, `Add the step “${action.title}”`, (text) => addStep(text, list, stepOf(action)))
          }}
        />
      )}
    </div>
  )
}

function StepItem({
  file,
  place,
  root,
  step,
  isLast,
}: {
  file: string
  place: Place
  root: Place
  step: Readonly<Record<string, unknown>>
  isLast: boolean
}): ReactNode {
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const selected = useWorkspaceState((state) => state.selected)
  const head = useRef<HTMLButtonElement>(null)
  const action = actionsOf(published).get(String(step.action))
  const isOpen = selected === place || selected.startsWith(`${place}/`)
  const index = itemOf(place)?.index ?? 0
  const detail = useDetail(step)
  useEffect(() => {
    if (selected === place) head.current?.scrollIntoView({ block: 'nearest' })
  }, [selected, place])
  return (
    <li className={css.step} data-open={isOpen || undefined}>
      <div className={css.head}>
        <button
          ref={head}
          type="button"
          className={css.title}
          title={typeof step.action === 'string' ? step.action : undefined}
          aria-expanded={isOpen}
          onClick={() => workspace.openFile(file, selected === place ? root : place)}
        >
          <span>
            {index + 1}. {action?.title ?? 'Unknown step'}
          </span>
          {detail !== '' && <span className={css.detail}>{detail}</span>}
        </button>
        <IconButton
          label={`Move step ${index + 1} up`}
          disabled={index === 0}
          onClick={() => edit(workspace, file, 'Move the step', (text) => shiftStep(text, place, -1))}
        >
          <ArrowUp size={13} aria-hidden />
        </IconButton>
        <IconButton
          label={`Move step ${index + 1} down`}
          disabled={isLast}
          onClick={() => edit(workspace, file, 'Move the step', (text) => shiftStep(text, place, 1))}
        >
          <ArrowDown size={13} aria-hidden />
        </IconButton>
        <IconButton
          label={`Remove step ${index + 1}`}
          onClick={() => edit(workspace, file, 'Remove the step', (text) => removeStep(text, place))}
        >
          <Trash2 size={13} aria-hidden />
        </IconButton>
      </div>
      {isOpen && action && <StepBody file={file} place={place} root={root} step={step} action={action} />}
    </li>
  )
}

function StepBody({
  file,
  place,
  root,
  step,
  action,
}: {
  file: string
  place: Place
  root: Place
  step: Readonly<Record<string, unknown>>
  action: ActionInfo
}): ReactNode {
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const text = useWorkspaceState((state) => state.files[file])
  const targets = useMemo(
    () =>
      targetsIn(text ?? '', root, actionsOf(published)).filter(
        ({ list }) => list !== itemOf(place)?.list && !`${list}/`.startsWith(`${place}/`),
      ),
    [text, root, place, published],
  )
  const args = Object.keys(action.args.properties ?? {})
  return (
    <div className={css.body}>
      <details className={css.about}>
        <summary>About this step</summary>
        {action.description}
      </details>
      {args.length > 0 && (
        <PropsForm
          key={`${file} ${place}`}
          file={file}
          place={place}
          base={place}
          schema={action.args}
          values={Object.fromEntries(Object.entries(step).filter(([name]) => args.includes(name)))}
        />
      )}
      {Object.entries(action.branches).map(([branch, { description, 'x-title': title = description ?? branch }]) => (
        <section key={branch} className={css.branch} aria-label={`${title}: ${action.title}`}>
          <h3 title={description === undefined ? branch : `${description} (${branch})`}>{title}</h3>
          <StepList
            file={file}
            list={`${place}/${branch}`}
            root={root}
            name={`“${title}” of “${action.title}”`}
            steps={step[branch]}
          />
        </section>
      ))}
      {targets.length > 0 && (
        <label className={css.move}>
          Put this step into
          <select
            value=""
            onChange={({ target }) =>
              edit(workspace, file, 'Put the step elsewhere', (current) => putStep(current, place, target.value))
            }
          >
            <option value="">Choose …</option>
            {targets.map(({ list, label }) => (
              <option key={list} value={list}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}

/** How a step differs from others: its call, its words or where it leads. */
function useDetail(step: Readonly<Record<string, unknown>>): string {
  const published = useWorkspaceState((state) => state.published)
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const call = typeof step.call === 'string' ? callsOf(published).get(step.call) : undefined
  if (call) return call.sentence
  for (const name of ['text', 'title', 'to', 'name', 'query', 'condition']) {
    const value = step[name]
    if (typeof value === 'string' && value !== '') return english[value] ?? value
  }
  return ''
}
