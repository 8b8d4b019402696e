import type { WidgetProps } from '@rjsf/utils'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { api } from '../api.ts'
import { isObject } from '../../engine/language/values/json.ts'
import { enclosingForm } from '../make/enclosingForm.ts'
import { formFields, formPayload } from '../make/nodes.ts'
import { queryOptions, screenOf } from '../make/queries.ts'
import { callsOf, type CallInfo } from '../model/calls.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { insertSource, memberPlace, moveItem, removeAt, setValue } from '../model/document.ts'
import { capital, titleOf } from '../model/titles.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { describeError } from '../model/workspace.ts'
import { FieldProblems, useInvalid } from '../problems/FieldProblems.tsx'
import { TextField } from '../texts/TextField.tsx'
import { Choose } from '../ui/Choose.tsx'
import { Button, IconButton } from '../ui/ui.tsx'
import css from './fields.module.css'
import type { FieldContext } from './fieldContext.ts'
import { refOf } from './refWidgetOf.ts'

/** Options for the choice of a call, each with its sentence. */
export const callOptions = (calls: Iterable<CallInfo>) =>
  [...calls].map(({ name, sentence, description, effect }) => ({
    id: name,
    about: sentence,
    words: `${description} ${EFFECTS[effect]}`,
  }))
const EFFECTS: Readonly<Record<CallInfo['effect'], string>> = {
  read: 'show get list data',
  write: 'save change send',
  money: 'money pay buy sell send',
  session: 'login account',
}

