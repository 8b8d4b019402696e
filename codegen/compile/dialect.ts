import { members, itemsOf } from './source.ts'
import type { JsonNode } from './source.ts'
import type { Reporter } from './diagnostics.ts'
import { rangeOf } from './source.ts'
import { didYouMean } from './nearest.ts'
import schemaDialect from '../check/rules/schema-dialect.ts'

type NodeType = NonNullable<JsonNode['type']>

/** The keywords of the dialect, and what each may hold. */
const KEYWORDS = new Map<string, readonly NodeType[]>([
  ['type', ['string', 'array']], ['properties', ['object']], ['required', ['array']], ['additionalProperties', ['boolean', 'object']], ['items', ['object']],
  ['enum', ['array']], ['const', ['string', 'number', 'boolean', 'null']], ['minimum', ['number']], ['maximum', ['number']], ['minLength', ['number']],
  ['maxLength', ['number']], ['minItems', ['number']], ['maxItems', ['number']], ['pattern', ['string']], ['format', ['string']], ['oneOf', ['array']],
  ['$ref', ['string']], ['description', ['string']], ['default', ['string', 'number', 'boolean', 'null', 'array', 'object']], ['$schema', ['string']], ['x-unit', ['string']],
])
const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'])
const UNITS = new Set(['money', 'price', 'quantity', 'percent', 'lots', 'rate', 'seconds'])

/** Refuses what the project's dialect of JSON Schema does not have. False: it is so malformed that no type can be made of it. */
export function checkSchema(node: JsonNode | undefined, reporter: Reporter, path: string): boolean {
  if (!node) return true
  const refuse: Refuse = (at, message, suggestion) => {
    reporter.report(schemaDialect, { at: rangeOf(at), path, message, ...(suggestion === undefined ? {} : { suggestion }) })
    return false
  }
  if (node.type !== 'object') return refuse(node, 'A schema is an object.')
  const names = new Map(members(node).map((one) => [one.name, one]))
  let sound = true
  for (const { name, key, value } of names.values()) {
    const kinds = KEYWORDS.get(name)
    if (!kinds && !name.startsWith('x-')) refuse(key, `"${name}" is not a keyword of the project’s schemas.`, didYouMean(name, KEYWORDS.keys()))
    if (kinds && !kinds.includes(value.type)) sound = refuse(value, `"${name}" holds ${kinds.join(' or ')}.`)
    else if (!checkKeyword(name, value, reporter, `${path}/${name}`, refuse)) sound = false
  }
  if (!sound) return false
  const type = names.get('type')?.value
  if (type && (type.value === 'object' || itemsOf(type).some((one) => one.value === 'object')) && !names.has('additionalProperties')) {
    refuse(node, 'An object says "additionalProperties": false, or gives the schema of its values.')
  }
  const known = new Set(members(names.get('properties')?.value).map((one) => one.name))
  for (const one of itemsOf(names.get('required')?.value)) if (!known.has(String(one.value))) refuse(one, `"${String(one.value)}" is required and not among the properties.`, didYouMean(String(one.value), known))
  return true
}

type Refuse = (at: JsonNode, message: string, suggestion?: string) => false

function checkKeyword(name: string, value: JsonNode, reporter: Reporter, at: string, refuse: Refuse): boolean {
  switch (name) {
    case 'properties':
      return members(value).map((property) => checkSchema(property.value, reporter, `${at}/${property.name}`)).every(Boolean)
    case 'items':
      return checkSchema(value, reporter, at)
    case 'additionalProperties':
      return value.type !== 'object' || checkSchema(value, reporter, at)
    case 'oneOf':
      return itemsOf(value).map((option, index) => checkSchema(option, reporter, `${at}/${index}`)).every(Boolean)
    case 'type':
      checkTypes(value, refuse)
      return true
    case 'x-unit':
      if (!UNITS.has(String(value.value))) refuse(value, `"${String(value.value)}" is not a unit.`, didYouMean(String(value.value), UNITS))
      return true
    case 'pattern':
      checkPattern(value, refuse)
      return true
    default:
      return true
  }
}

function checkTypes(value: JsonNode, refuse: Refuse): void {
  const types = value.type === 'array' ? itemsOf(value) : [value]
  for (const one of types) if (!TYPES.has(String(one.value))) refuse(one, `"${String(one.value)}" is not a type.`, didYouMean(String(one.value), TYPES))
  if (types.filter((one) => one.value !== 'null').length > 1) refuse(value, 'A schema has one type, or one type and null.')
}

/** Nested repetition is what makes a pattern take for ever. */
function checkPattern(value: JsonNode, refuse: Refuse): void {
  const pattern = String(value.value)
  try {
    void new RegExp(pattern, 'u')
  } catch {
    refuse(value, 'This is not a regular expression.')
    return
  }
  if (/\([^()]*[+*}][^()]*\)[+*{]/.test(pattern)) refuse(value, 'A repetition within a repetition can take for ever on a hostile text.')
}
