import type { FormDef, Json, Shape } from '../expressions/program.ts'
import { LIBRARY_FIELDS, LIBRARY_WIDGETS } from './libraryWidgets.ts'
import { isJsonObject } from '../values/json.ts'

/** One property of a form with its presentation. */
export interface FormField {
  name: string
  /** Name of the theme's widget: text, password, amount, code, phone, select, country … */
  widget: string
  /** Locale key. */
  label: string
  hint?: string
  placeholder?: string
  required: boolean
  schema: Shape
  options: Readonly<Record<string, Json>>
}

/** The value if it is a text. */
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const NO_OPTIONS: Readonly<Record<string, Json>> = {}
const optionsCache = new WeakMap<object, Readonly<Record<string, Json>>>()

/** The options of a uiSchema: `ui:help` and `ui:options: {help}` are the same one. */
export function uiOptions(ui: Json | undefined): Readonly<Record<string, Json>> {
  if (!isJsonObject(ui)) return NO_OPTIONS
  let options = optionsCache.get(ui)
  if (!options) optionsCache.set(ui, (options = readOptions(ui)))
  return options
}

function readOptions(ui: Record<string, Json>): Record<string, Json> {
  const options: Record<string, Json> = {}
  for (const [key, value] of Object.entries(ui)) {
    if (key === 'ui:options') Object.assign(options, value)
    else if (key.startsWith('ui:')) options[key.slice(3)] = value
  }
  return options
}

/** The one type of a value that is not null. */
export function typeOf({ type, properties, items, enum: values, const: only }: Shape): string | undefined {
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return asText(type.find((type) => type !== 'null'))
  if (properties !== undefined) return 'object'
  if (items !== undefined) return 'array'
  const [value] = Array.isArray(values) ? values : only === undefined ? [] : [only]
  return typeof value === 'number'
    ? 'number'
    : typeof value === 'string' || typeof value === 'boolean'
      ? typeof value
      : undefined
}

/** Whether the branches of `oneOf` or `anyOf` are single values with titles: a list to choose from, not alternatives of shape. */
export const isChoice = (branches: Json | undefined): branches is Shape[] =>
  Array.isArray(branches) &&
  branches.length > 0 &&
  branches.every(
    (branch) =>
      isJsonObject(branch) && (branch.const !== undefined || (Array.isArray(branch.enum) && branch.enum.length === 1)),
  )

/** Whether the user chooses between shapes. */
export const hasAlternatives = ({ oneOf, anyOf }: Shape): boolean =>
  [oneOf, anyOf].some((all) => Array.isArray(all) && !isChoice(all))

const BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'email',
  date: 'date',
  'date-time': 'date-time',
  time: 'time',
  uri: 'uri',
  color: 'color',
  'data-url': 'file',
  file: 'image',
}

/** The widget of a property: from its uiSchema, else from its schema; null where its inner fields are rendered instead. */
export function widgetOf(schema: Shape, options: Readonly<Record<string, Json>>): string | null {
  const named = asText(options.widget)
  const type = typeOf(schema)
  // It selects the alternative, whose own fields are rendered too.
  if (named !== 'hidden' && hasAlternatives(schema)) return null
  if (named !== undefined) return named
  if (type === 'boolean') return 'checkbox'
  if (schema.enum !== undefined || isChoice(schema.oneOf) || isChoice(schema.anyOf)) return 'select'
  if (type === 'object' || schema.oneOf !== undefined || schema.anyOf !== undefined || schema.$ref !== undefined)
    return null
  if (type === 'array')
    return isJsonObject(schema.items) &&
      schema.uniqueItems === true &&
      (schema.items.enum !== undefined || isChoice(schema.items.oneOf))
      ? 'checkboxes'
      : null
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'null') return null
  return BY_FORMAT[asText(schema.format) ?? ''] ?? 'text'
}

const fieldsCache = new WeakMap<FormDef, readonly FormField[]>()

/** The unconditional top-level properties of a form, in display order. */
export function fieldsOf(def: FormDef): readonly FormField[] {
  let fields = fieldsCache.get(def)
  if (!fields) {
    const { properties, required } = def.schema
    const requiredNames = new Set<unknown>(Array.isArray(required) ? required : [])
    fields = inOrder(Object.keys(isJsonObject(properties) ? properties : {}), uiOptions(def.uiSchema).order).map(
      (name) =>
        fieldOf(name, (properties as Record<string, Shape>)[name] ?? {}, def.uiSchema[name], requiredNames.has(name)),
    )
    fieldsCache.set(def, fields)
  }
  return fields
}

function fieldOf(name: string, schema: Shape, ui: Json | undefined, required: boolean): FormField {
  const { widget: _, title, description, help, placeholder, ...options } = uiOptions(ui)
  const hint = asText(help) ?? asText(description) ?? asText(schema.description)
  return {
    name,
    required,
    schema,
    options,
    widget: widgetOf(schema, uiOptions(ui)) ?? typeOf(schema) ?? 'text',
    label: asText(title) ?? asText(schema.title) ?? name,
    ...(hint !== undefined && { hint }),
    ...(typeof placeholder === 'string' && { placeholder }),
  }
}

