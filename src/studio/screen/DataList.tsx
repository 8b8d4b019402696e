import { List, Plus, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { callOptions, payloadSchema } from '../fields/refWidgets.tsx'
import { ExpressionField } from '../inspector/ExpressionField.tsx'
import { PropsForm } from '../inspector/PropsForm.tsx'
import { sourcesOf } from '../make/display.ts'
import { addList, canList } from '../make/lists.ts'
import { addQuery, emptyOf, setMember, type QueryValue, type ScreenValue } from '../make/queries.ts'
import { callsOf } from '../model/calls.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { setValue } from '../model/document.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { Choose } from '../ui/Choose.tsx'
import { Button, IconButton } from '../ui/ui.tsx'
import css from './ScreenForm.module.css'

/** The data that a screen asks the server for, each by a name. */
export function DataList({ file, screen }: { file: string; screen: ScreenValue }): ReactNode {
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const [isChoosing, setChoosing] = useState(false)
  const calls = callsOf(published)
  const queries = Object.entries(screen.queries ?? {})

  function add(name: string): void {
    setChoosing(false)
    const { files } = workspace.get()
    const [text, call] = [files[file], calls.get(name)]
    if (text === undefined || !call) return
    const added = addQuery(text, call, files)
    workspace.edit(`Add the data ${added.name}`, { [file]: added.text })
    if (added.access.length > 0)
      workspace.notify(`This data needs a user: the screen now opens only with ${added.access.join(', ')}.`)
  }

  return (
    <section className={css.section} aria-label="Data of this screen">
      <h3>Data of this screen</h3>
      {queries.length === 0 && <p className={css.about}>It shows no data of the server yet.</p>}
      {queries.map(([name, query]) => (
        <Query key={name} file={file} name={name} query={query} />
      ))}
      <Button onClick={() => setChoosing(true)}>
        <Plus size={13} aria-hidden /> Data
      </Button>
      {isChoosing && (
        <Choose
          title="Data of the server"
          options={callOptions([...calls.values()].filter(({ effect }) => effect === 'read'))}
          onChoose={add}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}

function Query({ file, name, query }: { file: string; name: string; query: QueryValue }): ReactNode {
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const files = useWorkspaceState((state) => state.files)
  const schema = useWorkspaceState((state) => state.schema) as {
    definitions?: { query?: PropertySchema }
  } | null
  const call = callsOf(published).get(query.call ?? '')
  const place = `queries/${name}`
  const definition = schema?.definitions?.query?.properties ?? {}
  const numbers = Object.entries(definition).filter(([, { type }]) => type === 'integer')
  const about = (member: string): string => definition[member]?.description ?? ''
  const edit = (label: string, change: (text: string) => string, key?: string): void =>
    workspace.change(file, label, change, key)
  const payload = call && payloadSchema(call)
  const empty = call && emptyOf(name, call, files)

  /** Reports the number of uses of the removed data that remain; an undo is beside it. */
  async function remove(): Promise<void> {
    const uses = await workspace.compiler.uses({ kind: 'query', name, owner: file }).catch(() => [])
    const places = uses.filter(({ declares }) => !declares).length
    edit(`Remove the data ${name}`, (text) => setMember(text, 'queries', name, undefined))
    workspace.notifyDone(
      places === 0
        ? `Removed: the data ${name}.`
        : `Removed: the data ${name}. ${places === 1 ? 'A place' : `${places} places`} of this screen still ${places === 1 ? 'uses' : 'use'} it: remove ${places === 1 ? 'that' : 'those'} too, or undo.`,
    )
  }

  function list(): void {
    const text = workspace.get().files[file]
    const added =
      text === undefined || !call ? null : addList(text, name, call, sourcesOf(workspace.get().files, published))
    if (!added) return
    workspace.edit(`Show ${name} as a list`, { [file]: added.text })
    workspace.set({ selected: added.place })
  }

  return (
    <details className={css.item}>
      <summary>
        <strong>{name}</strong> <span className={css.about}>{call?.sentence ?? query.call}</span>
      </summary>
      <div className={css.fields}>
        <div className={css.buttons}>
          {call && canList(call, sourcesOf(files, published)) && (
            <Button onClick={list}>
              <List size={13} aria-hidden /> Show it as a list
            </Button>
          )}
          <IconButton label={`Remove the data ${name}`} onClick={() => void remove()}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
        {payload && Object.keys(payload.properties ?? {}).length > 0 && (
          <>
            <h4>Which data</h4>
            <PropsForm
              file={file}
              place={place}
              base={`${place}/payload`}
              schema={payload}
              values={query.payload ?? {}}
            />
          </>
        )}
        {(['emptyWhen', 'enabled'] as const).map((member) => (
          <div key={member} className={css.field}>
            <span>{member === 'emptyWhen' ? 'When there is nothing to show' : 'Asked for only if'}</span>
            <ExpressionField
              label={`${member} of ${name}`}
              file={file}
              place={`${place}/${member}`}
              value={typeof query[member] === 'string' ? query[member] : ''}
              onChange={(value) =>
                edit(
                  `Change ${member}`,
                  (text) => setValue(text, `${place}/${member}`, value === '' ? undefined : value),
                  `${file} ${place} ${member}`,
                )
              }
            />
            <p className={css.about}>{about(member)}</p>
            {member === 'emptyWhen' && empty !== undefined && query.emptyWhen !== empty && (
              <Button
                onClick={() => edit('The list has no items', (text) => setValue(text, `${place}/emptyWhen`, empty))}
              >
                When the list has no items
              </Button>
            )}
          </div>
        ))}
        <PropsForm
          file={file}
          place={place}
          base={place}
          schema={{ type: 'object', properties: Object.fromEntries(numbers) }}
          values={Object.fromEntries(
            numbers.flatMap(([name]) => (query[name] === undefined ? [] : [[name, query[name]]])),
          )}
        />
      </div>
    </details>
  )
}
