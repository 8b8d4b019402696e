import { NODE_TRAITS } from '../../engine/language/expressions/nodeTraits.ts'
import { resolve, needsChoices, formFile } from '../../../codegen/compiler/service/index.ts'
import type { CallInfo } from '../model/calls.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { currencyOf, displayOf, listIn, typesOf, type Sources } from './display.ts'
import { emptyOf, proposedPayload, queryName, type QueryValue, type ScreenValue } from './queries.ts'
import { labelOf } from './words.ts'

export type NodeJson = { [name: string]: Json }

interface Shown {
  name: string
  schema: PropertySchema
  /** Expression of the formatted value. */
  value: string
  label: string | undefined
}

/** The fields of an object that can be shown, each with its formatted value and a text that names it. */
function shownFields(item: PropertySchema, object: string, groups: readonly string[], sources: Sources): Shown[] {
  const sibling = (name: string): string | undefined =>
    item.properties && Object.hasOwn(item.properties, name) ? `${object}.${name}` : undefined
  return Object.entries(item.properties ?? {}).flatMap(([name, schema]) => {
    const value = displayOf(name, schema, `${object}.${name}`, sibling, sources)
    return value === undefined
      ? []
      : [{ name, schema, value, label: labelOf(name, groups, sources.english, sources.files) }]
  })
}

const isTime = ({ schema }: Shown): boolean => schema.format === 'unix-seconds'
const isMoney = ({ schema }: Shown): boolean => schema['x-unit'] === 'money'

/** The field that identifies an item of a list: its id, else its symbol or currency. */
export function keyOf({ properties = {} }: PropertySchema): string | undefined {
  const names = Object.keys(properties)
  return (
    names.find((name) => name === 'id' && properties[name]?.format === 'id') ??
    names.find(
      (name) => ['symbol', 'currency'].includes(properties[name]?.format ?? '') && name === properties[name]?.format,
    )
  )
}

/** Groups of texts that concern a call: the forms it is sent by, the words of its name. */
const groupsOf = ({ name, forms }: CallInfo): string[] => [...forms, ...name.split('/').toReversed()]

/** A list of the data of a call; a press on a row opens its details. Undefined where the data has no list with a key for its rows. */
export function listNode(query: string, call: CallInfo, title: string, sources: Sources): NodeJson | undefined {
  const list = listIn(call.data, call.file, sources.files)
  const key = list && keyOf(list.item)
  if (!list || key === undefined) return undefined
  const fields = shownFields(list.item, 'item', groupsOf(call), sources)
  // A field whose value differs between the rows identifies a row: a text or a market, not one of a few values.
  const named = fields.filter((field) => !isTime(field) && !isMoney(field) && field.schema.format !== 'id')
  const head =
    named.find(({ schema }) => schema.format === undefined && !schema.enum) ??
    named.find(({ schema }) => !schema.enum) ??
    named[0] ??
    fields.find((field) => !isTime(field))
  if (!head) return undefined
  const time = fields.find(isTime)
  const amount = fields.find((field) => isMoney(field) && field !== head)
  const currency =
    amount && currencyOf(amount.schema, (name) => (list.item.properties?.[name] ? `item.${name}` : undefined))
  const rows = withDifferentLabels(
    fields.flatMap(({ label, value }) => (label === undefined ? [] : [{ label, value: `=${value}` }])),
    sources,
  )
  return {
    widget: 'List',
    props: { label: title, ...(call.isPaged && { hasMore: `=queries.${query}.hasMore` }) },
    [NODE_TRAITS.awaits]: query,
    ...(call.isPaged && { on: { more: [{ action: 'loadMore', query }] } }),
    children: [
      {
        widget: 'ListCell',
        props: { title: `=${head.value}`, ...(time && { subtitle: `=${time.value}` }) },
        ...(amount &&
          currency !== undefined && {
            slots: {
              end: [
                {
                  widget: 'Money',
                  props: { value: `=item.${amount.name}`, currency: `=${currency}`, weight: 'semibold', exact: true },
                },
              ],
            },
          }),
        each: `item in ${query}${list.path === '' ? '' : `.${list.path}`}`,
        key: `=item.${key}`,
        ...(rows.length > 0 && {
          on: {
            press: [
              {
                action: 'sheet',
                title,
                body: [{ widget: 'KeyValue', props: { dividers: true, rows } }],
              },
            ],
          },
        }),
      },
    ],
  }
}