const propertyNamesCache = new WeakMap<Shape, ReadonlySet<string>>()

/** The names of all possible top-level properties of a schema, including conditional ones. */
export function propertyNames(schema: Shape): ReadonlySet<string> {
  let names = propertyNamesCache.get(schema)
  if (!names) propertyNamesCache.set(schema, (names = collectNames(schema, new Set())))
  return names
}

/** The properties, conditional ones included, whose option `refusals` has a code: each shows that refusal of the server. */
export const namesOfRefusal = ({ schema, uiSchema }: FormDef, code: string): string[] =>
  [...propertyNames(schema)].filter((name) => {
    const { refusals } = uiOptions(uiSchema[name])
    return Array.isArray(refusals) && refusals.includes(code)
  })

function collectNames(schema: Json | undefined, names: Set<string>): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const branch of schema) collectNames(branch, names)
  if (!isJsonObject(schema)) return names
  if (isJsonObject(schema.properties)) for (const name of Object.keys(schema.properties)) names.add(name)
  const { dependencies, definitions } = schema
  for (const item of [
    schema.then,
    schema.else,
    schema.allOf,
    schema.oneOf,
    schema.anyOf,
    Object.values(isJsonObject(dependencies) ? dependencies : {}),
    Object.values(isJsonObject(definitions) ? definitions : {}),
  ])
    collectNames(item, names)
  return names
}

/** Names in `ui:order`; "*" represents the omitted ones, which are last where there is no "*". */
export function inOrder(names: readonly string[], order: Json | undefined): string[] {
  if (!Array.isArray(order)) return [...names]
  const named = [...new Set(order)].filter((name): name is string => typeof name === 'string' && names.includes(name))
  const others = names.filter((name) => !named.includes(name))
  const wildcard = order.indexOf('*')
  if (wildcard < 0) return [...named, ...others]
  const before = named.filter((item) => order.indexOf(item) < wildcard)
  return [...before, ...others, ...named.slice(before.length)]
}

/** The capabilities needed to show the form: widgets by name, and LIBRARY_FIELDS. */
export function fieldKindsOf(def: FormDef): Set<string> {
  const kinds = new Set<string>()
  const seen = new Set<Json>()
  const visit = (schema: Json | undefined, ui: Json | undefined): void => {
    if (!isJsonObject(schema) || seen.has(schema)) return
    seen.add(schema)
    if ((isJsonObject(ui) && ui['ui:globalOptions'] !== undefined) || schema.allOf !== undefined)
      kinds.add(LIBRARY_FIELDS)
    const widget = widgetOf(schema, uiOptions(ui))
    if (widget !== null) kinds.add(LIBRARY_WIDGETS.has(widget) ? LIBRARY_FIELDS : widget)
    else if (
      typeOf(schema) !== 'object' ||
      isJsonObject(schema.additionalProperties) ||
      schema.additionalProperties === true
    )
      kinds.add(LIBRARY_FIELDS)
    // The user chooses among alternatives, and the items of a set, from a list.
    if (widget === null && (hasAlternatives(schema) || schema.uniqueItems === true))
      kinds.add(LIBRARY_FIELDS).add('select')
    const inner = isJsonObject(ui) ? ui : {}
    for (const [name, property] of Object.entries(isJsonObject(schema.properties) ? schema.properties : {}))
      visit(property, inner[name])
    for (const definition of Object.values(isJsonObject(schema.definitions) ? schema.definitions : {}))
      visit(definition, undefined)
    // A dependency's matching branch joins the object: the user does not choose it.
    for (const branch of Object.values(isJsonObject(schema.dependencies) ? schema.dependencies : {}))
      for (const item of isJsonObject(branch) && Array.isArray(branch.oneOf) ? branch.oneOf : [branch])
        visitInner(item, ui)
    if (widget !== null) return
    for (const branch of [schema.then, schema.else, ...(Array.isArray(schema.allOf) ? schema.allOf : [])])
      visitInner(branch, ui)
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const all = schema[keyword]
      const uis = inner[keyword]
      // An alternative may have its own uiSchema.
      if (Array.isArray(all))
        for (const [index, branch] of all.entries())
          visitInner(branch, (Array.isArray(uis) ? uis[index] : undefined) ?? ui)
    }
    for (const item of Array.isArray(schema.items) ? schema.items : [schema.items]) visit(item, inner.items)
    if (isJsonObject(schema.additionalItems)) visit(schema.additionalItems, inner.additionalItems)
    if (isJsonObject(schema.additionalProperties)) visit(schema.additionalProperties, inner.additionalProperties)
  }
  // A branch extends the object around it: it is an object even without a type.
  const visitInner = (branch: Json | undefined, ui: Json | undefined): void => {
    if (!isJsonObject(branch)) return
    visit(typeOf(branch) === undefined && !hasAlternatives(branch) ? { ...branch, type: 'object' } : branch, ui)
  }
  visit(def.schema, def.uiSchema)
  return kinds
}
