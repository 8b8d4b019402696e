import type { Node } from 'jsonc-parser'
import { isJsonObject } from '../../engine/language/values/json.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { nodeAt, parse, setValue } from '../model/document.ts'
import { wordsOf } from '../model/titles.ts'

export type FieldKind =
  | 'amount'
  | 'integer'
  | 'text'
  | 'longText'
  | 'date'
  | 'choice'
  | 'yesNo'
  | 'photo'
  | 'password'
  | 'code'
  | 'email'
  | 'phone'
  | 'country'

type Values = Record<string, Json>

/** A field of a form, as the list shows it. */
export interface FormField {
  name: string
  /** Undefined for a field that the list cannot describe: it is edited as code. */
  kind: FieldKind | undefined
  /** It is set by the screen and not shown. */
  isHidden: boolean
  isRequired: boolean
  /** Keys of texts. */
  title: string
  help: string
  schema: Values
  ui: Values
}

export interface KindInfo {
  kind: FieldKind
  label: string
  about: string
  schema: Values
  ui: Values
  /** The keywords of its limits. */
  limits: readonly LimitInfo[]
}

export interface LimitInfo {
  keyword: 'minimum' | 'maximum' | 'minLength' | 'maxLength'
  label: string
}

const LENGTHS: readonly LimitInfo[] = [
  { keyword: 'minLength', label: 'Least letters' },
  { keyword: 'maxLength', label: 'Most letters' },
]
const NUMBERS: readonly LimitInfo[] = [
  { keyword: 'minimum', label: 'Least' },
  { keyword: 'maximum', label: 'Most' },
]

/** The fields that the widgets of forms edit; the first that fits a field describes it. */
export const KINDS: readonly KindInfo[] = [
  {
    kind: 'amount',
    label: 'Amount',
    about: 'Money or another number with decimals',
    schema: { type: 'string', format: 'decimal' },
    ui: { 'ui:widget': 'amount', 'ui:options': { decimals: 8, shares: false } },
    limits: [],
  },
  {
    kind: 'integer',
    label: 'Whole number',
    about: 'A number without decimals',
    schema: { type: 'integer', minimum: 0, maximum: 1000 },
    ui: { 'ui:widget': 'number' },
    limits: NUMBERS,
  },
  {
    kind: 'longText',
    label: 'Long text',
    about: 'Several lines',
    schema: { type: 'string', maxLength: 500 },
    ui: { 'ui:widget': 'textarea' },
    limits: LENGTHS,
  },
  { kind: 'date', label: 'Date', about: 'A day', schema: { type: 'string', format: 'date' }, ui: {}, limits: [] },
  {
    kind: 'choice',
    label: 'Choice',
    about: 'One of several answers',
    schema: { type: 'string', enum: [] },
    ui: { 'ui:widget': 'chips', 'ui:enumNames': [] },
    limits: [],
  },
  {
    kind: 'yesNo',
    label: 'Yes or no',
    about: 'A box to tick',
    schema: { type: 'boolean' },
    ui: { 'ui:widget': 'checkbox' },
    limits: [],
  },
  {
    kind: 'photo',
    label: 'Photo',
    about: 'A picture from the device',
    schema: { format: 'file' },
    ui: { 'ui:widget': 'image' },
    limits: [],
  },
  {
    kind: 'password',
    label: 'Password',
    about: 'Letters that are hidden',
    schema: { type: 'string', minLength: 1, maxLength: 64 },
    ui: { 'ui:widget': 'password', 'ui:autocomplete': 'off' },
    limits: LENGTHS,
  },
  {
    kind: 'code',
    label: 'Code',
    about: 'The digits of a message or an app',
    schema: { type: 'string', format: 'code' },
    ui: { 'ui:widget': 'code', 'ui:autocomplete': 'one-time-code' },
    limits: [],
  },
  {
    kind: 'email',
    label: 'E-mail address',
    about: '',
    schema: { type: 'string', format: 'email' },
    ui: { 'ui:autocomplete': 'email' },
    limits: [],
  },
  {
    kind: 'phone',
    label: 'Phone number',
    about: 'With the code of its country',
    schema: { type: 'string', format: 'phone' },
    ui: { 'ui:widget': 'phone', 'ui:autocomplete': 'tel' },
    limits: [],
  },
  {
    kind: 'country',
    label: 'Country',
    about: '',
    schema: { type: 'string', format: 'country' },
    ui: { 'ui:widget': 'country' },
    limits: [],
  },
  {
    kind: 'text',
    label: 'Text',
    about: 'One line',
    schema: { type: 'string', maxLength: 100 },
    ui: {},
    limits: LENGTHS,
  },
]

export const kindInfo = (kind: FieldKind | undefined): KindInfo | undefined =>
  KINDS.find((other) => other.kind === kind)

