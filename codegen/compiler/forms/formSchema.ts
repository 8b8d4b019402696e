import type { Json, Shape } from '../../../src/engine/language/expressions/program.ts'
import { isChoice, uiOptions } from '../../../src/engine/language/forms/forms.ts'
import { INPUT_LIMITS } from '../source/limits.ts'
import type { Schema } from '../contract/schema.ts'
import { DATA_KEYWORDS, MAP_KEYWORDS, mapSubschemas, subschemasOf } from '../contract/subschemas.ts'
import { isJsonObject } from '../../../src/engine/language/values/json.ts'

/**
 * The schema as the client gets it, of which the validators are compiled: without annotations, and with titles, since they are
 * labels. The library fills in constants automatically. Constants there are the discriminators of alternatives, and those of fields that
 * cannot be edited. Every other constant is an enumeration of one value, which the user chooses.
 */
export function lowerFormSchema(schema: Json | undefined, uiSchema?: Json): Shape {
  return isJsonObject(schema) ? lower(schema, uiSchema, discriminatorsOf(schema)) : {}
}

/** The properties of alternatives that are discriminators, by the schema of the alternative. */
type Discriminators = ReadonlyMap<Json, ReadonlySet<string>>

/** A discriminator is a constant in each alternative that is an object, with another value in each. */
function discriminatorsOf(root: Record<string, Json>): Discriminators {
  const definitions = isJsonObject(root.definitions) ? root.definitions : {}
  const discriminators = new Map<Json, ReadonlySet<string>>()
  const note = (branches: Json | undefined): void => {
    if (!Array.isArray(branches) || isChoice(branches)) return
    const objects = branches.flatMap((branch) => {
      const name = isJsonObject(branch) && typeof branch.$ref === 'string' ? branch.$ref : ''
      const target = name === '' ? branch : definitions[name.slice('#/definitions/'.length)]
      return isJsonObject(target) && isJsonObject(target.properties) ? [{ target, of: target.properties }] : []
    })
    const names = Object.keys(objects[0]?.of ?? {}).filter((name) => {
      const constants = objects.map(({ of }) => constantOf(of[name])[0])
      // Of one object alone, true is a box that must be ticked.
      return (
        constants.every((constant) => constant !== undefined) &&
        new Set(constants.map((constant) => JSON.stringify(constant))).size === constants.length &&
        !(constants.length === 1 && constants[0] === true)
      )
    })
    for (const { target } of objects)
      discriminators.set(target, new Set([...(discriminators.get(target) ?? []), ...names]))
  }
  const search = (schema: Record<string, Json>, isCondition: boolean): void => {
    // Of a condition of "dependencies" the data selects the branch, not the user.
    if (!isCondition) for (const branches of [schema.oneOf, schema.anyOf]) note(branches)
    for (const [keyword, subschema] of subschemasOf(schema)) search(subschema, keyword === 'dependencies')
  }
  search(root, false)
  return discriminators
}

/** The single value of a schema in a list; an empty list: it has none. */
function constantOf(schema: Json | undefined): readonly Json[] {
  if (!isJsonObject(schema)) return []
  if (schema.const !== undefined) return [schema.const]
  return Array.isArray(schema.enum) && schema.enum.length === 1 ? schema.enum : []
}

/** Keywords whose schemas only test a value. */
const TESTS: ReadonlySet<string> = new Set(['if', 'not'])

function lower(
  schema: Record<string, Json>,
  uiSchema: Json | undefined,
  discriminators: Discriminators,
  isDiscriminator = false,
): Record<string, Json> {
  const ui = isJsonObject(uiSchema) ? uiSchema : {}
  const inner = (json: Json, of: Json | undefined, isNamed = false): Json =>
    isJsonObject(json) ? lower(json, of, discriminators, isNamed) : json
  const out: Record<string, Json> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith('x-') || keyword === '$schema') continue
    if (DATA_KEYWORDS.has(keyword) || TESTS.has(keyword))
      out[keyword] = TESTS.has(keyword) && isJsonObject(value) ? withoutAnnotations(value) : value
    else if (Array.isArray(value)) {
      const own = ui[keyword]
      out[keyword] = value.map((item, index) =>
        inner(item, keyword === 'items' ? own : ((Array.isArray(own) ? own[index] : undefined) ?? ui)),
      )
    } else if (keyword === 'properties' && isJsonObject(value)) {
      const named = discriminators.get(schema)
      out[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, inner(item, ui[name], named?.has(name))]),
      )
    } else if (MAP_KEYWORDS.has(keyword) && isJsonObject(value))
      out[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, inner(item, keyword === 'dependencies' ? ui : undefined)]),
      )
    else out[keyword] = inner(value, keyword === 'then' || keyword === 'else' ? ui : ui[keyword])
  }
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = out[keyword]
    if (isChoice(branches)) out[keyword] = branches.map(asEnumeration)
  }
  const [constant] = constantOf(schema)
  if (isDiscriminator && constant !== undefined) {
    const { enum: _values, ...rest } = out
    return { ...rest, const: constant }
  }
  return out.const === undefined || isFixed(out, ui) ? out : asEnumeration(out)
}
const withoutAnnotations = (schema: Record<string, Json>): Record<string, Json> =>
  mapSubschemas(
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-'))),
    withoutAnnotations,
  )

/** Whether a constant is that of a field that cannot be edited; nobody's consent is one. */
function isFixed(schema: Record<string, Json>, ui: Record<string, Json>): boolean {
  const { readonly, disabled, widget } = uiOptions(ui)
  return (
    schema.const !== true && (schema.readOnly === true || readonly === true || disabled === true || widget === 'hidden')
  )
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
      enum: choice.map((shape) => shape.const ?? (shape.enum as Json[])[0] ?? null),
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
    for (const item of branchesOf(branch)) join(item)
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
    if (Array.isArray(value)) for (const item of value) visit(item, above)
    else {
      const name = typeof value.$ref === 'string' ? value.$ref.slice('#/definitions/'.length) : undefined
      if (name !== undefined && !above.includes(name) && Object.hasOwn(definitions, name))
        visit(definitions[name], [...above, name])
      for (const item of Object.values(value)) visit(item, above)
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
  ].filter((item) => item !== undefined)
}
