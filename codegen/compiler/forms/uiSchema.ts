import type { Found } from '../events.ts'
import type { Json } from '../../../src/engine/language/expressions/program.ts'
import { LIBRARY_FIELDS, LIBRARY_WIDGETS } from '../../../src/engine/language/forms/libraryWidgets.ts'
import { itemsOf, member, members } from '../source/source.ts'
import type { JsonType } from '../contract/dialect.ts'
import type { JsonNode } from '../source/source.ts'
import { isJsonObject } from '../../../src/engine/language/values/json.ts'

/** uiSchema keys that react-jsonschema-form reads and this theme draws, with their values; keys that add styles or code to the page are excluded. */
const OPTIONS: Readonly<Record<string, JsonType>> = {
  widget: 'string',
  options: 'object',
  order: 'array',
  title: 'string',
  description: 'string',
  help: 'string',
  placeholder: 'string',
  autocomplete: 'string',
  autofocus: 'boolean',
  disabled: 'boolean',
  readonly: 'boolean',
  enumNames: 'array',
  enumDisabled: 'array',
  inputType: 'string',
  emptyValue: 'string',
  label: 'boolean',
  hideError: 'boolean',
  addable: 'boolean',
  orderable: 'boolean',
  removable: 'boolean',
  copyable: 'boolean',
  inline: 'boolean',
  rows: 'number',
  globalOptions: 'object',
}
const TYPE_NAMES: Readonly<Partial<Record<JsonType, string>>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  array: 'a list of strings',
  object: 'an object',
}
/** Options whose value is a text for the user. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'description', 'help', 'placeholder'])
/** Keys that would bypass the theme. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  'style',
  'classNames',
  'className',
  'field',
  'component',
  'enableMarkdownInDescription',
  'enableMarkdownInHelp',
])

export interface UiFinding {
  at: JsonNode
  path: string
  found: Found
}

/** Checks a uiSchema against the features of the theme; adds the keys that it shows to `texts`. */
export function checkUiSchema(
  root: JsonNode | undefined,
  schema: JsonNode | undefined,
  widgets: ReadonlySet<string>,
  texts: string[],
): UiFinding[] {
  const findings: UiFinding[] = []
  const known = new Set([...widgets, ...LIBRARY_WIDGETS].filter((name) => name !== LIBRARY_FIELDS))
  const refuse = (at: JsonNode, path: string, found: Found): void => void findings.push({ at, path, found })

  function option(name: string, key: JsonNode, value: JsonNode, path: string, beside: readonly string[]): void {
    const expectedType = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined
    if (expectedType === undefined)
      return refuse(key, path, {
        event: 'unknownUiOption',
        name: `ui:${name}`,
        known: without(
          Object.keys(OPTIONS),
          beside.map((other) => other.replace('ui:', '')),
        ),
      })
    if (value.type !== expectedType)
      return refuse(value, path, { event: 'uiOptionType', name: `ui:${name}`, type: TYPE_NAMES[expectedType] })
    if (name === 'widget' && !known.has(String(value.value))) {
      return refuse(value, path, { event: 'unknownFormWidget', value: value.value, widgets: known })
    }
    if (name === 'order' || name === 'enumNames')
      for (const item of itemsOf(value))
        if (item.type !== 'string')
          refuse(item, path, { event: 'uiOptionType', name: `ui:${name}`, type: TYPE_NAMES.array })
    if (TEXTS.has(name)) texts.push(String(value.value))
    if (name === 'enumNames')
      for (const item of itemsOf(value)) if (item.type === 'string') texts.push(String(item.value))
  }

  function visit(node: JsonNode, path: string, of: JsonNode | undefined): void {
    if (node.type !== 'object') return refuse(node, path, { event: 'uiSchemaNotObject' })
    const names = innerNames(of)
    for (const { name, key, value } of members(node)) {
      const at = `${path}/${name}`
      if (name === 'ui:options') {
        if (value.type !== 'object')
          refuse(value, at, { event: 'uiOptionType', name: 'ui:options', type: TYPE_NAMES.object })
        for (const inner of members(value)) {
          if (FORBIDDEN.has(inner.name)) refuse(inner.key, at, { event: 'unknownUiOption', name: inner.name })
          // In addition to the library's options a widget has its own.
          else if (Object.hasOwn(OPTIONS, inner.name) && inner.name !== 'options')
            option(inner.name, inner.key, inner.value, `${at}/${inner.name}`, [])
          else if (inner.name === 'text' && inner.value.type === 'string') texts.push(String(inner.value.value))
        }
      } else if (name.startsWith('ui:')) {
        option(
          name.slice(3),
          key,
          value,
          at,
          members(node).map((other) => other.name),
        )
        if (name === 'ui:order' && names)
          for (const item of itemsOf(value))
            if (item.type === 'string' && item.value !== '*' && !names.has(String(item.value)))
              refuse(item, at, {
                event: 'unknownUiSchemaField',
                name: String(item.value),
                names: without(
                  names,
                  itemsOf(value).map((other) => String(other.value)),
                ),
              })
      } else if (names && !names.has(name))
        refuse(key, at, {
          event: 'unknownUiSchemaField',
          name,
          names: without(
            names,
            members(node).map((other) => other.name),
          ),
        })
      else if (value.type === 'array')
        for (const [index, item] of itemsOf(value).entries())
          visit(item, `${at}/${index}`, itemsOf(member(of, name))[index])
      else visit(value, at, innerSchema(of, name))
    }
  }
  if (root) visit(root, 'uiSchema', schema)
  return findings
}