/** Rows whose labels differ in every language. */
function withDifferentLabels<Row extends { label: string }>(rows: readonly Row[], { locales }: Sources): Row[] {
  const kept: Row[] = []
  const isSame = (one: string, other: string): boolean =>
    one === other || Object.values(locales).some((texts) => texts[one] !== undefined && texts[one] === texts[other])
  for (const row of rows) if (!kept.some(({ label }) => isSame(label, row.label))) kept.push(row)
  return kept
}

interface FormFile {
  schema?: PropertySchema
  uiSchema?: Readonly<Record<string, { 'ui:widget'?: string }>>
}

function readFormFile(form: string, files: Sources['files']): FormFile {
  try {
    return JSON.parse(files[formFile(form)] ?? '{}') as FormFile
  } catch {
    return {}
  }
}

/** The fields of a form. */
export const formFields = (form: string, files: Sources['files']): Readonly<Record<string, PropertySchema>> =>
  readFormFile(form, files).schema?.properties ?? {}

/** A field that is chosen from the items of a query. */
interface FieldChoice {
  field: string
  name: string
  query: QueryValue
  expression: string
}

/**
 * The data that the fields of a form are chosen from, such as its currencies: of a call with a list of them, whose name is the nearest to
 * that of the call that is sent. Undefined where the contract has none.
 */
export function fieldChoices(
  form: string,
  send: CallInfo,
  screen: ScreenValue,
  sources: Sources,
): FieldChoice[] | undefined {
  const { schema = {}, uiSchema = {} } = readFormFile(form, sources.files)
  const found: FieldChoice[] = []
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    if (property.enum || !needsChoices(uiSchema[field]?.['ui:widget'] ?? '')) continue
    const call = [...sources.calls.values()]
      .filter((callInfo) => callInfo.effect === 'read' && isSent(callInfo, proposedPayload(callInfo, screen)))
      .toSorted((a, b) => shared(b.name, send.name) - shared(a.name, send.name))
      .find((callInfo) => {
        const item = listIn(callInfo.data, callInfo.file, sources.files)?.item
        return item !== undefined && item.properties?.[field]?.format === property.format && keyOf(item) === field
      })
    const list = call && listIn(call.data, call.file, sources.files)
    if (!call || !list) return undefined
    const name = queryName(call.name, screen)
    const payload = proposedPayload(call, screen)
    const emptyWhen = emptyOf(name, call, sources.files)
    found.push({
      field,
      name,
      query: {
        call: call.name,
        ...(Object.keys(payload).length > 0 && { payload }),
        ...(emptyWhen !== undefined && { emptyWhen }),
      },
      expression: `=${name}${list.path === '' ? '' : `.${list.path}`}.map(r, {'id': r.${field}, 'label': r.${field}})`,
    })
  }
  return found
}

const isSent = ({ payload, isPaged }: CallInfo, given: Readonly<Record<string, unknown>>): boolean =>
  (payload.required ?? []).every((name) => Object.hasOwn(given, name) || (isPaged && name === 'page'))

/** Number of characters with which two names begin alike. */
function shared(one: string, other: string): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count += 1
  return count
}

/** The payload of a call that a form sends: the form's fields, and for a choice that the form lacks its first value that is not sent yet. */
export function formPayload(call: CallInfo, fields: readonly string[], screen: ScreenValue): NodeJson {
  const payload: NodeJson = { ...proposedPayload(call, screen, fields) }
  const given = new Set<Json>()
  for (const [name, schema] of Object.entries(call.payload.properties ?? {})) {
    if (payload[name] !== undefined || !call.payload.required?.includes(name)) continue
    const value = schema.enum?.find((value) => value !== null && !given.has(value))
    if (value === undefined) continue
    payload[name] = value
    given.add(value)
  }
  // In the order of the contract.
  return Object.fromEntries(
    Object.keys(call.payload.properties ?? {}).flatMap((name) =>
      payload[name] === undefined ? [] : [[name, payload[name]] as const],
    ),
  )
}

/**
 * The confirmation of what a step sends, with the words of its button as the question, and a row for each value that can differ or is one
 * of several. Undefined where a value that can differ cannot be shown or has no name.
 */
