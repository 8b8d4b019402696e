import { getLocation } from 'jsonc-parser'
import type { Json } from '../../../src/engine/language/expressions/program.ts'
import type { JsonSchema } from '../keywords/editorSchema.ts'
import type { Signatures } from '../contract/functions.ts'
import { nodeAt, parse, toPath, type Place } from './document.ts'
import type { PropertySchema } from './propertySchema.ts'
import { schemasAt, type Schema } from './schemaAt.ts'
import type { ScopeName } from './scopeNames.ts'

/** A name or a value that can be written at a position. */
export interface Completion {
  label: string
  kind: 'property' | 'variable' | 'function' | 'constant'
  /** The inserted text, where it is not the label. */
  insert?: string
  /** Its type, or the words of a text. */
  detail?: string
  description?: string
  /** Higher ones come first. */
  rank?: number
}

/** The completions of the range from `from` to the end of the word or the string there. */
export interface Completions {
  from: number
  to: number
  options: readonly Completion[]
  /** The options hold while what is typed from `from` on matches. */
  validFor: RegExp
}

/** A document, as completions read it. */
export interface CompletionSource {
  text: string
  /** The schema of the document; null: it has none. */
  schema: JsonSchema | null
  /** English words of texts, by key. */
  english: Readonly<Record<string, string>>
}

/** Names and values that the schema of a document allows at an offset outside of expressions. `isAsked`: by the author, not by typing. */
export function completionsAt(
  { text, schema, english }: CompletionSource,
  offset: number,
  isAsked: boolean,
): Completions | null {
  if (!schema) return null
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset)
  const isInString = previousNode?.type === 'string' && offset > previousNode.offset
  if (!isInString && !isAsked && !/[{,:[]\s*$/.test(text.slice(Math.max(0, offset - 3), offset))) return null
  const from = isInString ? previousNode.offset : offset
  const to = isInString ? previousNode.offset + previousNode.length : offset
  const place = path.filter((segment) => segment !== '').join('/')
  const holder = isAtPropertyKey ? path.slice(0, -1).join('/') : place
  const schemas = schemasAt(schema, parse(text), toPath(holder))
  const options = isAtPropertyKey ? names(schemas, text, holder) : values(schemas, english)
  return options.length === 0 ? null : { from, to, options, validFor: /^"[^"]*"?$/ }
}

/** Whether an offset of a document is within an expression. */
export function isInExpression(text: string, offset: number): boolean {
  const { previousNode, isAtPropertyKey } = getLocation(text, offset)
  return (
    previousNode?.type === 'string' &&
    offset > previousNode.offset &&
    !isAtPropertyKey &&
    text[previousNode.offset + 1] === '='
  )
}

/** The word that is written at an offset of an expression: the value of which it is a member, and where the name begins. */
export interface WrittenName {
  holder: readonly string[]
  from: number
}

/** The word at an offset. `isAsked`: an empty word too; beside a finished one a list of names fits nothing. */
export function writtenNameAt(text: string, offset: number, isAsked: boolean): WrittenName | null {
  const [written = ''] = /[A-Za-z_][\w.]*$/.exec(text.slice(Math.max(0, offset - 200), offset)) ?? []
  if (written === '' && !isAsked) return null
  const holder = written.split('.').slice(0, -1)
  return { holder, from: offset - (written.length - written.lastIndexOf('.') - 1) }
}

/**
 * Completions of a name in an expression: the names that the compiler has in scope there, and the functions; or the members of its holder.
 * `described`: the schemas of names, for their descriptions.
 */
export function nameCompletions(
  { holder, from }: WrittenName,
  to: number,
  scope: readonly ScopeName[],
  described: (path: string) => PropertySchema | undefined,
  signatures: Signatures,
): Completions | null {
  const isMember = holder.length > 0
  const options = scope.map(({ name, type }): Completion => {
    const description = described([...holder, name].join('.'))?.description
    return {
      label: name,
      kind: isMember ? 'property' : 'variable',
      ...(type !== '' && { detail: type }),
      ...(description !== undefined && { description }),
      rank: isMember ? 0 : 1,
    }
  })
  const functions = Object.entries(signatures).map(([label, { params, result, doc }]): Completion => ({
    label,
    kind: 'function',
    detail: `(${params.join(', ')}) → ${result}`,
    description: doc,
  }))
  if (isMember && options.length === 0) return null
  return { from, to, options: isMember ? options : [...options, ...functions], validFor: /^\w*$/ }
}

function names(schemas: readonly Schema[], text: string, holder: Place): Completion[] {
  const node = nodeAt(parse(text), holder)
  const present = new Set(node?.children?.map(({ children }) => String(children?.[0]?.value)))
  const found = new Map<string, Completion>()
  for (const { properties = {}, required = [] } of schemas)
    for (const [name, property] of Object.entries(properties))
      if (!present.has(name) && !found.has(name))
        found.set(name, {
          label: `"${name}"`,
          insert: `"${name}": `,
          kind: 'property',
          detail: required.includes(name) ? 'required' : typeName(property),
          ...(property.description !== undefined && { description: property.description }),
          rank: required.includes(name) ? 2 : 0,
        })
  return [...found.values()]
}

function values(schemas: readonly Schema[], english: Readonly<Record<string, string>>): Completion[] {
  const found = new Map<string, Completion>()
  const add = (value: Json, detail?: string): void => {
    const label = JSON.stringify(value)
    if (!found.has(label)) found.set(label, { label, kind: 'constant', ...(detail !== undefined && { detail }) })
  }
  for (const schema of schemas) {
    if (schema.const !== undefined) add(schema.const, schema.description)
    schema.enum?.forEach((value, index) =>
      add(value, schema.enumDescriptions?.[index] ?? (typeof value === 'string' ? english[value] : undefined)),
    )
    if (schema.type === 'boolean') for (const value of [true, false]) add(value)
  }
  return [...found.values()]
}

function typeName({ type, enum: words, anyOf }: Schema): string {
  if (words) return words.length > 6 ? 'name' : words.map(String).join(' | ')
  if (typeof type === 'string') return type
  return anyOf ? 'value or expression' : ''
}
