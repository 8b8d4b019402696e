import type { Json } from '../../core/program.ts'
import { kindInfo, kindOf, textIn } from './fields.ts'

type Values = Record<string, Json>
type Files = Readonly<Record<string, string>>

/** A call that sends something, with what it takes. */
export interface SendingCall {
  id: string
  description: string
  effect: string
  payload: Readonly<Record<string, Values>>
  required: readonly string[]
  /** The forms that it takes; none: any form whose fields fit its payload. */
  forms: readonly string[]
  /** The field of the payload that chooses one of several forms, with the form of each value. */
  choice: { by: string; of: Readonly<Record<string, string>> } | undefined
}

interface CallFile {
  description?: string
  method?: string
  effect?: string
  payload?: { properties?: Record<string, Values>; required?: string[] }
  forms?: { of: string | Record<string, string>; by?: string }
}

const cache = new WeakMap<object, readonly SendingCall[]>()

/** The calls that send what a user has filled in, by their files. */
export function sendingCalls(files: Files): readonly SendingCall[] {
  const known = cache.get(files)
  if (known) return known
  const found = Object.entries(files).flatMap(([path, text]): SendingCall[] => {
    const id = /^schemas\/api\/(.+)\.json$/.exec(path)?.[1]
    if (id === undefined) return []
    const { description = '', method, effect = '', payload, forms } = JSON.parse(text) as CallFile
    if (method !== 'POST' || effect === 'read' || Object.keys(payload?.properties ?? {}).length === 0) return []
    return [
      {
        id,
        description,
        effect,
        payload: payload?.properties ?? {},
        required: payload?.required ?? [],
        forms:
          forms === undefined ? [] : [Object.values(typeof forms.of === 'string' ? { of: forms.of } : forms.of)].flat(),
        choice: forms?.by === undefined || typeof forms.of === 'string' ? undefined : { by: forms.by, of: forms.of },
      },
    ]
  })
  cache.set(files, found)
  return found
}

/** The calls that take a form by its name. */
export const callsOfForm = (id: string, calls: readonly SendingCall[]): SendingCall[] =>
  calls.filter(({ forms }) => forms.includes(id))

/** The calls without a form of their own that take all fields of a form. */
export const callsThatFit = (fields: readonly string[], calls: readonly SendingCall[]): SendingCall[] =>
  fields.length === 0
    ? []
    : calls.filter(({ forms, payload }) => forms.length === 0 && fields.every((name) => Object.hasOwn(payload, name)))

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
  if (Array.isArray(given.enum)) schema.enum = given.enum.filter((one) => one !== null)
  if (Array.isArray(schema.type)) schema.type = schema.type.find((one) => one !== 'null') ?? 'string'
  const isGiven =
    ['id', 'symbol', 'currency'].includes(textIn(schema.format)) || given['x-secret'] === true || name === 'mode'
  const ui = isGiven ? { 'ui:widget': 'hidden' } : (kindInfo(kindOf(schema, {}))?.ui ?? {})
  if (Array.isArray(ui['ui:enumNames'])) return { schema, ui: { 'ui:widget': 'chips' }, isTyped: !isGiven }
  return { schema, ui, isTyped: !isGiven }
}
