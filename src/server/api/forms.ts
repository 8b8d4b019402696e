import { Ajv } from 'ajv'
import { formats } from '../../core/formats.ts'
import type { Json, Shape } from '../../core/program.ts'

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
  const validate = ajv.compile(reduced(schema, sent, files))
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

/**
 * What a schema says of the properties that are sent alone: it accepts their values whenever the whole schema accepts those of all.
 * A condition on others cannot be decided, and asks for nothing.
 */
export function reduced(schema: Json, sent: ReadonlySet<string>, files: ReadonlySet<string> = new Set()): Shape {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema === false ? { not: {} } : {}
  const within = (one: Json): Shape => reduced(one, sent, files)
  const named = (held: Json): [string, Json][] => Object.entries(held as Record<string, Json>).filter(([name]) => sent.has(name))
  const out: Shape = {}
  const all: Shape[] = []
  for (const [keyword, held] of Object.entries(schema)) {
    if (held === undefined) continue
    switch (keyword) {
      case 'type':
      case 'definitions':
      case '$defs':
        out[keyword] = held
        break
      case 'properties':
        out.properties = Object.fromEntries(named(held).map(([name, one]) => [name, files.has(name) ? {} : one]))
        break
      case 'required':
        out.required = (held as string[]).filter((name) => sent.has(name))
        break
      case 'dependencies':
        out.dependencies = Object.fromEntries(named(held).map(([name, one]) => [name, Array.isArray(one) ? one.filter((other) => sent.has(String(other))) : within(one)]))
        break
      case 'allOf':
        all.push(...(held as Json[]).map(within))
        break
      case 'anyOf':
        all.push({ anyOf: (held as Json[]).map(within) })
        break
      case 'oneOf':
        // Of branches that say less, more than one may accept.
        all.push((held as Json[]).every((one) => isDecided(one, sent)) ? { oneOf: held } : { anyOf: (held as Json[]).map(within) })
        break
      case 'not':
        if (isDecided(held, sent)) out.not = held
        break
      case 'if': {
        const [yes, no] = [within(schema['then'] ?? true), within(schema.else ?? true)]
        all.push(isDecided(held, sent) ? Object.fromEntries([['if', held], ['then', yes], ['else', no]]) : { anyOf: [yes, no] })
        break
      }
      default:
        // What counts or names the properties of the whole form says nothing of a payload, which has others beside them.
        break
    }
  }
  return all.length > 0 ? { ...out, allOf: all } : out
}

const DECIDED: ReadonlySet<string> = new Set(['type', 'title', 'description', 'default', 'definitions', '$defs'])

/** Whether what is sent decides if the schema accepts: it says nothing of other properties. */
function isDecided(schema: Json, sent: ReadonlySet<string>): boolean {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return true
  const decided = (one: Json): boolean => isDecided(one, sent)
  return Object.entries(schema).every(([keyword, held]) => {
    switch (keyword) {
      case 'properties':
        return Object.keys(held as object).every((name) => sent.has(name))
      case 'required':
        return (held as string[]).every((name) => sent.has(name))
      case 'dependencies':
        return Object.entries(held as Record<string, Json>).every(([name, one]) => sent.has(name) && (Array.isArray(one) ? one.every((other) => sent.has(String(other))) : decided(one)))
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
