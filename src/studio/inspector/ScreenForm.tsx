import { getNodeValue } from 'jsonc-parser'
import { X } from 'lucide-react'
import { useId, useMemo, useState, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { parse, setValue } from '../model/document.ts'
import { callsOf, type PropertySchema } from '../model/vocabulary.ts'
import { Button, Field, IconButton } from '../ui/ui.tsx'
import css from './Inspector.module.css'
import { PropsForm } from './PropsForm.tsx'
import { queryNameOf, withQuery } from './screenData.ts'

const TITLE: PropertySchema = {
  properties: { title: { type: 'string', format: 'text', description: 'The title in the bar of the screen' } },
}

/** The title of a screen, who may open it, and the data that it fetches. */
export function ScreenForm({ file }: { file: string }): ReactNode {
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const text = useWorkspaceState((state) => state.files[file] ?? '')
  const [call, setCall] = useState('')
  const list = useId()
  const screen = useMemo(() => {
    const root = parse(text)
    return (root ? getNodeValue(root) : {}) as Record<string, unknown>
  }, [text])
  const access = Array.isArray(screen.access) ? (screen.access as unknown[]) : []
  const queries = Object.entries((screen.queries ?? {}) as Record<string, { call?: unknown }>)
  const calls = callsOf(published)
  const chosen = calls.get(call)

  return (
    <>
      <PropsForm file={file} holder="" isKept schema={TITLE} values={{ title: screen.title }} />
      <label className={css.fieldHead}>
        <input
          type="checkbox"
          checked={access.includes('login')}
          onChange={({ target }) => {
            const others = access.filter((rule) => rule !== 'login')
            const next = target.checked ? ['login', ...others] : others
            workspace.edit('Change who may open it', {
              [file]: setValue(text, 'access', next.length > 0 ? next : undefined),
            })
          }}
        />
        Only for users who have logged in
      </label>
      <section className={css.section} aria-label="Data of this screen">
        <h3>Data of this screen ({queries.length})</h3>
        <ul>
          {queries.map(([name, query]) => (
            <li key={name} className={css.fieldHead}>
              <button
                type="button"
                className={css.step}
                title={calls.get(String(query.call))?.description}
                onClick={() => workspace.openFile(file, `queries/${name}`)}
              >
                {name}: {String(query.call)}
              </button>
              <IconButton
                label={`Remove the data ${name}`}
                onClick={() =>
                  workspace.edit(`Remove the data ${name}`, {
                    [file]: setValue(text, queries.length === 1 ? 'queries' : `queries/${name}`, undefined),
                  })
                }
              >
                <X size={13} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        <Field
          label="Add data"
          hint={
            chosen?.description ??
            'Type a word of what it is: transfers, orders, rates. Widgets then read it by its name.'
          }
        >
          <input list={list} value={call} spellCheck={false} onChange={({ target }) => setCall(target.value)} />
        </Field>
        <datalist id={list}>
          {[...calls].flatMap(([name, { effect, description }]) =>
            effect === 'read'
              ? [
                  <option key={name} value={name}>
                    {description}
                  </option>,
                ]
              : [],
          )}
        </datalist>
        {chosen && (
          <Button
            onClick={() => {
              workspace.edit(`Add the data of ${call}`, { [file]: withQuery(text, call, chosen.auth) })
              setCall('')
            }}
          >
            Add it as “
            {queryNameOf(
              call,
              queries.map(([name]) => name),
            )}
            ”
          </Button>
        )}
      </section>
    </>
  )
}