const objectIn = (value: Json | undefined): Values => (isJsonObject(value) ? value : {})
export const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Kind of a field, from its schema and its widget. */
export function kindOf(schema: Values, ui: Values): FieldKind | undefined {
  const widget = textIn(ui['ui:widget'])
  const type = [schema.type].flat()[0]
  if (schema.format === 'file') return 'photo'
  if (type === 'boolean') return 'yesNo'
  if (type === 'integer' || type === 'number') return 'integer'
  if (type !== 'string') return undefined
  if (Array.isArray(schema.enum)) return 'choice'
  if (widget === 'password') return 'password'
  if (widget === 'textarea') return 'longText'
  const byFormat = KINDS.find((kind) => kind.schema.format !== undefined && kind.schema.format === schema.format)
  return byFormat?.kind ?? 'text'
}

interface Form {
  schema: Values
  ui: Values
  rules: readonly Json[]
}

/** A form as it is written; null for a text that is no JSON. */
export function readForm(text: string): Form | null {
  try {
    const value = JSON.parse(text) as Json
    if (!isJsonObject(value)) return null
    return {
      schema: objectIn(value.schema),
      ui: objectIn(value.uiSchema),
      rules: Array.isArray(value.rules) ? value.rules : [],
    }
  } catch {
    return null
  }
}

/** The fields of a form in the order in which they are shown. */
export function fieldsOf(text: string): FormField[] {
  const form = readForm(text)
  if (!form) return []
  const properties = objectIn(form.schema.properties)
  const order = orderOf(form)
  const required = listIn(form.schema.required)
  return order.map((name) => {
    const schema = objectIn(properties[name])
    const ui = objectIn(form.ui[name])
    return {
      name,
      kind: kindOf(schema, ui),
      isHidden: ui['ui:widget'] === 'hidden',
      isRequired: required.includes(name),
      title: textIn(schema.title),
      help: textIn(ui['ui:help']),
      schema,
      ui,
    }
  })
}

const listIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

function orderOf({ schema, ui }: Form): string[] {
  const names = Object.keys(objectIn(schema.properties))
  const order = listIn(ui['ui:order']).filter((item) => names.includes(item))
  return [...order, ...names.filter((name) => !order.includes(name))]
}

/** Unit of the amounts of a field: the keywords of its schema. */
export interface AmountUnit {
  'x-unit': string
  'x-unit-ref'?: string
}

/** The unit of an amount; undefined for a plain number. */
export function unitOf({ schema }: Pick<FormField, 'schema'>): AmountUnit | undefined {
  const [unit, ref] = [textIn(schema['x-unit']), textIn(schema['x-unit-ref'])]
  return unit === '' ? undefined : { 'x-unit': unit, ...(ref !== '' && { 'x-unit-ref': ref }) }
}

const isSameUnit = (a: FormField, b: FormField): boolean =>
  a.schema['x-unit'] === b.schema['x-unit'] && a.schema['x-unit-ref'] === b.schema['x-unit-ref']

/** The first amount of a form with each unit, those of money first. */
export function amountsByUnit(fields: readonly FormField[]): FormField[] {
  const amounts = fields.filter((field) => field.kind === 'amount' && unitOf(field))
  const first = amounts.filter((field, index) => amounts.findIndex((amount) => isSameUnit(amount, field)) === index)
  const isMoney = ({ schema }: FormField): boolean => schema['x-unit'] === 'money'
  return [...first.filter(isMoney), ...first.filter((field) => !isMoney(field))]
}

/** Display text of a unit: “money in “Currency””. `words`: the label of a field. */
export function unitWords({ 'x-unit': unit, 'x-unit-ref': ref }: AmountUnit, words: (field: string) => string): string {
  if (ref === undefined) return wordsOf(unit)
  const of = ref.startsWith('=') ? ref.slice(1) : `“${words(ref)}”`
  return unit === 'money' ? `money in ${of}` : `${wordsOf(unit)} of ${of}`
}

/** Whether a rule can compare two fields: they are of one type. */
export function areComparable(a: FormField, b: FormField): boolean {
  if (a.name === b.name || a.kind !== b.kind || a.schema.format !== b.schema.format) return false
  if (a.kind === 'choice') return listIn(a.schema.enum).some((item) => listIn(b.schema.enum).includes(item))
  return isSameUnit(a, b)
}

/** A name for a field that the form does not have yet, made of the words of its label. */
export function fieldName(words: string, text: string): string {
  const taken = new Set(fieldsOf(text).map(({ name }) => name))
  const parts = words
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/i)
    .filter((part) => part !== '')
    .slice(0, 3)
  const camel = parts
    .map((part, index) =>
      index === 0 ? part.toLowerCase() : `${part[0]?.toUpperCase()}${part.slice(1).toLowerCase()}`,
    )
    .join('')
  const first = /^[a-z]/.test(camel) ? camel : `field${camel}`
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? first : `${first}${count}`
    if (!taken.has(name)) return name
  }
}

