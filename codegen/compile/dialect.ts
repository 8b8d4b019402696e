import { members, itemsOf } from './source.ts'
import type { JsonNode } from './source.ts'
import type { Reporter } from './diagnostics.ts'
import { rangeOf } from './source.ts'
import { didYouMean } from './nearest.ts'
import schemaDialect from '../check/rules/schema-dialect.ts'

const KEYWORDS = new Set([
  'type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'minimum', 'maximum', 'minLength', 'maxLength',
  'minItems', 'maxItems', 'pattern', 'format', 'oneOf', '$ref', 'description', 'default', '$schema',
])
const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'])
const UNITS = new Set(['money', 'price', 'quantity', 'percent', 'lots', 'rate', 'seconds'])

/** Refuses what the project's dialect of JSON Schema does not have. */
export function checkSchema(node: JsonNode | undefined, reporter: Reporter, path: string): void {
  if (!node) return
  const refuse = (at: JsonNode, message: string, suggestion?: string): void =>
    reporter.report(schemaDialect, { at: rangeOf(at), path, message, ...(suggestion === undefined ? {} : { suggestion }) })
  if (node.type !== 'object') return refuse(node, 'A schema is an object.')
  const names = new Map(members(node).map((one) => [one.name, one]))
  for (const { name, key, value } of names.values()) {
    if (!KEYWORDS.has(name) && !name.startsWith('x-')) refuse(key, `"${name}" is not a keyword of the project’s schemas.`, didYouMean(name, KEYWORDS))
    const at = `${path}/${name}`
    if (name === 'properties') for (const property of members(value)) checkSchema(property.value, reporter, `${at}/${property.name}`)
    else if (name === 'items') checkSchema(value, reporter, at)
    else if (name === 'additionalProperties' && value.type === 'object') checkSchema(value, reporter, at)
    else if (name === 'oneOf') itemsOf(value).forEach((option, index) => checkSchema(option, reporter, `${at}/${index}`))
    else if (name === 'type') {
      const types = value.type === 'array' ? itemsOf(value) : [value]
      for (const one of types) if (!TYPES.has(String(one.value))) refuse(one, `"${String(one.value)}" is not a type.`, didYouMean(String(one.value), TYPES))
      if (types.filter((one) => one.value !== 'null').length > 1) refuse(value, 'A schema has one type, or one type and null.')
    } else if (name === 'x-unit' && !UNITS.has(String(value.value))) refuse(value, `"${String(value.value)}" is not a unit.`, didYouMean(String(value.value), UNITS))
    else if (name === 'pattern') checkPattern(value, refuse)
  }
  const type = names.get('type')?.value
  if (type && (type.value === 'object' || itemsOf(type).some((one) => one.value === 'object')) && !names.has('additionalProperties')) {
    refuse(node, 'An object says "additionalProperties": false, or gives the schema of its values.')
  }
  const known = new Set(members(names.get('properties')?.value).map((one) => one.name))
  for (const one of itemsOf(names.get('required')?.value)) if (!known.has(String(one.value))) refuse(one, `"${String(one.value)}" is required and not among the properties.`, didYouMean(String(one.value), known))
}

/** Nested repetition is what makes a pattern take for ever. */
function checkPattern(value: JsonNode, refuse: (at: JsonNode, message: string) => void): void {
  const pattern = String(value.value)
  try {
    void new RegExp(pattern, 'u')
  } catch {
    return refuse(value, 'This is not a regular expression.')
  }
  if (/\([^()]*[+*}][^()]*\)[+*{]/.test(pattern)) refuse(value, 'A repetition within a repetition can take for ever on a hostile text.')
}
