import { formats } from '../../src/core/schemaFormats.ts'
import { itemsOf, member, members, rangeOf } from './source.ts'
import type { JsonNode } from './source.ts'
import { Reporter } from './reporter.ts'
import type { Rule } from './diagnostics.ts'
import { normalizePath } from './schema.ts'
import type { Source } from './source.ts'
import unboundedArray from '../check/rules/unbounded-array.ts'
import unboundedText from '../check/rules/unbounded-text.ts'

/**
 * Checks size bounds of the contract: every list has a maximum number of items; server input (`input`) has
 * bounded texts, and maps of at most `maxProperties`. Requires schemas within the dialect.
 */
export function checkBounds(
  node: JsonNode | undefined,
  reporter: Reporter,
  path: string,
  input: boolean,
  sources: ReadonlyMap<string, Source>,
): void {
  if (node?.type !== 'object') return
  const inner = (child: JsonNode | undefined, at: string): void =>
    checkBounds(child, reporter, `${path}/${at}`, input, sources)
  const types = typesOf(node)
  const isForm = reporter.source.file.startsWith('schemas/forms/')
  const report = (rule: Rule, message: string, suggestion: string): void =>
    reporter.report(rule, { at: rangeOf(node), path, message, suggestion })
  if (types.includes('array') && !member(node, 'maxItems'))
    report(unboundedArray, 'This list has no greatest number of items.', 'Write "maxItems".')
  const more = member(node, 'additionalProperties')
  if (input && more?.type === 'object' && !member(node, 'maxProperties'))
    report(
      unboundedArray,
      'This map takes any number of properties.',
      `Write ${isForm ? '"maxProperties", or ' : ''}a list of objects, with "maxItems".`,
    )
  if (input && types.includes('string') && !isBounded(node))
    report(unboundedText, 'This text has no greatest length.', 'Write "maxLength", or a "format" with a named pattern.')
  const reference = member(node, '$ref')
  if (input && reference && !isEntityBounded(String(reference.value), reporter.source.file, sources))
    report(
      unboundedText,
      'The schema this refers to has a text or list without bounds.',
      'Write the fields here, each with its bound.',
    )
  for (const property of members(member(node, 'properties'))) inner(property.value, `properties/${property.name}`)
  const items = member(node, 'items')
  if (items?.type === 'array') for (const [index, item] of itemsOf(items).entries()) inner(item, `items/${index}`)
  else inner(items, 'items')
  if (more?.type === 'object') inner(more, 'additionalProperties')
  for (const list of ['oneOf', 'anyOf', 'allOf'])
    for (const [index, option] of itemsOf(member(node, list)).entries()) inner(option, `${list}/${index}`)
  for (const branch of ['then', 'else', 'additionalItems']) inner(member(node, branch), branch)
  for (const map of ['definitions', 'dependencies'])
    for (const { name, value } of members(member(node, map))) inner(value, `${map}/${name}`)
}

const typesOf = (node: JsonNode): unknown[] => {
  const type = member(node, 'type')
  return type?.type === 'array' ? itemsOf(type).map((one) => one.value) : [type?.value]
}

function isBounded(node: JsonNode): boolean {
  const format = String(member(node, 'format')?.value)
  const isChoice = ['oneOf', 'anyOf'].some(
    (list) =>
      itemsOf(member(node, list)).length > 0 &&
      itemsOf(member(node, list)).every((one) => member(one, 'const') ?? member(one, 'enum')),
  )
  return (
    isChoice ||
    ['enum', 'const', 'maxLength'].some((name) => member(node, name)) ||
    Object.hasOwn(formats, format) ||
    format === 'file' ||
    format === 'binary'
  )
}

/** Whether a referenced entity is bounded; each file is visited once per path. */
function isEntityBounded(reference: string, from: string, sources: ReadonlyMap<string, Source>): boolean {
  const source = sources.get(normalizePath(`${from.slice(0, from.lastIndexOf('/') + 1)}${reference}`))
  if (!source) return true
  const others = new Map(sources)
  others.delete(source.file)
  const ownReporter = new Reporter(source)
  checkBounds(source.root, ownReporter, '', true, others)
  return ownReporter.diagnostics.length === 0
}
