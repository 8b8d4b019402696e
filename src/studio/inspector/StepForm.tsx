import { getNodeValue } from 'jsonc-parser'
import { ArrowDown, ArrowUp, CornerLeftUp, ShieldQuestion, Trash2 } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { insertSource, itemOf, moveItem, nodeAt, parse, removeAt, type Place } from '../model/document.ts'
import { actionsOf, stepOf } from '../model/vocabulary.ts'
import { IconButton } from '../ui/ui.tsx'
import css from './Inspector.module.css'
import { PropsForm } from './PropsForm.tsx'
import { StepList } from './StepList.tsx'

/** The arguments of a step, the steps of its branches, and what moves, removes or confirms it. */
export function StepForm({ file, place, node }: { file: string; place: Place; node: Place }): ReactNode {
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const text = useWorkspaceState((state) => state.files[file] ?? '')
  const step = useMemo(() => {
    const found = nodeAt(parse(text), place)
    return found ? (getNodeValue(found) as Record<string, unknown>) : {}
  }, [text, place])
  const name = String(step.action)
  const actions = actionsOf(published)
  const action = actions.get(name)
  const item = itemOf(place)
  const count = item ? (nodeAt(parse(text), item.list)?.children?.length ?? 0) : 0

  function change(label: string, edited: string, selected: Place): void {
    workspace.edit(label, { [file]: edited })
    workspace.set({ selected })
  }
  function move(by: -1 | 1): void {
    const moved = item && moveItem(text, place, item.list, by === 1 ? item.index + 2 : item.index - 1)
    if (moved) change('Move the step', moved.text, moved.place)
  }
  function remove(): void {
    if (!item) return
    change('Remove the step', removeAt(text, count === 1 ? item.list : place), node)
  }
  function confirm(): void {
    const asking = actions.get('confirm')
    if (!item || !asking) return
    change('Ask before the step', insertSource(text, item.list, item.index, JSON.stringify(stepOf(asking))), place)
  }

  return (
    <div className={css.inspector}>
      <header className={css.head}>
        <h2>Step: {name}</h2>
        <p className={css.about}>{action?.description}</p>
        <div className={css.fieldHead}>
          <IconButton label="Back to the node" onClick={() => workspace.set({ selected: node })}>
            <CornerLeftUp size={15} aria-hidden />
          </IconButton>
          <IconButton label="Move the step up" disabled={!item || item.index === 0} onClick={() => move(-1)}>
            <ArrowUp size={15} aria-hidden />
          </IconButton>
          <IconButton label="Move the step down" disabled={!item || item.index >= count - 1} onClick={() => move(1)}>
            <ArrowDown size={15} aria-hidden />
          </IconButton>
          <IconButton label="Ask the user before it (confirm)" disabled={name === 'confirm'} onClick={confirm}>
            <ShieldQuestion size={15} aria-hidden />
          </IconButton>
          <IconButton label="Remove the step" onClick={remove}>
            <Trash2 size={15} aria-hidden />
          </IconButton>
        </div>
      </header>
      {action ? (
        <>
          <PropsForm key={`${file} ${place}`} file={file} holder={place} isKept schema={action.args} values={step} />
          {Object.entries(action.branches).map(([branch, about]) => (
            <section key={branch} className={css.section}>
              <StepList file={file} list={`${place}/${branch}`} name={branch} about={about} steps={step[branch]} />
            </section>
          ))}
        </>
      ) : (
        <p className={css.empty}>The catalogue has no such action.</p>
      )}
    </div>
  )
}
