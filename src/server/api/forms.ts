import { Ajv } from 'ajv'
import { formats } from '../../core/formats.ts'
import type { Json, Shape } from '../../core/program.ts'
import { isJsonObject } from '../../core/json.ts'

/** The first thing that is wrong with the values of a form: a property that must be there, or one that is not as it must be ("card.number"). */
export type FormFailure = { missing: string } | { field: string }

export type FormCheck = (values: Readonly<Record<string, unknown>>) => FormFailure | null

/**
 * Compiles the check of a form as far as its values reach the server: `sent` names the properties of the payload. A value that is
 * null or an empty text counts as absent, as in the browser. The files among them are checked for their content elsewhere.
 */
export function compileFormCheck(schema: Shape, sent: ReadonlySet<string>, files: ReadonlySet<string> = new Set()): FormCheck {
  const ajv = new Ajv({
    ownProperties: true, allErrors: false, messages: false,
    // Check has judged the schema, and the compiler of forms has compiled it: what neither knows (a format that says a use) asks for nothing.
    strict: false, meta: false, validateSchema: false, logger: false,
    formats,
  })
  const validate = ajv.compile(reduced(schema, { sent, files, definitions: definitionsOf(schema) }))
  return (values) => {
    const given = Object.fromEntries(Object.entries(values).filter(([name, value]) => sent.has(name) && value !== null && value !== undefined && value !== ''))
    if (validate(given)) return null
    const [error] = validate.errors ?? []
    const path = (error?.instancePath ?? '').slice(1).split('/').filter((step) => step !== '').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    const missing: unknown = error?.params.missingProperty
    if (typeof missing === 'string') return { missing: [...path, missing].join('.') }
    const extra: unknown = error?.params.additionalProperty
    return { field: [...path, ...(typeof extra === 'string' ? [extra.slice(0, 64)] : [])].join('.') }
  }
}

/** What a schema is reduced to. */
export interface Payload {
  /** The properties of the form that are sent. */
  sent: ReadonlySet<string>
  /** Those of them that are files. */
  files?: ReadonlySet<string>
  /** Of the whole schema, for references. */
  definitions?: Readonly<Record<string, Json>>
}

export const definitionsOf = ({ definitions }: Shape): Record<string, Json> => (isJsonObject(definitions) ? definitions : {})

const REFERENCE = '#/definitions/'

/** The definition that a reference names, and what is left of the definitions for those within: one that contains itself says nothing more of the same properties. */
function target(reference: Json, payload: Payload): [schema: Json, payload: Payload] {
  const name = (reference as string).slice(REFERENCE.length)
  const { [name]: found = {}, ...definitions } = payload.definitions ?? {}
  return [found, { ...payload, definitions }]
}

/**
 * What a schema says of the properties that are sent alone: it accepts their values whenever the whole schema accepts those of all.
 * A condition on others cannot be decided, and asks for nothing.
 */
export function reduced(schema: Json, payload: Payload): Shape {
  if (!isJsonObject(schema)) return schema === false ? { not: {} } : {}
  const { sent, files } = payload
  const within = (one: Json): Shape => reduced(one, payload)
  const named = (held: Json): [string, Json][] => Object.entries(held as Record<string, Json>).filter(([name]) => sent.has(name))
  const out: Shape = {}
  const all: Shape[] = []
  for (const [keyword, held] of Object.entries(schema)) {
    switch (keyword) {
      case 'type':
      case 'definitions':
        out[keyword] = held
        break
      case '$ref':
        all.push(reduced(...target(held, payload)))
        break
      case 'properties':
        out.properties = Object.fromEntries(named(held).map(([name, one]) => [name, files?.has(name) ? {} : one]))
        break
      case 'required':
        out.required = (held as string[]).filter((name) => sent.has(name))
        break
      case 'dependencies':
        out.dependencies = Object.fromEntries(named(held).map(([name, one]) => [name, Array.isArray(one) ? (one as string[]).filter((other) => sent.has(other)) : within(one)]))
        break
      case 'allOf':
        all.push(...(held as Json[]).map(within))
        break
      case 'anyOf':
        all.push({ anyOf: (held as Json[]).map(within) })
        break
      case 'oneOf':
        // Of branches that say less, more than one may accept.
        all.push((held as Json[]).every((one) => isDecided(one, payload)) ? { oneOf: held } : { anyOf: (held as Json[]).map(within) })
        break
      case 'not':
        if (isDecided(held, payload)) out.not = held
        break
      case 'if': {
        const [yes, no] = [within(schema['then'] ?? true), within(schema.else ?? true)]
        // The branch stands before the condition: the first error is what is wrong with it.
        all.push(...(isDecided(held, payload) ? [{ anyOf: [yes, { not: held }] }, { anyOf: [no, held] }] : [{ anyOf: [yes, no] }]))
        break
      }
      default:
        // What counts or names the properties of the whole form says nothing of a payload, which has others beside them.
        break
    }
  }
  return all.length > 0 ? { ...out, allOf: all } : out
}

const DECIDED: ReadonlySet<string> = new Set(['type', 'title', 'description', 'default', 'definitions'])

/** Whether what is sent decides if the schema accepts: it says nothing of other properties. */
function isDecided(schema: Json, payload: Payload): boolean {
  if (!isJsonObject(schema)) return true
  const { sent } = payload
  const decided = (one: Json): boolean => isDecided(one, payload)
  return Object.entries(schema).every(([keyword, held]) => {
    switch (keyword) {
      case '$ref':
        return isDecided(...target(held, payload))
      case 'properties':
        return Object.keys(held as object).every((name) => sent.has(name))
      case 'required':
        return (held as string[]).every((name) => sent.has(name))
      case 'dependencies':
        return Object.entries(held as Record<string, Json>).every(([name, one]) => sent.has(name) && (Array.isArray(one) ? (one as string[]).every((other) => sent.has(other)) : decided(one)))
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
        return (held as Json[]).every(decided)
      case 'not':
      case 'if':
      case 'then':
      case 'else':
        return decided(held)
      default:
        return DECIDED.has(keyword)
    }
  })
}
