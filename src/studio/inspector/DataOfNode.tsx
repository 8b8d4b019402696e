import { NODE_TRAITS } from '../../engine/language/expressions/nodeTraits.ts'
import { useId, type ReactNode } from 'react'
import { queryOptions } from '../make/queries.ts'
import { callsOf } from '../model/calls.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { memberPlace, setValue, type Place } from '../model/document.ts'
import { sharedSentences } from '../ui/Choose.tsx'
import css from './Inspector.module.css'
import type { NodeValue } from './nodeValue.ts'

/** The data that a node waits for, and the data that it reads without waiting, chosen by their sentences. */
export function DataOfNode({ file, place, node }: { file: string; place: Place; node: NodeValue }): ReactNode {
  const workspace = useWorkspace()
  const text = useWorkspaceState((state) => state.files[file])
  const published = useWorkspaceState((state) => state.published)
  const group = useId()
  const { [NODE_TRAITS.awaits]: awaited = '', showErrorOf = [] } = node
  const declared = queryOptions(text ?? '', callsOf(published))
  const named = [...(awaited === '' ? [] : [awaited]), ...showErrorOf]
  // A name that the document does not declare can be taken away.
  const unknown = named.filter((name) => declared.every(({ id }) => id !== name))
  const options = [...declared, ...unknown.map((id) => ({ id, about: '' }))]
  const shared = sharedSentences(options)
  const change = (keyword: typeof NODE_TRAITS.awaits | 'showErrorOf', value: unknown): void =>
    workspace.change(file, `Change ${keyword}`, (before) => setValue(before, memberPlace(place, keyword), value))
  const toggle = (name: string, isWanted: boolean): void => {
    const next = options.map(({ id }) => id).filter((id) => (id === name ? isWanted : showErrorOf.includes(id)))
    change('showErrorOf', next.length > 0 ? next : undefined)
  }
  // Each row of a list would show the same error, and the use of a part shows none.
  const canShowErrors = node.widget !== undefined && node.each === undefined

  if (options.length === 0)
    return <p className={css.muted}>This screen has no data yet. Select the screen to add some.</p>
  return (
    <>
      <fieldset className={css.options} data-place={memberPlace(place, NODE_TRAITS.awaits)}>
        <legend>Waits for data</legend>
        <p className={css.about}>
          Until it is there, the node shows that it loads, that there is nothing, or an error.
        </p>
        {[{ id: '', about: 'None of its own' }, ...options].map(({ id, about }) => (
          <label key={id} title={id}>
            <input
              type="radio"
              name={group}
              checked={awaited === id}
              onChange={() => change(NODE_TRAITS.awaits, id === '' ? undefined : id)}
            />
            <span>
              {about === '' ? id : about} {shared.has(about) && <code>{id}</code>}
            </span>
          </label>
        ))}
      </fieldset>
      {(canShowErrors || showErrorOf.length > 0) && (
        <fieldset className={css.options} data-place={memberPlace(place, 'showErrorOf')}>
          <legend>Reads without waiting</legend>
          <p className={css.about}>The node is shown at once; if such data cannot be loaded, that is said below it.</p>
          {options
            .filter(({ id }) => id !== awaited || showErrorOf.includes(id))
            .map(({ id, about }) => (
              <label key={id} title={id}>
                <input
                  type="checkbox"
                  checked={showErrorOf.includes(id)}
                  onChange={({ target }) => toggle(id, target.checked)}
                />
                <span>
                  {about === '' ? id : about} {shared.has(about) && <code>{id}</code>}
                </span>
              </label>
            ))}
        </fieldset>
      )}
    </>
  )
}