/** A call, chosen by its sentence. Its payload is filled from fields of the same names in the form, the parameters and the states. */
function CallNameWidget({ label, value, registry }: WidgetProps): ReactNode {
  const { file, base, schema } = registry.formContext as FieldContext
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const calls = callsOf(published)
  const [isChoosing, setChoosing] = useState(false)
  const call = calls.get(String(value))
  const payloadArgument = Object.entries(schema.properties ?? {}).find(
    ([, property]) => refOf(property)?.kind === 'payload',
  )?.[0]

  function choose(name: string): void {
    setChoosing(false)
    const { files } = workspace.get()
    const text = files[file]
    const chosen = calls.get(name)
    if (text === undefined || !chosen) return
    const form = enclosingForm(text, base)
    const payload = formPayload(chosen, form === undefined ? [] : Object.keys(formFields(form, files)), screenOf(text))
    let next = setValue(text, memberPlace(base, label), name)
    if (payloadArgument !== undefined)
      next = setValue(next, memberPlace(base, payloadArgument), Object.keys(payload).length > 0 ? payload : undefined)
    workspace.edit(`Choose the call ${name}`, { [file]: next })
  }

  return (
    <div className={css.chosen}>
      {call ? (
        <p title={`${call.name}: ${call.description}`}>{call.sentence}</p>
      ) : (
        <p className={css.muted}>{value === undefined || value === '' ? 'Nothing is chosen yet.' : String(value)}</p>
      )}
      <Button onClick={() => setChoosing(true)}>{call ? 'Choose another …' : 'Choose what the server does …'}</Button>
      {isChoosing && (
        <Choose
          title="What the server does"
          options={callOptions([...calls.values()].filter(({ effect }) => effect !== 'read'))}
          hint="Data that a screen shows is added to the screen itself, under Data."
          onChoose={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

/** The fields of the payload of the call beside it. */
function PayloadWidget({ label, value, registry }: WidgetProps): ReactNode {
  const { file, place, base, schema, values, PropsForm } = registry.formContext as FieldContext
  const published = useWorkspaceState((state) => state.published)
  const call = callsOf(published).get(String(values[refOf(schema.properties?.[label])?.of ?? 'call']))
  const payload = useMemo(() => call && payloadSchema(call), [call])
  if (!payload || Object.keys(payload.properties ?? {}).length === 0)
    return <p className={css.muted}>{call ? 'It takes nothing.' : 'Choose the call first.'}</p>
  return (
    <div className={css.nested}>
      <PropsForm
        file={file}
        place={place}
        base={memberPlace(base, label)}
        schema={payload}
        values={isObject(value as unknown) ? (value as Record<string, unknown>) : {}}
      />
    </div>
  )
}

/** The payload that is written: the page of a list is set by the list itself. */
export function payloadSchema({ payload, isPaged }: CallInfo): PropertySchema {
  const { page: _page, ...unpaged } = payload.properties ?? {}
  const properties = isPaged ? unpaged : (payload.properties ?? {})
  return {
    ...payload,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        property.enum ? { ...property, enum: property.enum.filter((word) => word !== null) } : property,
      ]),
    ),
  }
}

/** The parameters of the screen that a route leads to. */
function ParamsWidget({ label, value, registry }: WidgetProps): ReactNode {
  const { file, place, base, schema, values, PropsForm } = registry.formContext as FieldContext
  const files = useWorkspaceState((state) => state.files)
  const entries = useWorkspaceState((state) => state.entries)
  const route = values[refOf(schema.properties?.[label])?.of ?? 'to']
  const target = entries.find((entry) => entry.route === route)
  const params = target ? (screenOf(files[target.file] ?? '').params ?? {}) : {}
  const required = Object.entries(params).flatMap(([name, param]) =>
    (param.required as unknown) === true ? [name] : [],
  )
  const properties = Object.fromEntries(
    Object.entries(params).map(([name, { required: _required, ...param }]) => [name, param as PropertySchema]),
  )
  if (Object.keys(params).length === 0) return <p className={css.muted}>This screen takes no parameters.</p>
  return (
    <div className={css.nested}>
      <PropsForm
        file={file}
        place={place}
        base={memberPlace(base, label)}
        schema={{ type: 'object', properties, required }}
        values={isObject(value as unknown) ? (value as Record<string, unknown>) : {}}
      />
    </div>
  )
}

/** A name that the open screen declares in one of its groups. */
function declaredWidget(group: 'queries' | 'state', none: string) {
  return function DeclaredWidget({ id, value, onChange, registry }: WidgetProps): ReactNode {
    const { file } = registry.formContext as FieldContext
    const text = useWorkspaceState((state) => state.files[file])
    const names = Object.keys(screenOf(text ?? '')[group] ?? {})
    const current = typeof value === 'string' ? value : ''
    return names.length === 0 ? (
      <p className={css.muted}>{none}</p>
    ) : (
      <select
        id={id}
        {...useInvalid().attributes}
        value={current}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="">Choose …</option>
        {current !== '' && !names.includes(current) && <option value={current}>{current}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    )
  }
}

/** A list of names: of calls by their sentences, or of the screen's data. */
function namesWidget(kind: 'call' | 'query') {
  return function NamesWidget({ label, value, onChange, registry }: WidgetProps): ReactNode {
    const { file } = registry.formContext as FieldContext
    const published = useWorkspaceState((state) => state.published)
    const text = useWorkspaceState((state) => state.files[file])
    const [isChoosing, setChoosing] = useState(false)
    const calls = callsOf(published)
    const names = Array.isArray(value) ? (value as unknown[]).filter((item) => typeof item === 'string') : []
    const options =
      kind === 'call'
        ? callOptions([...calls.values()].filter(({ effect }) => effect === 'read'))
        : queryOptions(text ?? '', calls)
    return (
      <div className={css.chosen}>
        <ul className={css.names}>
          {names.map((name) => (
            <li key={name}>
              <span title={name}>{options.find(({ id }) => id === name)?.about ?? name}</span>
              <IconButton label={`Remove ${name}`} onClick={() => onChange(names.filter((other) => other !== name))}>
                <X size={13} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        <Button onClick={() => setChoosing(true)}>
          <Plus size={13} aria-hidden /> Add
        </Button>
        {isChoosing && (
          <Choose
            title={label}
            options={options.filter(({ id }) => !names.includes(id))}
            onChoose={(id) => {
              setChoosing(false)
              onChange([...names, id])
            }}
            onClose={() => setChoosing(false)}
          />
        )}
      </div>
    )
  }
}

interface ItemHeadProps {
  /** Noun for an item: "row". */
  what: string
  index: number
  /** Items of the list; the one after them is about to be added. */
  count: number
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** The number of an item of a list, with the buttons that move and remove it. */
function ItemHead({ what, index, count, onMove, onRemove }: ItemHeadProps): ReactNode {
  const name = `${what} ${index + 1}`
  return (
    <div className={css.itemHead}>
      <strong>{index + 1}</strong>
      <IconButton label={`Move ${name} up`} disabled={index === 0} onClick={() => onMove(-1)}>
        <ArrowUp size={13} aria-hidden />
      </IconButton>
      <IconButton label={`Move ${name} down`} disabled={index >= count - 1} onClick={() => onMove(1)}>
        <ArrowDown size={13} aria-hidden />
      </IconButton>
      <IconButton label={`Remove ${name}`} disabled={index >= count} onClick={onRemove}>
        <X size={13} aria-hidden />
      </IconButton>
    </div>
  )
}

/** A list of objects, each with the form of its schema. */
function ObjectListWidget({ label, value, registry }: WidgetProps): ReactNode {
  const { file, place, base, schema, PropsForm } = registry.formContext as FieldContext
  const workspace = useWorkspace()
  const items = Array.isArray(value) ? (value as unknown[]) : []
  const itemSchema = schema.properties?.[label]?.items ?? {}
  const list = memberPlace(base, label)
  const edit = (words: string, change: (text: string) => string | undefined): void =>
    workspace.change(file, words, change)
  const first = Object.fromEntries((itemSchema.required ?? []).map((name) => [name, '']))
  return (
    <div className={css.chosen}>
      <ol className={css.items}>
        {items.map((item, index) => (
          <li key={`${list}/${index}`}>
            <ItemHead
              what="row"
              index={index}
              count={items.length}
              onMove={(by) =>
                edit(
                  'Move a row',
                  (text) => moveItem(text, `${list}/${index}`, list, index + (by === 1 ? 2 : -1))?.text,
                )
              }
              onRemove={() =>
                edit('Remove a row', (text) => removeAt(text, items.length === 1 ? list : `${list}/${index}`))
              }
            />
            {isObject(item) && Object.keys(item).every((name) => Object.hasOwn(itemSchema.properties ?? {}, name)) ? (
              <PropsForm
                file={file}
                place={`${list}/${index}`}
                base={`${list}/${index}`}
                schema={itemSchema}
                values={item}
              />
            ) : (
              <button
                type="button"
                className={css.code}
                onClick={() => workspace.openFile(file, `${list}/${index}`)}
                title="Written in the code"
              >
                {JSON.stringify(item)}
              </button>
            )}
          </li>
        ))}
      </ol>
      <Button
        onClick={() =>
          edit('Add a row', (text) =>
            items.length === 0
              ? setValue(text, list, [first])
              : insertSource(text, list, items.length, JSON.stringify(first)),
          )
        }
        aria-label={`Add a row to ${label} of ${place}`}
      >
        <Plus size={13} aria-hidden /> Add a row
      </Button>
    </div>
  )
}

/** A list of texts, each by its words. */
function TextListWidget({ label, value, onChange, registry }: WidgetProps): ReactNode {
  const { file, base } = registry.formContext as FieldContext
  const keys = Array.isArray(value) ? (value as unknown[]).map((item) => (typeof item === 'string' ? item : '')) : []
  const [isAdding, setAdding] = useState(false)
  const put = (index: number, key: string): void => {
    setAdding(false)
    onChange(keys.toSpliced(index, 1, key))
  }
  const move = (index: number, by: -1 | 1): void => {
    const moved = keys.toSpliced(index, 1)
    onChange(moved.toSpliced(index + by, 0, keys[index] ?? ''))
  }
  const shown = isAdding || keys.length === 0 ? [...keys, ''] : keys
  return (
    <div className={css.chosen}>
      <ol className={css.items}>
        {shown.map((key, index) => (
          // A text that another one replaces has a separate field.
          <li key={`${index} ${key}`}>
            <ItemHead
              what="text"
              index={index}
              count={keys.length}
              onMove={(by) => move(index, by)}
              onRemove={() => onChange(keys.toSpliced(index, 1))}
            />
            <FieldProblems file={file} place={`${memberPlace(base, label)}/${index}`}>
              <TextField value={key} label={`Text ${index + 1} of ${label}`} onChange={(next) => put(index, next)} />
            </FieldProblems>
          </li>
        ))}
      </ol>
      <Button disabled={shown.length > keys.length} onClick={() => setAdding(true)}>
        <Plus size={13} aria-hidden /> Add a text
      </Button>
    </div>
  )
}

/** The route of a screen, chosen by the screen's title; an address or an expression can be typed too. */
function RouteWidget({ id, label, value, onChange }: WidgetProps): ReactNode {
  const entries = useWorkspaceState((state) => state.entries)
  const [isChoosing, setChoosing] = useState(false)
  const invalid = useInvalid()
  const route = typeof value === 'string' ? value : ''
  const screens = entries.filter(({ kind, route: own }) => kind === 'screen' && own !== undefined && own !== '')
  const screen = screens.find((entry) => entry.route === route)
  return (
    <div className={css.chosen}>
      {screen && <p>{screen.title === '' ? screen.id : screen.title}</p>}
      <input
        id={id}
        {...invalid.attributes}
        value={route}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
      <Button onClick={() => setChoosing(true)}>{screen ? 'Choose another screen …' : 'Choose a screen …'}</Button>
      {isChoosing && (
        <Choose
          title={label}
          options={screens.map(({ route: own = '', title, id: words }) => ({
            id: own,
            about: title === '' ? words : title,
            words,
          }))}
          onChoose={(chosen) => {
            setChoosing(false)
            onChange(chosen)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

/** The address of a picture, chosen among those of the server, or written. */
function PictureWidget({ id, label, value, onChange, registry }: WidgetProps): ReactNode {
  const { schema } = registry.formContext as FieldContext
  const workspace = useWorkspace()
  const [addresses, setAddresses] = useState<readonly string[] | null>(null)
  const address = typeof value === 'string' ? value : ''
  const choose = (): void =>
    void api.pictures().then(
      (pictures) => setAddresses(pictures.addresses),
      (error: unknown) => workspace.notify(describeError(error), 'error'),
    )
  return (
    <div className={css.chosen}>
      <input
        id={id}
        {...useInvalid().attributes}
        value={address}
        placeholder="https://"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
      <Button onClick={choose}>Choose a picture …</Button>
      {addresses && (
        <Choose
          title={titleOf(label, schema.properties?.[label])}
          hint="Those who run the server add other pictures to it. A picture of another server has an address with https://."
          options={addresses.map((picture) => ({ id: picture, about: fileWords(picture), picture }))}
          onChoose={(chosen) => {
            setAddresses(null)
            onChange(chosen)
          }}
          onClose={() => setAddresses(null)}
        />
      )}
    </div>
  )
}

/** "News gold" of "/media/news-gold.svg". */
const fileWords = (address: string): string =>
  capital(
    address
      .replace(/^.*\//, '')
      .replace(/\.\w+$/, '')
      .replaceAll('-', ' '),
  )

/** A form of the catalogue. */
function FormWidget({ id, value, onChange }: WidgetProps): ReactNode {
  const entries = useWorkspaceState((state) => state.entries)
  const current = typeof value === 'string' ? value : ''
  const forms = entries.filter(({ kind }) => kind === 'form').map((entry) => entry.id)
  return (
    <select
      id={id}
      {...useInvalid().attributes}
      value={current}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">Choose …</option>
      {[...new Set([...(current === '' ? [] : [current]), ...forms])].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** Widgets whose members or items have separate controls. */
export const groupWidgets: ReadonlySet<string> = new Set(['payload', 'params', 'objectList', 'textList'])

/** Widgets of values that name something. */
export const refWidgets = {
  callName: CallNameWidget,
  payload: PayloadWidget,
  params: ParamsWidget,
  queryName: declaredWidget('queries', 'This screen has no data yet. Select the screen to add some.'),
  stateName: declaredWidget('state', 'This screen has no states yet. Select the screen to add one.'),
  callNames: namesWidget('call'),
  queryNames: namesWidget('query'),
  objectList: ObjectListWidget,
  textList: TextListWidget,
  route: RouteWidget,
  picture: PictureWidget,
  form: FormWidget,
}