/** Adds a field at the end. `title`: the key of its label. */
export function addField(
  text: string,
  { name, schema, ui, isRequired }: { name: string; schema: Values; ui: Values; isRequired: boolean },
): string {
  const form = readForm(text)
  if (!form) return text
  let next = setValue(text, `schema/properties/${name}`, schema)
  if (Object.keys(ui).length > 0) next = setValue(next, `uiSchema/${name}`, ui)
  if (Array.isArray(form.ui['ui:order']) && !listIn(form.ui['ui:order']).includes('*'))
    next = setValue(next, 'uiSchema/ui:order', [...listIn(form.ui['ui:order']), name])
  return isRequired ? setRequired(next, name, true) : next
}

export function setRequired(text: string, name: string, isRequired: boolean): string {
  const required = listIn(readForm(text)?.schema.required)
  const next = [...required.filter((other) => other !== name), ...(isRequired ? [name] : [])]
  return setValue(text, 'schema/required', next.length === 0 ? undefined : next)
}

/** Sets or removes (undefined) a keyword of the schema of a field, or of how it is shown. */
export const setOfField = (
  text: string,
  part: 'schema' | 'ui',
  name: string,
  keyword: string,
  value: Json | undefined,
): string => {
  if (part === 'schema') return setValue(text, `schema/properties/${name}/${keyword}`, value)
  const own = Object.keys(objectIn(readForm(text)?.ui[name]))
  const isLast = value === undefined && own.every((item) => item === keyword)
  return setValue(text, isLast ? `uiSchema/${name}` : `uiSchema/${name}/${keyword}`, value)
}

/** Removes a field, and the rules that read it. */
export function removeField(text: string, name: string): string {
  const form = readForm(text)
  if (!form) return text
  let next = setValue(text, `schema/properties/${name}`, undefined)
  if (form.ui[name] !== undefined) next = setValue(next, `uiSchema/${name}`, undefined)
  const order = listIn(form.ui['ui:order'])
  if (order.includes(name))
    next = setValue(
      next,
      'uiSchema/ui:order',
      order.filter((other) => other !== name),
    )
  next = setRequired(next, name, false)
  const reads = new RegExp(String.raw`(^|[^\w.'])${name}\b`)
  for (const [index, rule] of [...form.rules.entries()].toReversed()) {
    const { check = '', field = '' } = isJsonObject(rule) ? rule : {}
    if (field === name || reads.test(textIn(check))) next = setValue(next, `rules/${index}`, undefined)
  }
  return next
}

/** Moves a field before the one that is at `index` now; the order is that of the properties, or "ui:order" where there is one. */
export function moveField(text: string, name: string, index: number): string {
  const form = readForm(text)
  if (!form) return text
  const order = orderOf(form)
  const from = order.indexOf(name)
  if (from < 0) return text
  const to = index > from ? index - 1 : index
  if (Array.isArray(form.ui['ui:order'])) {
    const next = order.toSpliced(from, 1).toSpliced(to, 0, name)
    return setValue(text, 'uiSchema/ui:order', next)
  }
  let next = text
  for (let at = from; at < to; at += 1) next = swapProperties(next, at)
  for (let at = from; at > to; at -= 1) next = swapProperties(next, at - 1)
  return next
}

/** Exchanges a property with the next one; their texts stay as they are written. */
function swapProperties(text: string, index: number): string {
  const properties = nodeAt(parse(text), 'schema/properties')?.children ?? []
  const [first, second] = [properties[index], properties[index + 1]]
  if (!first || !second) return text
  const source = ({ offset, length }: Node): string => text.slice(offset, offset + length)
  return (
    text.slice(0, first.offset) +
    source(second) +
    text.slice(first.offset + first.length, second.offset) +
    source(first) +
    text.slice(second.offset + second.length)
  )
}

/** The answers of a choice: the value that is sent, and the key of its words. */
export interface Answer {
  value: string
  words: string
}

export function answersOf({ schema, ui }: Pick<FormField, 'schema' | 'ui'>): Answer[] {
  const names = listIn(ui['ui:enumNames'])
  return listIn(schema.enum).map((value, index) => ({ value, words: names[index] ?? '' }))
}

/** Sets the answers of a choice. */
export function setAnswers(text: string, name: string, answers: readonly Answer[]): string {
  const values = setOfField(
    text,
    'schema',
    name,
    'enum',
    answers.map(({ value }) => value),
  )
  const hasWords = answers.some(({ words }) => words !== '')
  return setOfField(values, 'ui', name, 'ui:enumNames', hasWords ? answers.map(({ words }) => words) : undefined)
}
