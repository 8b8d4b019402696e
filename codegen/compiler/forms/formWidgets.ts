import { isJsonObject } from '../../../src/engine/language/values/json.ts'
import { LIBRARY_FIELDS } from '../../../src/engine/language/forms/libraryWidgets.ts'
import type { Json, Node } from '../../../src/engine/language/expressions/program.ts'
import { propertiesOfFormat } from '../contract/annotated.ts'
import type { Call, Contract, Form, Widget } from '../contract/contract.ts'
import { typesOf } from '../contract/schema.ts'
import type { Schema } from '../contract/schema.ts'

const FILE = /^src\/engine\/widgets\/Form\/widgets\/([\w-]+?)(?:\.lazy)?\.tsx$/
/** Set by the screen and not drawn. */
export const HIDDEN = 'hidden'
/** Requests a code if its options say what the code is for. */
export const CODE = 'code'

/** The form widgets of these files, the hidden one, and the capability to draw with the library's own fields. */
export const formWidgets = (files: Iterable<string>): string[] =>
  [HIDDEN, LIBRARY_FIELDS, ...[...files].flatMap((file) => FILE.exec(file)?.[1] ?? [])].toSorted()

/** Hides what is typed. */
export const PASSWORD = 'password'

/** Whether the contract of a call names a form. */
export const takesForm = ({ forms }: Call, form: string): boolean =>
  forms === form || (typeof forms === 'object' && Object.values(forms.of).includes(form))

interface FormWidgetValues {
  /** The values that the widget edits, as text. */
  values: string
  edits(type: string, schema: Schema): boolean
  /** It edits a value of a list: of an enumeration, or of items that the screen gives. */
  choices?: true
}

const isText = (type: string, { format }: Schema): boolean => type === 'string' && format !== 'file'
const isFormat =
  (name: string) =>
  (type: string, { format }: Schema): boolean =>
    type === 'string' && (format === name || format === undefined)

const WIDGET_VALUES: Readonly<Record<string, FormWidgetValues>> = {
  amount: { values: 'a decimal', edits: (type, { format }) => type === 'string' && format === 'decimal' },
  checkbox: { values: 'true or false', edits: (type) => type === 'boolean' },
  checkboxes: { values: 'a list', edits: (type) => type === 'array', choices: true },
  chips: { values: 'one value of a list', edits: (type) => type !== 'object' && type !== 'boolean', choices: true },
  radio: { values: 'one value of a list', edits: (type) => type !== 'object', choices: true },
  select: { values: 'values of a list', edits: (type) => type !== 'object', choices: true },
  [CODE]: { values: 'a code', edits: isFormat('code') },
  country: { values: 'a country', edits: isFormat('country') },
  date: { values: 'a date', edits: isFormat('date') },
  email: { values: 'an e-mail address', edits: isFormat('email') },
  image: { values: 'a file', edits: (_type, { format }) => format === 'file' },
  number: { values: 'a number', edits: (type) => type === 'integer' || type === 'number' },
  [PASSWORD]: { values: 'a text', edits: isText },
  phone: { values: 'a phone number', edits: isFormat('phone') },
  text: { values: 'a text', edits: (type, schema) => isText(type, schema) || type === 'integer' || type === 'number' },
  textarea: { values: 'a text', edits: isText },
}

/**
 * Values that a form widget edits, if it cannot edit those of a schema; undefined if it can, or if that is not known.
 */
export function otherValuesOf(widget: string, schema: Schema): string | undefined {
  const known = Object.hasOwn(WIDGET_VALUES, widget) ? WIDGET_VALUES[widget] : undefined
  const { types } = typesOf(schema)
  const type = types[0] ?? (schema.format === 'file' ? 'string' : undefined)
  return known && type !== undefined && !known.edits(type, schema) ? known.values : undefined
}

/** Whether a form widget edits one of the values of a list. */
export const needsChoices = (widget: string): boolean =>
  Object.hasOwn(WIDGET_VALUES, widget) && WIDGET_VALUES[widget]?.choices === true

/** The prop that names the form of a widget. */
export const formPropOf = (widget: Widget | undefined): string | undefined =>
  propertiesOfFormat(widget?.props, 'form')[0]?.[0]

/** The form that a node shows. */
export function formShownBy(node: Node, { widgets, forms }: Contract): Form | undefined {
  const prop = formPropOf(widgets.get(node.widget))
  const id = prop === undefined ? undefined : node.props?.[prop]
  return typeof id === 'string' ? forms.get(id) : undefined
}

/** The widget of a field and its options. */
export function uiOf({ def }: Form, name: string): { widget: string; options: Record<string, Json> } {
  const ui = def.uiSchema[name]
  const own = isJsonObject(ui) ? ui : {}
  const options = isJsonObject(own['ui:options']) ? own['ui:options'] : {}
  return { widget: String(own['ui:widget'] ?? options.widget ?? ''), options }
}
