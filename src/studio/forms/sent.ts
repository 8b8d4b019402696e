import { sampleOf } from '../../../codegen/fixtures/sample.ts'
import { isJsonObject } from '../../engine/language/values/json.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import type { SendingCall } from './calls.ts'
import { report } from '../../engine/language/report.ts'

type Values = Readonly<Record<string, Json>>

/** Values of a form that a call receives, with those that are added or omitted. */
export interface Sent {
  values: Values
  /** Values that the screen sends besides the fields: of its payload, else samples. */
  added: Values
  /** Fields that the call does not take. */
  unknown: readonly string[]
}

/**
 * Payload that a screen sends with a call: the fields of a form that the call takes, and the other values that it
 * requires.
 */
export function sentWith(
  call: SendingCall,
  id: string,
  fields: Values,
  names: readonly string[],
  screens: readonly string[],
): Sent {
  const literals = literalsOf(call.name, screens)
  const added: Record<string, Json> = {}
  const { choice } = call
  const chosen = choice && Object.entries(choice.of).find(([, form]) => form === id)?.[0]
  if (choice && chosen !== undefined && !names.includes(choice.by)) added[choice.by] = chosen
  for (const name of call.required) {
    if (names.includes(name) || Object.hasOwn(added, name)) continue
    const shape = call.fields[name] ?? {}
    const words = shape.enum
    const literal = literals[name]
    added[name] =
      literal !== undefined && !(Array.isArray(words) && !words.includes(literal)) ? literal : sampleOf(shape)
  }
  const unknown = names.filter((name) => !Object.hasOwn(call.fields, name))
  const own = Object.entries(fields).filter(
    ([name, value]) => value !== '' && value !== null && !unknown.includes(name),
  )
  return { values: { ...added, ...Object.fromEntries(own) }, added, unknown }
}

/** The literals of the payloads with which screens send a call. */
function literalsOf(call: string, screens: readonly string[]): Values {
  const found: Record<string, Json> = {}
  const visit = (value: Json): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isJsonObject(value)) return
    if (value.action === 'call' && value.call === call && isJsonObject(value.payload))
      for (const [name, sent] of Object.entries(value.payload))
        if (typeof sent !== 'object' && !(typeof sent === 'string' && sent.startsWith('='))) found[name] ??= sent
    Object.values(value).forEach(visit)
  }
  for (const text of screens) {
    if (!text.includes(`"${call}"`)) continue
    try {
      visit(JSON.parse(text) as Json)
    } catch (error) {
      // The screen is being written.
      report(error, 'parse a screen')
    }
  }
  return found
}
