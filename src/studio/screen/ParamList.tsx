import { Plus, Trash2 } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { setMember, type ScreenValue } from '../make/queries.ts'
import { camelCase, freeName } from '../make/words.ts'
import { useWorkspace } from '../model/context.tsx'
import { setValue } from '../model/document.ts'
import { typeOf } from '../reference/sections.ts'
import { Button, IconButton } from '../ui/ui.tsx'
import css from './ScreenForm.module.css'

const KINDS: readonly { title: string; schema: { type: string; format?: string } }[] = [
  { title: 'a text', schema: { type: 'string' } },
  { title: 'the id of something', schema: { type: 'string', format: 'id' } },
  { title: 'a currency', schema: { type: 'string', format: 'currency' } },
  { title: 'a market', schema: { type: 'string', format: 'symbol' } },
  { title: 'a whole number', schema: { type: 'integer' } },
  { title: 'yes or no', schema: { type: 'boolean' } },
]

/** The parameters of a screen: what a link to it gives. */
export function ParamList({ file, screen }: { file: string; screen: ScreenValue }): ReactNode {
  const workspace = useWorkspace()
  const [name, setName] = useState('')
  const [kind, setKind] = useState(1)
  const edit = (label: string, change: (text: string) => string): void => {
    const text = workspace.get().files[file]
    if (text !== undefined) workspace.edit(label, { [file]: change(text) })
  }
  function add(event: FormEvent): void {
    event.preventDefault()
    const wanted = freeName(camelCase(name), (one) => Object.hasOwn(screen.params ?? {}, one))
    if (wanted === '') return
    edit(`Add the parameter ${wanted}`, (text) =>
      setMember(text, 'params', wanted, { ...KINDS[kind]?.schema, required: true }),
    )
    setName('')
  }
  return (
    <div className={css.fields}>
      <p className={css.about}>A screen that shows one thing of many needs to know which: a link to it says so.</p>
      {Object.entries(screen.params ?? {}).map(([one, schema]) => (
        <div key={one} className={css.row}>
          <span>
            <strong>{one}</strong> <code>{typeOf(schema)}</code>
          </span>
          <label className={css.check}>
            <input
              type="checkbox"
              checked={(schema.required as unknown) === true}
              onChange={({ target }) =>
                edit(`Change the parameter ${one}`, (text) =>
                  setValue(text, `params/${one}/required`, target.checked ? true : undefined),
                )
              }
            />
            required
          </label>
          <IconButton
            label={`Remove the parameter ${one}`}
            onClick={() => edit(`Remove the parameter ${one}`, (text) => setMember(text, 'params', one, undefined))}
          >
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <form className={css.row} onSubmit={add}>
        <input
          value={name}
          placeholder="Name, such as id"
          aria-label="Name of the parameter"
          onChange={({ target }) => setName(target.value)}
        />
        <select
          aria-label="Kind of the parameter"
          value={kind}
          onChange={({ target }) => setKind(Number(target.value))}
        >
          {KINDS.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
        <Button type="submit" disabled={camelCase(name) === ''} aria-label="Add the parameter">
          <Plus size={13} aria-hidden />
        </Button>
      </form>
    </div>
  )
}
