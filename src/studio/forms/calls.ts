import type { Json } from '../../engine/language/expressions/program.ts'
import { callsOf, type CallInfo } from '../model/calls.ts'
import { kindInfo, kindOf, textIn } from './fields.ts'

type Values = Record<string, Json>

/** A call that sends something, with what it takes. */
export interface SendingCall extends CallInfo {
  /** The schemas of its payload's fields. */
  fields: Readonly<Record<string, Values>>
  required: readonly string[]
}

const cache = new WeakMap<object, readonly SendingCall[]>()

/** The calls that send what a user has filled in. */
export function sendingCalls(published: Readonly<Record<string, string>>): readonly SendingCall[] {
  const known = cache.get(published)
  if (known) return known
  const found = [...callsOf(published).values()].flatMap((call): SendingCall[] => {
    const { properties = {}, required = [] } = call.payload
    const fields = properties as Record<string, Values>
    if (call.method !== 'POST' || call.effect === 'read' || Object.keys(fields).length === 0) return []
    return [{ ...call, fields, required }]
  })
  cache.set(published, found)
  return found
}

/** The calls that take a form by its name. */
export const callsOfForm = (id: string, calls: readonly SendingCall[]): SendingCall[] =>
  calls.filter(({ forms }) => forms.includes(id))

/** The calls without a form that take all fields of a form. */
export const callsThatFit = (fields: readonly string[], calls: readonly SendingCall[]): SendingCall[] =>
  fields.length === 0
    ? []
    : calls.filter(
        ({ forms, fields: taken }) => forms.length === 0 && fields.every((name) => Object.hasOwn(taken, name)),
      )

/** A field of a form for a field of a payload: its schema without what is for the call only, and how it is shown. */
export function fieldFor(name: string, given: Values): { schema: Values; ui: Values; isTyped: boolean } {
  const schema: Values = {}
  for (const keyword of [
    'type',
    'format',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'x-unit',
    'x-unit-ref',
    'default',
  ])
    if (given[keyword] !== undefined) schema[keyword] = given[keyword]
  if (Array.isArray(given.enum)) schema.enum = given.enum.filter((value) => value !== null)
  if (Array.isArray(schema.type)) schema.type = schema.type.find((type) => type !== 'null') ?? 'string'
  const isGiven =
    ['id', 'symbol', 'currency'].includes(textIn(schema.format)) || given['x-secret'] === true || name === 'mode'
  const ui = isGiven ? { 'ui:widget': 'hidden' } : (kindInfo(kindOf(schema, {}))?.ui ?? {})
  if (Array.isArray(ui['ui:enumNames'])) return { schema, ui: { 'ui:widget': 'chips' }, isTyped: !isGiven }
  return { schema, ui, isTyped: !isGiven }
}
