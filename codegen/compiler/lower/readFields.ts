import { didYouMean, renameTo } from '../source/names/nearest.ts'
import { member, members } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import type { CompilationUnit } from './compilationUnit.ts'
import type { Advice } from '../source/findings/diagnostics.ts'

export type Kind = 'string' | 'object' | 'array' | 'boolean' | 'integer' | 'any'

/** A member of an object of a document. */
export interface Field {
  readonly name: string
  readonly kind: Kind
  readonly required?: boolean
  /** Names that other languages, and earlier catalogues, use for it. */
  readonly synonyms?: readonly string[]
}
export type Fields = ReadonlyMap<string, Field>

export const fieldsOf = <T extends Field>(fields: readonly T[]): ReadonlyMap<string, T> =>
  new Map(fields.map((field) => [field.name, field]))

/** The name with this synonym. */
export const synonymIn = (fields: Fields, word: string): string | undefined => {
  for (const { name, synonyms } of fields.values()) if (synonyms?.includes(word)) return name
  return undefined
}

const KIND_NAMES: Record<Kind, string> = {
  string: 'a string',
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  any: 'a value',
}

export const kindName = (kind: Kind): string => KIND_NAMES[kind]

function isKind(node: JsonNode, kind: Kind): boolean {
  return (
    kind === 'any' || (kind === 'integer' ? node.type === 'number' && Number.isInteger(node.value) : node.type === kind)
  )
}

/**
 * Checks that a node is an object with only these members, of these kinds.
 * Gives the members that are of their kind; undefined when the node is no object.
 */
export function readFields(
  unit: CompilationUnit,
  node: JsonNode | undefined,
  path: string,
  known: Fields,
  subject: string,
  elsewhere?: (name: string) => Advice | undefined,
): Record<string, JsonNode> | undefined {
  if (!node || !expectKind(unit, node, 'object', path)) return undefined
  const fields: Record<string, JsonNode> = Object.create(null) as Record<string, JsonNode>
  for (const { name, key, value } of members(node)) {
    const field = known.get(name)
    if (!field) {
      unit.misnamed.add(node)
      unit.emit(
        {
          event: 'unknownMemberOfHolder',
          holder: subject,
          name,
          suggestion: elsewhere?.(name) ?? suggestField(name, known),
        },
        key,
        joinPath(path, name),
      )
    } else if (expectKind(unit, value, field.kind, joinPath(path, name))) fields[name] = value
  }
  for (const { name, required } of known.values()) {
    if (required && !member(node, name) && !unit.misnamed.has(node))
      unit.emit(
        { event: 'requiredMemberMissing', holder: subject, name },
        { start: node.offset, end: node.offset + 1 },
        path,
      )
  }
  return fields
}

function suggestField(wrong: string, known: Fields): Advice | undefined {
  const meant = synonymIn(known, wrong)
  return meant === undefined ? didYouMean(wrong, known.keys()) : renameTo(wrong, meant)
}

/** Returns whether a node is of this kind, and reports one that is not. */
export function expectKind(unit: CompilationUnit, node: JsonNode, kind: Kind, path: string): boolean {
  if (isKind(node, kind)) return true
  unit.emit(
    { event: 'otherKind', kind: KIND_NAMES[kind], isInstead: kind === 'array' && node.type === 'object' },
    node,
    path,
  )
  return false
}

/** Appends a member name or an index to a path such as "body/0"; the path of the document is empty. */
export const joinPath = (path: string, name: string | number): string =>
  path === '' ? String(name) : `${path}/${name}`

/** Nesting depth of a path: the number of list indexes in it. */
export const nesting = (path: string): number => path.split('/').filter((part) => /^\d+$/.test(part)).length
