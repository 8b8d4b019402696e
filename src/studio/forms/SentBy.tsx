import type { ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { callsOfForm, callsThatFit, sendingCalls } from './calls.ts'
import css from './FieldList.module.css'
import links from '../texts/LanguageFields.module.css'
import { fieldsOf } from './fields.ts'

/** Calls that can send the form, and screens that show it. */
export function SentBy({ id, file }: { id: string; file: string }): ReactNode {
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const text = useWorkspaceState((state) => state.files[file] ?? '')
  const shownBy = useWorkspaceState((state) => state.entries).filter(({ forms }) => forms.includes(id))
  const calls = sendingCalls(published)
  const own = callsOfForm(id, calls)
  const fitting =
    own.length > 0
      ? []
      : callsThatFit(
          fieldsOf(text).map(({ name }) => name),
          calls,
        )
  return (
    <section className={css.calls} aria-label="What sends the form">
      <h2>{id}</h2>
      {own.map((call) => (
        <p key={call.name}>
          Sent by <code>{call.name}</code>
          {call.effect === 'money' && ', which moves money'}: {call.description}
        </p>
      ))}
      {own.length === 0 && (
        <p className={css.about}>
          {fitting.length > 0
            ? `Its fields fit ${fitting
                .map((call) => call.name)
                .slice(0, 4)
                .join(', ')}.`
            : 'No call takes this form as a whole. A call takes the fields that it knows; one that has a form of its own takes only that one.'}
        </p>
      )}
      <p className={css.about}>
        {shownBy.length === 0 ? 'No screen shows it yet.' : 'Shown by '}
        {shownBy.map(({ file: path, id: name, title }, index) => (
          <span key={path}>
            {index > 0 && ', '}
            <button type="button" className={links.link} onClick={() => workspace.openFile(path)}>
              {title === '' ? name : title}
            </button>
          </span>
        ))}
      </p>
    </section>
  )
}
