import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import { itemsOf, member, members } from './source.ts'
import type { JsonNode } from './source.ts'

/** Visits each schema that restricts a value, itself first: not those of "if" and "not". Requires a schema within the dialect. */
export function visitSchemas(
  node: JsonNode | undefined,
  path: string,
  visit: (node: JsonNode, path: string) => void,
): void {
  if (node?.type !== 'object') return
  visit(node, path)
  const inner = (child: JsonNode | undefined, at: string): void => visitSchemas(child, `${path}/${at}`, visit)
  for (const property of members(member(node, 'properties'))) inner(property.value, `properties/${property.name}`)
  const items = member(node, 'items')
  if (items?.type === 'array') for (const [index, item] of itemsOf(items).entries()) inner(item, `items/${index}`)
  else inner(items, 'items')
  inner(member(node, 'additionalProperties'), 'additionalProperties')
  for (const list of ['oneOf', 'anyOf', 'allOf'])
    for (const [index, option] of itemsOf(member(node, list)).entries()) inner(option, `${list}/${index}`)
  for (const branch of ['then', 'else', 'additionalItems']) inner(member(node, branch), branch)
  for (const map of ['definitions', 'dependencies'])
    for (const { name, value } of members(member(node, map))) inner(value, `${map}/${name}`)
}

const typesIn = (node: JsonNode): unknown[] => {
  const type = member(node, 'type')
  return type?.type === 'array' ? itemsOf(type).map((item) => item.value) : [type?.value]
}

export const isUnboundedList = (node: JsonNode): boolean => typesIn(node).includes('array') && !member(node, 'maxItems')

export const isUnboundedMap = (node: JsonNode): boolean =>
  member(node, 'additionalProperties')?.type === 'object' && !member(node, 'maxProperties')

/** Whether a text has neither a maximum length nor a form that bounds it. */
export function isUnboundedText(node: JsonNode): boolean {
  const format = String(member(node, 'format')?.value)
  const isChoice = ['oneOf', 'anyOf'].some(
    (list) =>
      itemsOf(member(node, list)).length > 0 &&
      itemsOf(member(node, list)).every((item) => member(item, 'const') ?? member(item, 'enum')),
  )
  return (
    typesIn(node).includes('string') &&
    !isChoice &&
    !['enum', 'const', 'maxLength'].some((name) => member(node, name)) &&
    !Object.hasOwn(formats, format) &&
    format !== 'file' &&
    format !== 'binary'
  )
}

/** The properties of the object that contains a schema, and of the object that contains that one. */
export interface SiblingProperties {
  properties: ReadonlyMap<string, JsonNode>
  outer?: SiblingProperties
}

interface ObjectVisitor {
  schema?(node: JsonNode, path: string, siblings: SiblingProperties | undefined): void
  /** A property, with the properties beside it. */
  property?(node: JsonNode, path: string, properties: ReadonlyMap<string, JsonNode>): void
}

const NO_PROPERTIES: ReadonlyMap<string, JsonNode> = new Map()

/** Visits each schema with the properties beside it. `joined`: the properties of the object that this branch of a condition belongs to. */
export function visitObjects(
  node: JsonNode | undefined,
  path: string,
  visitor: ObjectVisitor,
  siblings?: SiblingProperties,
  joined: ReadonlyMap<string, JsonNode> = NO_PROPERTIES,
): void {
  if (node?.type !== 'object') return
  visitor.schema?.(node, path, siblings)
  const visit = (
    child: JsonNode | undefined,
    at: string,
    around?: SiblingProperties,
    shared?: ReadonlyMap<string, JsonNode>,
  ): void => visitObjects(child, `${path}/${at}`, visitor, around, shared)
  const own = members(member(node, 'properties'))
  const properties = new Map([...joined, ...own.map(({ name, value }): [string, JsonNode] => [name, value])])
  const inside: SiblingProperties = { properties, ...(siblings ? { outer: siblings } : {}) }
  for (const { name, value: property } of own) {
    visitor.property?.(property, `${path}/properties/${name}`, properties)
    visit(property, `properties/${name}`, inside)
  }
  const items = member(node, 'items')
  if (items?.type === 'array')
    for (const [index, item] of itemsOf(items).entries()) visit(item, `items/${index}`, siblings)
  else visit(items, 'items', siblings)
  visit(member(node, 'additionalItems'), 'additionalItems', siblings)
  for (const branch of ['then', 'else']) visit(member(node, branch), branch, siblings, properties)
  for (const list of ['allOf', 'anyOf'])
    for (const [index, item] of itemsOf(member(node, list)).entries())
      visit(item, `${list}/${index}`, siblings, properties)
  for (const { name, value } of members(member(node, 'dependencies')))
    visit(value, `dependencies/${name}`, siblings, properties)
  for (const { name, value } of members(member(node, 'definitions'))) visit(value, `definitions/${name}`)
  const more = member(node, 'additionalProperties')
  if (more) visit(more, 'additionalProperties', siblings)
  for (const [index, option] of itemsOf(member(node, 'oneOf')).entries())
    visit(option, `oneOf/${index}`, siblings, properties)
}