export function confirmStep(call: CallInfo, payload: NodeJson, button: string, sources: Sources): NodeJson | undefined {
  const read = (name: string): string | undefined => {
    const value = payload[name]
    return typeof value === 'string' && value.startsWith('=') ? value.slice(1) : undefined
  }
  const properties = Object.entries(call.payload.properties ?? {})
  const rows: NodeJson[] = []
  for (const [name, property] of properties) {
    const { schema } = resolve({ schema: property, file: call.file }, sources.files)
    const given = payload[name]
    const isFixed = typeof given === 'string' && schema.enum?.includes(given) === true
    const expr = read(name) ?? (isFixed ? `'${given}'` : undefined)
    if (expr === undefined || schema['x-silent'] !== undefined || expr.startsWith('config.')) continue
    const isCurrencyOfAmount = properties.some(([, property]) => property['x-unit-ref'] === name)
    if (isCurrencyOfAmount) continue
    const value = displayOf(name, schema, expr, read, sources)
    const label = labelOf(name, groupsOf(call), sources.english, sources.files)
    if (value !== undefined && label !== undefined) rows.push({ label, value: `=${value}` })
    else if (!isFixed) return undefined
  }
  return { action: 'confirm', title: button, ...(rows.length > 0 && { rows }), confirmLabel: button }
}

/** Steps after a call that has changed data: a message, and a refetch of the changed data. */
export function afterSuccess({ name, changes }: CallInfo, { english, files }: Sources): NodeJson[] {
  const success = successOf(name, files)
  const text = success === undefined ? undefined : `success.${success}`
  return [
    ...(text !== undefined && english[text] !== undefined ? [{ action: 'toast', text, tone: 'success' }] : []),
    ...(changes.length > 0 ? [{ action: 'invalidate', calls: [...changes] }] : []),
  ]
}

const successOf = (call: string, files: Sources['files']): string | undefined =>
  (JSON.parse(files[`schemas/api/${call}.json`] ?? '{}') as { success?: string }).success

/** The steps that send a form, and empty it then, so that nothing is sent twice. A call that moves money has the confirmation that it needs. */
function sendSteps(
  call: CallInfo,
  { form, fields, screen }: { form: string; fields: readonly string[]; screen: ScreenValue },
  button: string,
  sources: Sources,
): NodeJson[] {
  const payload = formPayload(call, fields, screen)
  const confirm = call.effect === 'money' ? confirmStep(call, payload, button, sources) : undefined
  const onSuccess: NodeJson[] = [
    ...afterSuccess(call, sources),
    ...(fields.length > 0 ? [{ action: 'setFormValues', form, clear: [...fields] }] : []),
  ]
  return [
    ...(confirm ? [confirm] : []),
    {
      action: 'call',
      call: call.name,
      ...(Object.keys(payload).length > 0 && { payload }),
      ...(onSuccess.length > 0 && { onSuccess }),
      ...(call.effect === 'money' && { onError: [{ action: 'invalidate', calls: [...call.changes] }] }),
    },
  ]
}

/** A form that sends a call, with the units of its amounts. */
export function formNode(
  form: string,
  call: CallInfo | undefined,
  button: string,
  screen: ScreenValue,
  sources: Sources,
  choices: readonly FieldChoice[] = [],
): NodeJson {
  const fields = formFields(form, sources.files)
  const units = Object.entries(fields).flatMap(([name, schema]) => {
    const ref = schema['x-unit-ref']
    return typeof ref === 'string' && !ref.startsWith('=') && fields[ref]
      ? [[name, `=forms.${form}.${ref}`] as const]
      : []
  })
  return {
    widget: 'Form',
    props: {
      form,
      submitLabel: button,
      ...(units.length > 0 && { units: Object.fromEntries(units) }),
      ...(choices.length > 0 && {
        choices: Object.fromEntries(choices.map(({ field, expression }) => [field, expression])),
      }),
    },
    ...(choices[0] && { [NODE_TRAITS.awaits]: choices[0].name }),
    ...(call && {
      on: { submit: sendSteps(call, { form, fields: Object.keys(fields), screen }, button, sources) },
    }),
  }
}

export { isSent, typesOf }