/** Excludes names that are already present from the suggestions. */
const without = (names: Iterable<string>, used: readonly string[]): string[] =>
  [...names].filter((name) => !used.includes(name))

const BRANCHES = ['then', 'else'] as const
const BRANCH_LISTS = ['allOf', 'oneOf', 'anyOf'] as const
const LISTED: ReadonlySet<string> = new Set(['items', 'additionalItems', 'additionalProperties', 'oneOf', 'anyOf'])

/** The schemas whose properties a value has: its own, and those of its branches. */
function* partsOf(schema: JsonNode | undefined): Generator<JsonNode> {
  if (schema?.type !== 'object') return
  yield schema
  for (const key of BRANCHES) yield* partsOf(member(schema, key))
  for (const key of BRANCH_LISTS) for (const item of itemsOf(member(schema, key))) yield* partsOf(item)
  for (const { value } of members(member(schema, 'dependencies'))) yield* partsOf(value)
}

/** Names that a uiSchema may use within this schema; null where any name is allowed. */
function innerNames(schema: JsonNode | undefined): ReadonlySet<string> | null {
  const names = new Set<string>()
  const parts = [...partsOf(schema)]
  for (const part of parts) {
    if (member(part, '$ref')) return null
    const more = member(part, 'additionalProperties')
    if (more?.type === 'object' || more?.value === true) return null
    for (const { name } of members(member(part, 'properties'))) names.add(name)
    for (const { name } of members(part)) if (LISTED.has(name)) names.add(name)
  }
  return parts.length === 0 ? null : names
}

/** The schema of what a uiSchema names within this one; undefined where several may be meant. */
function innerSchema(schema: JsonNode | undefined, name: string): JsonNode | undefined {
  const candidates = [...partsOf(schema)].flatMap((part) =>
    [member(member(part, 'properties'), name), LISTED.has(name) ? member(part, name) : undefined].flatMap(
      (node) => node ?? [],
    ),
  )
  return candidates.length === 1 ? candidates[0] : undefined
}

