import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FORM_FILE } from '../../../codegen/compiler/service/index.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { groupOf, textFor } from '../texts/keys.ts'
import { filesWithout } from '../texts/ownTexts.ts'
import { TextField } from '../texts/TextField.tsx'
import { Button, Field, IconButton } from '../ui/ui.tsx'
import { Answers } from './Answers.tsx'
import {
  addField,
  amountsByUnit,
  fieldName,
  fieldsOf,
  kindInfo,
  KINDS,
  moveField,
  removeField,
  setOfField,
  setRequired,
  unitOf,
  unitWords,
  type FieldKind,
  type FormField,
} from './fields.ts'
import css from './FieldList.module.css'
import { withoutUnit, withUnitLike } from './unitsOfScreens.ts'

/** The fields of a form: each with its label, its limits and its position; a field is added below. */
export function FieldList({ file }: { file: string }): ReactNode {
  const workspace = useWorkspace()
  const text = useWorkspaceState((state) => state.files[file] ?? '')
  const fields = fieldsOf(text)
  const [open, setOpen] = useState<string | null>(null)
  const edit = (label: string, change: (text: string) => string, mergeKey?: string): void =>
    workspace.change(file, label, change, mergeKey)
  return (
    <section className={css.list} aria-label="Fields">
      <h2>Fields</h2>
      {fields.length === 0 && <p className={css.about}>The form has no fields yet.</p>}
      <ol>
        {fields.map((field, index) => (
          <FieldRow
            key={field.name}
            file={file}
            field={field}
            index={index}
            count={fields.length}
            isOpen={open === field.name}
            onOpen={() => setOpen(open === field.name ? null : field.name)}
            onMove={(name, to) => edit(`Move the field ${name}`, (now) => moveField(now, name, to))}
            edit={edit}
          />
        ))}
      </ol>
      <AddField file={file} onAdded={setOpen} />
    </section>
  )
}

type Edit = (label: string, change: (text: string) => string, mergeKey?: string) => void

interface RowProps {
  file: string
  field: FormField
  index: number
  count: number
  isOpen: boolean
  onOpen: () => void
  onMove: (name: string, to: number) => void
  edit: Edit
}

function FieldRow({ file, field, index, count, isOpen, onOpen, onMove, edit }: RowProps): ReactNode {
  const workspace = useWorkspace()
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const move = useRef(onMove)
  const [drop, setDrop] = useState<'before' | 'after' | null>(null)
  const { name, kind, isHidden, isRequired, title } = field
  const label = english[title] ?? (title === '' ? name : title)
  useEffect(() => {
    move.current = onMove
  })
  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current]
    if (!element || !dragHandle) return undefined
    const side = (y: number): 'before' | 'after' => {
      const { top, height } = element.getBoundingClientRect()
      return y < top + height / 2 ? 'before' : 'after'
    }
    return combine(
      draggable({ element, dragHandle, getInitialData: () => ({ field: name }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.field === 'string',
        onDrag: ({ location }) => setDrop(side(location.current.input.clientY)),
        onDragLeave: () => setDrop(null),
        onDrop({ source, location }) {
          setDrop(null)
          move.current(String(source.data.field), side(location.current.input.clientY) === 'before' ? index : index + 1)
        },
      }),
    )
  }, [name, index])
  return (
    <li ref={row} className={css.field} data-drop={drop ?? undefined}>
      <div className={css.head}>
        <span ref={handle} className={css.handle} aria-hidden>
          <GripVertical size={14} />
        </span>
        <button type="button" className={css.name} aria-expanded={isOpen} onClick={onOpen}>
          <strong>{label}</strong>
          <span className={css.kind}>
            {kindInfo(kind)?.label ?? 'Written in code'}
            {isHidden ? ', sent by the screen' : isRequired ? ', required' : ''}
          </span>
        </button>
        <IconButton label={`Move ${label} up`} disabled={index === 0} onClick={() => onMove(name, index - 1)}>
          <ArrowUp size={14} aria-hidden />
        </IconButton>
        <IconButton label={`Move ${label} down`} disabled={index === count - 1} onClick={() => onMove(name, index + 2)}>
          <ArrowDown size={14} aria-hidden />
        </IconButton>
        <IconButton
          label={`Remove ${label}`}
          onClick={() => {
            const { files, published } = workspace.get()
            workspace.edit(`Remove the field ${name}`, {
              ...withoutUnit(files, formId(file), name),
              ...filesWithout(file, (text) => removeField(text, name), files, published),
            })
          }}
        >
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
      {isOpen && <Details file={file} field={field} edit={edit} />}
    </li>
  )
}

