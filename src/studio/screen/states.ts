import { inferSchema } from '../../../codegen/compiler/service/index.ts'
import { sampleOf } from '../../../codegen/fixtures/sample.ts'
import { isObject } from '../../engine/language/values/json.ts'
import type { Json, Shape } from '../../engine/language/expressions/program.ts'
import { screenOf, setMember } from '../make/queries.ts'
import { sameValue } from '../merge/edits.ts'
import { setValue } from '../model/document.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { PARAM_KINDS, type ValueKind } from './kinds.ts'

/** A state of a screen, or a value within one: the schema of its values, and the value with which it begins. */
export interface State {
  type: StateType
  first: unknown
}

export interface StateType extends PropertySchema {
  properties?: Record<string, StateType>
  additionalProperties?: boolean
  maxItems?: number
}

export const ONE_OF: ValueKind = {
  title: 'one of several words',
  schema: { type: 'string', enum: ['first', 'second'] },
}
export const GROUP: ValueKind = { title: 'a group of values', schema: groupOf({}) }
const TEXTS: ValueKind = {
  title: 'a list of texts',
  schema: { type: 'array', items: { type: 'string' }, maxItems: 100 } as StateType,
}

export const STATE_KINDS: readonly ValueKind[] = [...PARAM_KINDS, ONE_OF, TEXTS, GROUP]

function groupOf(properties: Record<string, StateType>): StateType {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** The words of a choice; undefined for another type. */
export const choicesOf = ({ type, enum: words }: StateType): readonly string[] | undefined =>
  type === 'string' && words?.every((word) => typeof word === 'string') === true ? words : undefined

/** The kind of a type; undefined for one that the page has no words for. */
export function kindOfType(type: StateType): ValueKind | undefined {
  if (choicesOf(type)) return ONE_OF
  if (type.type === 'object') return type.additionalProperties === false ? GROUP : undefined
  if (type.type === 'array') return type.items && sameValue(type.items, { type: 'string' }) ? TEXTS : undefined
  return STATE_KINDS.find(({ schema }) => sameValue(schema, type))
}

/** A state that begins with the least value of a kind. The words of a choice begin with the text that was there. */
export function beginning({ schema }: ValueKind, before?: unknown): State {
  const isWord = typeof before === 'string' && before !== '' && !before.startsWith('=')
  if (schema.enum && isWord) return { type: { ...schema, enum: [before] }, first: before }
  if (schema.type === 'string' && schema.format === undefined && !schema.enum)
    return { type: schema, first: typeof before === 'string' ? before : '' }
  return { type: schema, first: sampleOf(schema as Shape) }
}

const isDeclared = (value: unknown): value is { type: string | StateType; value?: unknown } =>
  isObject(value) && (typeof value.type === 'string' || isObject(value.type))

/** A state as it is written: its first value, with its type where that does not follow from the value. */
export function stateOf(value: unknown): State {
  if (!isDeclared(value)) return { type: inferSchema(value as Json) as StateType, first: value }
  return { type: typeof value.type === 'string' ? { type: value.type } : value.type, first: value.value }
}

/** Writes a state. Its type is written where it is restricted, and where it was. */
export function setState(text: string, name: string, next: State): string {
  const written = screenOf(text).state?.[name]
  const place = `state/${name}`
  const value = sameValue(inferSchema(next.first as Json), next.type) && !isObject(next.first) ? next.first : undefined
  if (!isDeclared(written)) {
    const isSame = written !== undefined && sameValue(stateOf(written).type, next.type)
    return isSame
      ? setValue(text, place, next.first)
      : setMember(text, 'state', name, value ?? { type: next.type, value: next.first })
  }
  const typed = sameValue(stateOf(written).type, next.type) ? text : setValue(text, `${place}/type`, next.type)
  return sameValue(written.value, next.first) ? typed : setValue(typed, `${place}/value`, next.first)
}

export const withChoice = ({ type, first }: State, word: string): State => ({
  type: { ...type, enum: [...(type.enum ?? []), word] },
  first,
})

/** Without a word of a choice; if it began with that one, it begins with the first that is left. */
export function withoutChoice({ type, first }: State, word: string): State {
  const words = (type.enum ?? []).filter((value) => value !== word)
  return { type: { ...type, enum: words }, first: first === word ? words[0] : first }
}

/** The values of a group. */
export const partsOf = ({ type, first }: State): [name: string, part: State][] =>
  Object.entries(type.properties ?? {}).map(([name, part]) => [
    name,
    { type: part, first: isObject(first) ? first[name] : undefined },
  ])

/** Sets a value of a group, or removes it (undefined). A first value that is an expression stays as it is. */
export function withPart({ type, first }: State, name: string, part: State | undefined): State {
  const without = <Value>(members: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(members).filter(([member]) => member !== name))
  const properties = part ? { ...type.properties, [name]: part.type } : without(type.properties ?? {})
  const required = part && !type.required?.includes(name) ? [...(type.required ?? []), name] : (type.required ?? [])
  return {
    type: { ...type, properties, required: required.filter((name) => Object.hasOwn(properties, name)) },
    first: !isObject(first) ? first : part ? { ...first, [name]: part.first } : without(first),
  }
}
