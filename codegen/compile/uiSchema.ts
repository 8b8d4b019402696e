import type { Json } from '../../src/core/program.ts'
import { STOCK, STOCK_WIDGETS } from '../../src/core/forms.ts'
import { didYouMean } from './nearest.ts'
import type { Suggestion } from './diagnostics.ts'
import { itemsOf, member, members } from './source.ts'
import type { JsonNode } from './source.ts'

/** What react-jsonschema-form reads of a uiSchema and this theme draws; whatever would put styles or code into the page is not among it. */
const OPTIONS: ReadonlySet<string> = new Set([
  'widget', 'options', 'order', 'title', 'description', 'help', 'placeholder', 'autocomplete', 'autofocus', 'disabled', 'readonly', 'enumNames',
  'enumDisabled', 'inputType', 'emptyValue', 'label', 'hideError', 'addable', 'orderable', 'removable', 'copyable', 'inline', 'rows', 'globalOptions',
])
/** Options whose value is a text for the user. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'description', 'help', 'placeholder'])

export interface UiFinding {
  at: JsonNode
  path: string
  message: string
  suggestion?: Suggestion
}

/** Holds a uiSchema to what the theme draws; `texts` gets the keys that it shows. */
export function checkUiSchema(root: JsonNode | undefined, schema: JsonNode | undefined, widgets: ReadonlySet<string>, texts: string[]): UiFinding[] {
  const findings: UiFinding[] = []
  const known = new Set([...widgets, ...STOCK_WIDGETS].filter((name) => name !== STOCK))
  const refuse = (at: JsonNode, path: string, message: string, suggestion?: Suggestion): void => void findings.push({ at, path, message, ...(suggestion === undefined ? {} : { suggestion }) })

  function option(name: string, key: JsonNode, value: JsonNode, path: string): void {
    if (!OPTIONS.has(name)) return refuse(key, path, `"ui:${name}" is not an option that forms have here.`, didYouMean(name, OPTIONS))
    if (name === 'widget' && (value.type !== 'string' || !known.has(String(value.value)))) {
      return refuse(value, path, `There is no form widget ${JSON.stringify(value.value)}: ${[...known].toSorted().join(', ')}.`, didYouMean(String(value.value), known))
    }
    if (TEXTS.has(name) && value.type === 'string') texts.push(String(value.value))
    if (name === 'enumNames') for (const one of itemsOf(value)) texts.push(String(one.value))
  }

  function visit(node: JsonNode, path: string, names: ReadonlySet<string> | null): void {
    if (node.type !== 'object') return refuse(node, path, 'A uiSchema is an object.')
    for (const { name, key, value } of members(node)) {
      const at = `${path}/${name}`
      if (name === 'ui:options') {
        for (const inner of members(value)) {
          if (TEXTS.has(inner.name)) option(inner.name, inner.key, inner.value, `${at}/${inner.name}`)
          else if (inner.name === 'text' && inner.value.type === 'string') texts.push(String(inner.value.value))
          else if (inner.name === 'style' || inner.name === 'classNames' || inner.name === 'field') refuse(inner.key, at, `"${inner.name}" is not an option that forms have here.`)
        }
      } else if (name.startsWith('ui:')) option(name.slice(3), key, value, at)
      else if (names && !names.has(name)) refuse(key, at, `The form has no field "${name}".`, didYouMean(name, names))
      else if (value.type === 'array') for (const [index, item] of itemsOf(value).entries()) visit(item, `${at}/${index}`, null)
      else visit(value, at, name === 'items' ? null : namesWithin(schema, name))
    }
  }
  if (root) visit(root, 'uiSchema', allNames(schema))
  return findings
}

/** Every property that the schema names at its top, conditions included; null where it may have others. */
function allNames(schema: JsonNode | undefined): ReadonlySet<string> | null {
  if (!schema || member(schema, 'definitions') || member(schema, '$ref') || member(schema, 'additionalProperties')?.type === 'object') return null
  const names = new Set<string>()
  const visit = (node: JsonNode | undefined): void => {
    if (node?.type !== 'object') return
    for (const { name } of members(member(node, 'properties'))) names.add(name)
    for (const key of ['then', 'else']) visit(member(node, key))
    for (const key of ['allOf', 'oneOf', 'anyOf']) for (const one of itemsOf(member(node, key))) visit(one)
    for (const { value } of members(member(node, 'dependencies'))) visit(value)
  }
  visit(schema)
  return names
}