/** The widget's texts within a schema: titles and descriptions. */
export function schemaTexts(schema: Json | undefined, into: string[]): void {
  if (Array.isArray(schema)) for (const branch of schema) schemaTexts(branch, into)
  else if (typeof schema === 'object' && schema !== null) {
    for (const [keyword, value] of Object.entries(schema)) {
      if ((keyword === 'title' || keyword === 'description') && typeof value === 'string') into.push(value)
      else if (keyword === 'properties' || keyword === 'definitions' || keyword === 'dependencies') {
        for (const item of Object.values(
          typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {},
        ))
          schemaTexts(item, into)
      } else if (!['enum', 'const', 'default', 'required'].includes(keyword)) schemaTexts(value, into)
    }
  }
}

/**
 * The uiSchema as the client gets it: published files have their keys in the order of the alphabet, so each object lists the order
 * of its properties, conditional ones included.
 */
export function lowerUiSchema(schema: Json | undefined, uiSchema: Json | undefined): Record<string, Json> {
  const root = isJsonObject(schema) ? schema : {}
  return withOrder(
    root,
    isJsonObject(uiSchema) ? uiSchema : {},
    isJsonObject(root.definitions) ? root.definitions : {},
    [],
  )
}

function withOrder(
  schemaOf: Record<string, Json>,
  uiSchema: Record<string, Json>,
  definitions: Record<string, Json>,
  above: readonly string[],
): Record<string, Json> {
  const reference = typeof schemaOf.$ref === 'string' ? schemaOf.$ref.slice('#/definitions/'.length) : undefined
  // A recursive definition has no end: its order is alphabetical.
  if (reference !== undefined && above.includes(reference)) return uiSchema
  const target = reference === undefined ? schemaOf : definitions[reference]
  const schema = isJsonObject(target) ? target : {}
  const names = reference === undefined ? above : [...above, reference]
  const out: Record<string, Json> = { ...uiSchema }
  const order: string[] = []
  const properties = (owner: Json | undefined): void => {
    if (!isJsonObject(owner)) return
    for (const [name, property] of Object.entries(isJsonObject(owner.properties) ? owner.properties : {})) {
      if (!order.includes(name)) order.push(name)
      const inner = uiSchema[name]
      const lowered = isJsonObject(property)
        ? withOrder(property, isJsonObject(inner) ? inner : {}, definitions, names)
        : {}
      if (Object.keys(lowered).length > 0) out[name] = lowered
    }
    for (const branch of [
      owner.then,
      owner.else,
      ...[owner.allOf, owner.oneOf, owner.anyOf].flatMap((all) => (Array.isArray(all) ? all : [])),
      ...Object.values(isJsonObject(owner.dependencies) ? owner.dependencies : {}),
    ])
      properties(branch)
  }
  properties(schema)
  for (const keyword of ['items', 'additionalProperties', 'additionalItems'] as const) {
    const one = schema[keyword]
    const inner = uiSchema[keyword]
    if (!isJsonObject(one)) continue
    const lowered = withOrder(one, isJsonObject(inner) ? inner : {}, definitions, names)
    if (Object.keys(lowered).length > 0) out[keyword] = lowered
  }
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const uis = uiSchema[keyword]
    const branches = schema[keyword]
    // An alternative with its own uiSchema does not read that of the enclosing object.
    if (Array.isArray(uis) && Array.isArray(branches))
      out[keyword] = branches.map((branch, index) =>
        isJsonObject(branch) && isJsonObject(uis[index])
          ? withOrder(branch, uis[index], definitions, names)
          : (uis[index] ?? {}),
      )
  }
  const options = uiSchema['ui:options']
  const given = uiSchema['ui:order'] ?? (isJsonObject(options) ? options.order : undefined)
  // The wildcard means names in the order of the author's file; the library rejects an order without a property.
  if (Array.isArray(given)) {
    const others = [...order.filter((name) => !given.includes(name)), '*']
    out['ui:order'] = given.includes('*')
      ? given.flatMap((item) => (item === '*' ? others : [item]))
      : [...given, ...others]
  } else if (order.length > 1) out['ui:order'] = [...order, '*']
  return out
}
