import type { Json, Shape } from '../../src/core/program.ts'
import { isChoice } from '../../src/core/forms.ts'
import { INPUT_LIMITS } from './limits.ts'
import type { Schema } from './schema.ts'
import { mapSubschemas } from './subschemas.ts'
import { isJsonObject } from '../../src/core/json.ts'

/**
 * The schema as the client gets it, of which the validators are compiled: without annotations, and with titles, since they are
 * labels. A box that must be ticked and the values of a choice are enumerations there: the library fills in constants automatically,
 * which is right for the property that names an alternative only.
 */
export function lowerFormSchema(schema: Json | undefined): Shape {
  return isJsonObject(schema) ? lower(schema) : {}
}

function lower(schema: Record<string, Json>): Record<string, Json> {
  const known = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-') && keyword !== '$schema'),
  )
  const out = mapSubschemas(known, lower)
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = out[keyword]
    if (isChoice(branches)) out[keyword] = branches.map(asEnumeration)
  }
  return out.type === 'boolean' && out.const === true ? asEnumeration(out) : out
}

function asEnumeration({ const: only, ...rest }: Record<string, Json>): Record<string, Json> {
  return only === undefined ? rest : { ...rest, enum: [only] }
}

/**
 * The values of a form in the dialect that expressions are typed by: conditional properties are optional, and values without
 * a single type are unknown.
 */
export function valuesSchema(schema: Json | undefined): Schema {
  return isJsonObject(schema)
    ? valueOf(schema, isJsonObject(schema.definitions) ? schema.definitions : {}, [])
    : { type: 'object', properties: {}, additionalProperties: false }
}

function valueOf(given: Record<string, Json>, definitions: Record<string, Json>, above: readonly string[]): Schema {
  let schema = given
  let names = above
  if (typeof given.$ref === 'string') {
    const name = given.$ref.slice('#/definitions/'.length)
    const target = definitions[name]
    // A definition that contains itself has no finite type.
    if (!isJsonObject(target) || above.includes(name)) return {}
    schema = target
    names = [...above, name]
  }
  const choice = [schema.oneOf, schema.anyOf].find((branches) => isChoice(branches))
  if (isChoice(choice))
    return {
      type: typeof schema.type === 'string' ? schema.type : 'string',
      enum: choice.map((one) => one.const ?? (one.enum as Json[])[0] ?? null),
    }
  if (schema.properties !== undefined || schema.type === 'object') return objectOf(schema, definitions, names)
  if (schema.oneOf !== undefined || schema.anyOf !== undefined) return {}
  if (schema.type === 'array')
    return {
      type: 'array',
      items: isJsonObject(schema.items) ? valueOf(schema.items, definitions, names) : {},
      ...(typeof schema.maxItems === 'number' && { maxItems: schema.maxItems }),
    }
  if (schema.format === 'file') return { type: 'string', format: 'file' }
  const {
    title: _title,
    default: _default,
    allOf: _allOf,
    if: _if,
    then: _then,
    else: _else,
    not: _not,
    ...rest
  } = schema
  return rest
}

function objectOf(schema: Record<string, Json>, definitions: Record<string, Json>, above: readonly string[]): Schema {
  const properties: Record<string, Schema> = {}
  const join = (branch: Json | undefined): void => {
    if (!isJsonObject(branch)) return
    for (const [name, property] of Object.entries(isJsonObject(branch.properties) ? branch.properties : {}))
      if (!Object.hasOwn(properties, name) && isJsonObject(property))
        properties[name] = valueOf(property, definitions, above)
    for (const one of branchesOf(branch)) join(one)
  }
  join(schema)
  const more = schema.additionalProperties
  const known = Object.keys(properties)
  if (known.length === 0 && isJsonObject(more))
    return { type: 'object', additionalProperties: valueOf(more, definitions, above) }
  const required = (Array.isArray(schema.required) ? schema.required : []).filter(
    (name): name is string => typeof name === 'string' && known.includes(name),
  )
  return { type: 'object', properties, required, additionalProperties: false }
}

/** The same during input: every property is optional, and of any length or size. */
export function draftSchema({
  required: _required,
  minLength: _minLength,
  maxLength: _maxLength,
  minimum: _minimum,
  maximum: _maximum,
  minItems: _minItems,
  ...schema
}: Schema): Schema {
  const { properties, items, additionalProperties } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, draftSchema(property)]),
      ),
    }),
    ...(items && { items: draftSchema(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: draftSchema(additionalProperties) }),
  }
}

/** Whether the schema exceeds the limit of schemas with its references expanded. */
export function isFormTooLarge(schema: Json | undefined): boolean {
  const definitions = isJsonObject(schema) && isJsonObject(schema.definitions) ? schema.definitions : {}
  let remaining: number = INPUT_LIMITS.schemas
  const visit = (value: Json | undefined, above: readonly string[]): void => {
    if (remaining < 0 || typeof value !== 'object' || value === null) return
    remaining -= 1
    if (Array.isArray(value)) for (const one of value) visit(one, above)
    else {
      const name = typeof value.$ref === 'string' ? value.$ref.slice('#/definitions/'.length) : undefined
      if (name !== undefined && !above.includes(name) && Object.hasOwn(definitions, name))
        visit(definitions[name], [...above, name])
      for (const one of Object.values(value)) visit(one, above)
    }
  }
  visit(schema, [])
  return remaining < 0
}

/** Schemas whose properties may join an object's own. */
function branchesOf(schema: Record<string, Json>): Json[] {
  const lists = [schema.allOf, schema.oneOf, schema.anyOf].flatMap((all) => (Array.isArray(all) ? all : []))
  return [
    schema.then,
    schema.else,
    ...lists,
    ...Object.values(isJsonObject(schema.dependencies) ? schema.dependencies : {}),
  ].filter((one) => one !== undefined)
}