/** Names within a property; null where its schema is not one plain object. */
function namesWithin(schema: JsonNode | undefined, name: string): ReadonlySet<string> | null {
  const property = member(member(schema, 'properties'), name)
  return property && member(property, 'properties') ? allNames(property) : null
}

/** The widget's texts within a schema: titles and descriptions. */
export function schemaTexts(schema: Json | undefined, into: string[]): void {
  if (Array.isArray(schema)) for (const one of schema) schemaTexts(one, into)
  else if (typeof schema === 'object' && schema !== null) {
    for (const [keyword, held] of Object.entries(schema)) {
      if ((keyword === 'title' || keyword === 'description') && typeof held === 'string') into.push(held)
      else if (keyword === 'properties' || keyword === 'definitions' || keyword === 'dependencies') {
        for (const one of Object.values(typeof held === 'object' && held !== null && !Array.isArray(held) ? held : {})) schemaTexts(one, into)
      } else if (!['enum', 'const', 'default', 'required'].includes(keyword)) schemaTexts(held, into)
    }
  }
}

/**
 * The uiSchema as the client gets it: published files have their keys in the order of the alphabet, so each object says the order
 * of its own properties, those included that join under a condition.
 */
export function lowerUiSchema(schema: Json | undefined, uiSchema: Json | undefined): Record<string, Json> {
  const root = isRecord(schema) ? schema : {}
  return withOrder(root, isRecord(uiSchema) ? uiSchema : {}, isRecord(root.definitions) ? root.definitions : {}, [])
}

const isRecord = (value: Json | undefined): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value)

function withOrder(schemaOf: Record<string, Json>, uiSchema: Record<string, Json>, definitions: Record<string, Json>, above: readonly string[]): Record<string, Json> {
  const reference = typeof schemaOf.$ref === 'string' ? schemaOf.$ref.slice('#/definitions/'.length) : undefined
  // A definition within itself has no end: there the order is the alphabet's.
  if (reference !== undefined && above.includes(reference)) return uiSchema
  const target = reference === undefined ? schemaOf : definitions[reference]
  const schema = isRecord(target) ? target : {}
  const names = reference === undefined ? above : [...above, reference]
  const out: Record<string, Json> = { ...uiSchema }
  const order: string[] = []
  const properties = (one: Json | undefined): void => {
    if (!isRecord(one)) return
    for (const [name, property] of Object.entries(isRecord(one.properties) ? one.properties : {})) {
      if (!order.includes(name)) order.push(name)
      const inner = uiSchema[name]
      const lowered = isRecord(property) ? withOrder(property, isRecord(inner) ? inner : {}, definitions, names) : {}
      if (Object.keys(lowered).length > 0) out[name] = lowered
    }
    for (const branch of [one.then, one.else, ...[one.allOf, one.oneOf, one.anyOf].flatMap((all) => (Array.isArray(all) ? all : [])), ...Object.values(isRecord(one.dependencies) ? one.dependencies : {})]) properties(branch)
  }
  properties(schema)
  for (const keyword of ['items', 'additionalProperties', 'additionalItems'] as const) {
    const one = schema[keyword]
    const inner = uiSchema[keyword]
    if (!isRecord(one)) continue
    const lowered = withOrder(one, isRecord(inner) ? inner : {}, definitions, names)
    if (Object.keys(lowered).length > 0) out[keyword] = lowered
  }
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const uis = uiSchema[keyword]
    const branches = schema[keyword]
    // An alternative with a uiSchema of its own does not read that of the object around it.
    if (Array.isArray(uis) && Array.isArray(branches)) out[keyword] = branches.map((one, index) => (isRecord(one) && isRecord(uis[index]) ? withOrder(one, uis[index], definitions, names) : (uis[index] ?? {})))
  }
  const options = uiSchema['ui:options']
  const has = uiSchema['ui:order'] !== undefined || (isRecord(options) && options.order !== undefined)
  if (order.length > 1 && !has) out['ui:order'] = [...order, '*']
  const given = out['ui:order']
  // The wildcard stands for names in the order of the author's file.
  if (has && Array.isArray(given)) out['ui:order'] = given.flatMap((one) => (one === '*' ? [...order.filter((name) => !given.includes(name)), '*'] : [one]))
  return out
}
