import { uiOptions, widgetOf, type FormField } from './forms.ts'
import type { FormDef, Json } from '../expressions/program.ts'
import { isJsonObject } from '../values/json.ts'

/** Widgets whose values are secrets: stored only in the field where they were typed. */
const SECRET_WIDGETS = new Set(['password', 'code', 'payPassword', 'pin', 'cvv'])
/** Autocomplete names of such fields, for any widget. */
const SECRET_AUTOCOMPLETE = new Set(['current-password', 'new-password', 'one-time-code', 'cc-csc'])

/** Whether a field's value is a secret: by its widget, by its autocomplete name, or by its option. */
export function isSecret({ widget, options }: { widget: string | null; options: FormField['options'] }): boolean {
  const autocomplete = options.autocomplete
  return (
    (widget !== null && SECRET_WIDGETS.has(widget)) ||
    options.secret === true ||
    (typeof autocomplete === 'string' && autocomplete.split(/\s+/).some((word) => SECRET_AUTOCOMPLETE.has(word)))
  )
}

type SecretTest = (field: { widget: string | null; options: FormField['options'] }) => boolean

/** The top-level properties that are or contain a secret: in objects, lists, alternatives and conditional parts. */
export function secretNames(
  { schema, uiSchema }: Pick<FormDef, 'schema' | 'uiSchema'>,
  isSecretField: SecretTest = isSecret,
): ReadonlySet<string> {
  const secrets = new Set<string>()
  const { definitions } = schema
  const visited = new Set<string>()

  function visit(value: Json | undefined, ui: Json | undefined, name: string | null): void {
    if (!isJsonObject(value)) return
    const options = uiOptions(ui)
    if (name !== null && isSecretField({ widget: widgetOf(value, options), options })) secrets.add(name)
    const inner = isJsonObject(ui) ? ui : {}
    for (const [property, entry] of entries(value.properties)) visit(entry, inner[property], name ?? property)
    for (const key of ['items', 'additionalItems', 'additionalProperties'] as const)
      for (const item of listOf(value[key])) visit(item, inner[key], name)
    for (const key of ['then', 'else', 'allOf', 'oneOf', 'anyOf'] as const)
      for (const item of listOf(value[key])) visit(item, ui, name)
    for (const [, entry] of entries(value.dependencies)) visit(entry, ui, name)
    const reference = typeof value.$ref === 'string' ? value.$ref.slice('#/definitions/'.length) : undefined
    const visitKey = `${reference} ${name}`
    if (reference === undefined || !isJsonObject(definitions) || visited.has(visitKey)) return
    visited.add(visitKey)
    visit(Object.hasOwn(definitions, reference) ? definitions[reference] : undefined, ui, name)
  }

  visit(schema, uiSchema, null)
  return secrets
}

const entries = (value: Json | undefined): [string, Json][] => (isJsonObject(value) ? Object.entries(value) : [])
const listOf = (value: Json | undefined): readonly (Json | undefined)[] => (Array.isArray(value) ? value : [value])
