import { Ajv } from 'ajv'
import { formats } from '../../../engine/language/forms/schemaFormats.ts'
import type { Json, Shape } from '../../../engine/language/expressions/program.ts'
import { isJsonObject } from '../../../engine/language/values/json.ts'

/** The first error of a form's values: the path of a missing property, or of an invalid one ("card.number"). */
export type FormFailure = { missing: string } | { field: string }

export type FormCheck = (values: Readonly<Record<string, unknown>>) => FormFailure | null

/**
 * Compiles the check of a form for the values that reach the server. `sent` names the properties of the payload. Empty text counts as
 * absent, as in the browser, and so does null where the schema has no such value. The content of files is checked elsewhere.
 */
export function compileFormCheck(
  schema: Shape,
  sent: ReadonlySet<string>,
  files: ReadonlySet<string> = new Set(),
): FormCheck {
  const ajv = new Ajv({
    ownProperties: true,
    allErrors: false,
    messages: false,
    // The schema has already been validated and compiled; an unknown keyword or format is ignored.
    strict: false,
    meta: false,
    validateSchema: false,
    logger: false,
    formats,
  })
  const validate = ajv.compile(restrictToSent(schema, { sent, files, definitions: definitionsOf(schema) }))
  return (values) => {
    const filled = Object.entries(values).filter(
      ([name, value]) => sent.has(name) && value !== undefined && value !== '',
    )
    const present = filled.filter(([, value]) => value !== null)
    // Null is a value where it is a choice.
    if (present.length < filled.length && validate(Object.fromEntries(filled))) return null
    if (validate(Object.fromEntries(present))) return null
    const [error] = validate.errors ?? []
    const path = (error?.instancePath ?? '')
      .slice(1)
      .split('/')
      .filter((step) => step !== '')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    const missing: unknown = error?.params.missingProperty
    if (typeof missing === 'string') return { missing: [...path, missing].join('.') }
    const extra: unknown = error?.params.additionalProperty
    return { field: [...path, ...(typeof extra === 'string' ? [extra.slice(0, 64)] : [])].join('.') }
  }
}

/** The properties a schema is restricted to. */
export interface SentProperties {
  /** Properties that are sent. */
  sent: ReadonlySet<string>
  /** Sent properties that are files. */
  files?: ReadonlySet<string>
  /** Definitions of the complete schema, for references. */
  definitions?: Readonly<Record<string, Json>>
}

/** Returns the definitions of a schema by name; an empty object without definitions. */
export const definitionsOf = ({ definitions }: Shape): Record<string, Json> =>
  isJsonObject(definitions) ? definitions : {}

const REFERENCE = '#/definitions/'

/** Resolves a reference. The definition is removed for nested references, so that a recursive one ends. */
function resolveReference(reference: Json, context: SentProperties): [schema: Json, payload: SentProperties] {
  const name = (reference as string).slice(REFERENCE.length)
  const { [name]: definition = {}, ...definitions } = context.definitions ?? {}
  return [definition, { ...context, definitions }]
}

/**
 * Restricts a schema to the sent properties: the result accepts their values whenever the complete schema accepts all values.
 * A condition on other properties is undecidable and therefore omitted.
 */
export function restrictToSent(schema: Json, context: SentProperties): Shape {
  if (!isJsonObject(schema)) return schema === false ? { not: {} } : {}
  const { sent, files } = context
  const restrict = (json: Json): Shape => restrictToSent(json, context)
  const named = (value: Json): [string, Json][] =>
    Object.entries(value as Record<string, Json>).filter(([name]) => sent.has(name))
  const out: Shape = {}
  const all: Shape[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    switch (keyword) {
      case 'type':
      case 'definitions':
        out[keyword] = value
        break
      case '$ref':
        all.push(restrictToSent(...resolveReference(value, context)))
        break
      case 'properties':
        out.properties = Object.fromEntries(named(value).map(([name, inner]) => [name, files?.has(name) ? {} : inner]))
        break
      case 'required':
        out.required = (value as string[]).filter((name) => sent.has(name))
        break
      case 'dependencies':
        out.dependencies = Object.fromEntries(
          named(value).map(([name, inner]) => [
            name,
            Array.isArray(inner) ? (inner as string[]).filter((other) => sent.has(other)) : restrict(inner),
          ]),
        )
        break
      case 'allOf':
        all.push(...(value as Json[]).map(restrict))
        break
      case 'anyOf':
        all.push({ anyOf: (value as Json[]).map(restrict) })
        break
      case 'oneOf':
        // Restricted branches are weaker, so more than one may match.
        all.push(
          (value as Json[]).every((item) => isDecidable(item, context))
            ? { oneOf: value }
            : { anyOf: (value as Json[]).map(restrict) },
        )
        break
      case 'not':
        if (isDecidable(value, context)) out.not = value
        break
      case 'if': {
        const [yes, no] = [restrict(schema['then'] ?? true), restrict(schema.else ?? true)]
        // The branch precedes the condition, so that the first reported error is the branch's.
        all.push(
          ...(isDecidable(value, context)
            ? [{ anyOf: [yes, { not: value }] }, { anyOf: [no, value] }]
            : [{ anyOf: [yes, no] }]),
        )
        break
      }
      default:
        // Keywords that count or name properties do not apply to a payload, which has other properties too.
        break
    }
  }
  return all.length > 0 ? { ...out, allOf: all } : out
}

const DECIDABLE_KEYWORDS: ReadonlySet<string> = new Set(['type', 'title', 'description', 'default', 'definitions'])

/** Whether the sent properties alone decide the schema. */
function isDecidable(schema: Json, context: SentProperties): boolean {
  if (!isJsonObject(schema)) return true
  const { sent } = context
  const decided = (json: Json): boolean => isDecidable(json, context)
  return Object.entries(schema).every(([keyword, value]) => {
    switch (keyword) {
      case '$ref':
        return isDecidable(...resolveReference(value, context))
      case 'properties':
        return Object.keys(value as object).every((name) => sent.has(name))
      case 'required':
        return (value as string[]).every((name) => sent.has(name))
      case 'dependencies':
        return Object.entries(value as Record<string, Json>).every(
          ([name, item]) =>
            sent.has(name) &&
            (Array.isArray(item) ? (item as string[]).every((other) => sent.has(other)) : decided(item)),
        )
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
        return (value as Json[]).every(decided)
      case 'not':
      case 'if':
      case 'then':
      case 'else':
        return decided(value)
      default:
        return DECIDABLE_KEYWORDS.has(keyword)
    }
  })
}