function Details({ file, field, edit }: { file: string; field: FormField; edit: Edit }): ReactNode {
  const { name, kind, title, help, isRequired, isHidden, schema } = field
  const labels = useLabels(file)
  const unit = unitOf(field)
  const set = (part: 'schema' | 'ui', keyword: string, value: string | number | undefined): void =>
    edit(
      `Change ${keyword} of ${name}`,
      (text) => setOfField(text, part, name, keyword, value),
      `${file} ${name} ${keyword}`,
    )
  return (
    <div className={css.details}>
      <div className={css.part}>
        <span className={css.label}>Label</span>
        <TextField value={title} label={`Label of ${name}`} onChange={(key) => set('schema', 'title', key)} />
      </div>
      {!isHidden && (
        <details className={css.part} open={help !== ''}>
          <summary className={css.label}>Help below the field</summary>
          <TextField
            value={help}
            label={`Help of ${name}`}
            onChange={(key) => set('ui', 'ui:help', key === '' ? undefined : key)}
          />
        </details>
      )}
      <label className={css.check}>
        <input
          type="checkbox"
          checked={isRequired}
          onChange={({ target }) =>
            edit(`${name} is ${target.checked ? '' : 'not '}required`, (text) =>
              setRequired(text, name, target.checked),
            )
          }
        />
        Must be filled in
      </label>
      {kind === 'choice' && <Answers field={field} edit={edit} />}
      <div className={css.limits}>
        {kindInfo(kind)?.limits.map(({ keyword, label }) => (
          <Field key={keyword} label={label}>
            <input
              type="number"
              min={keyword.endsWith('Length') ? 0 : undefined}
              value={typeof schema[keyword] === 'number' ? schema[keyword] : ''}
              onChange={({ target }) =>
                set('schema', keyword, target.value === '' ? undefined : Math.trunc(Number(target.value)))
              }
            />
          </Field>
        ))}
      </div>
      {kind === 'amount' && (
        <p className={css.about}>
          It is {unit ? unitWords(unit, labels) : PLAIN_NUMBER}. Its least or most is a rule, below: “Amount is at least
          10”.
        </p>
      )}
      <p className={css.about}>
        Its name in the code: <code>{name}</code>
      </p>
    </div>
  )
}

const PLAIN_NUMBER = 'a plain number'
const formId = (file: string): string => FORM_FILE.exec(file)?.[1] ?? file

/** The labels of the fields of a form, by name. */
function useLabels(file: string): (field: string) => string {
  const text = useWorkspaceState((state) => state.files[file] ?? '')
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  return (name) => english[fieldsOf(text).find((field) => field.name === name)?.title ?? ''] ?? name
}

/**
 * Adds a field: its kind, and the text of its label. An amount is money as another one of the form is, if nothing else
 * is chosen.
 */
function AddField({ file, onAdded }: { file: string; onAdded: (name: string) => void }): ReactNode {
  const workspace = useWorkspace()
  const [kind, setKind] = useState<FieldKind>('amount')
  const [words, setWords] = useState('')
  const [like, setLike] = useState<string>()
  const current = useWorkspaceState((state) => state.files[file] ?? '')
  const labels = useLabels(file)
  const amounts = kind === 'amount' ? amountsByUnit(fieldsOf(current)) : []
  const money = amounts.find(({ schema }) => schema['x-unit'] === 'money')
  const chosen = amounts.find(({ name }) => name === (like ?? money?.name))

  function add(): void {
    const { files, entries } = workspace.get()
    const text = files[file]
    const info = kindInfo(kind)
    const label = words.trim()
    if (text === undefined || !info || label === '') return
    const { key: title, changes } = textFor(label, groupOf(file, entries), files)
    const name = fieldName(label, text)
    const schema = { ...info.schema, ...(chosen && unitOf(chosen)), title }
    const next = addField(text, { name, schema, ui: info.ui, isRequired: kind !== 'yesNo' })
    workspace.edit(`Add the field “${label}”`, {
      ...changes,
      ...(chosen && withUnitLike(files, formId(file), chosen.name, name)),
      [file]: next,
    })
    setWords('')
    onAdded(name)
  }

  return (
    <form
      className={css.add}
      aria-label="Add a field"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Field label="New field">
        <select value={kind} onChange={({ target }) => setKind(target.value as FieldKind)}>
          {KINDS.map(({ kind: option, label, about }) => (
            <option key={option} value={option}>
              {about === '' ? label : `${label}: ${about.toLowerCase()}`}
            </option>
          ))}
        </select>
      </Field>
      {amounts.length > 0 && (
        <Field label="It is">
          <select value={chosen?.name ?? ''} onChange={({ target }) => setLike(target.value)}>
            {amounts.map((amount) => (
              <option key={amount.name} value={amount.name}>
                {unitWords(unitOf(amount) ?? { 'x-unit': '' }, labels)}
              </option>
            ))}
            <option value="">{PLAIN_NUMBER}</option>
          </select>
        </Field>
      )}
      <Field label="Its label">
        <input value={words} placeholder="Type the words" onChange={({ target }) => setWords(target.value)} />
      </Field>
      <Button type="submit" disabled={words.trim() === ''}>
        Add the field
      </Button>
    </form>
  )
}
