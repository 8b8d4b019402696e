import { mentionSiblings } from '../source/names/siblingMentions.ts'
import type { Json, ParamDef, Screen } from '../../../src/engine/language/expressions/program.ts'
import { members, rangeOf, toJson } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { checkSchema } from '../contract/checkSchema.ts'
import { expectKind, fieldsOf, joinPath, readFields } from './readFields.ts'
import type { Schema } from '../contract/schema.ts'
import type { CompilationUnit } from './compilationUnit.ts'
import type { Declared } from '../contract/declarations.ts'
import { firstProblem } from '../../../src/engine/language/forms/validate.ts'
import { toShape } from '../contract/schema.ts'

const TYPES: readonly ParamDef['type'][] = ['string', 'integer', 'boolean']
const PARAM_FIELDS = fieldsOf([
  { name: 'type', kind: 'string', required: true },
  { name: 'format', kind: 'string' },
  { name: 'x-unit', kind: 'string' },
  { name: 'x-unit-ref', kind: 'string' },
  { name: 'enum', kind: 'array' },
  { name: 'default', kind: 'any' },
  { name: 'required', kind: 'boolean' },
  { name: 'description', kind: 'string' },
])

/** The parameters of a screen's route: what links must give, and what expressions read. */
export function readParams(
  unit: CompilationUnit,
  node: JsonNode | undefined,
): { lowered: Screen['params']; tracked: Map<string, Declared> } {
  const lowered: Screen['params'] = {}
  const tracked = new Map<string, Declared>()
  for (const { name, key, value } of members(node)) {
    const path = joinPath('params', name)
    unit.mention(unit.own('param', name), key, { declares: true })
    mentionSiblings(unit, value, 'param')
    if (!expectKind(unit, value, 'object', path)) continue
    const fields = readFields(unit, value, path, PARAM_FIELDS, 'A parameter')
    const type = TYPES.find((type) => type === fields?.type?.value)
    if (type)
      checkSchema(
        { ...value, children: (value.children ?? []).filter((child) => child.children?.[0]?.value !== 'required') },
        unit.reporter,
        path,
      )
    if (fields?.type && !type)
      unit.emit({ event: 'routeParameterType', types: TYPES }, fields.type, joinPath(path, 'type'))
    const fallback: Json | undefined = fields?.default ? toJson(fields.default) : undefined
    const required = fields?.required?.value === true
    const schema: Schema = type && isSound(value) ? paramSchema(value) : { type: type ?? 'string' }
    if (fields?.default && firstProblem(toShape(schema), fallback))
      unit.emit({ event: 'invalidDefault' }, fields.default, joinPath(path, 'default'))
    const { format, enum: among } = schema
    lowered[name] = {
      type: type ?? 'string',
      ...(format === undefined ? {} : { format }),
      ...(among ? { enum: among } : {}),
      ...(fallback === undefined ? {} : { default: fallback }),
      ...(required ? { required } : {}),
    }
    tracked.set(name, {
      schema: required || fallback !== undefined ? schema : { ...schema, type: [type ?? 'string', 'null'] },
      at: rangeOf(key),
      used: false,
    })
  }
  return { lowered, tracked }
}

/** Keywords have the expected kinds; errors are reported when the screen itself is compiled. */
const isSound = (node: JsonNode): boolean =>
  members(node).every(({ name, value }) => KINDS[name] === undefined || KINDS[name] === value.type)
const KINDS: Readonly<Record<string, JsonNode['type']>> = { type: 'string', format: 'string', enum: 'array' }

function paramSchema(node: JsonNode): Schema {
  const {
    required: _required,
    default: _default,
    description: _description,
    ...schema
  } = toJson(node) as Record<string, Json>
  return schema
}

/** The parameters of a route as the object that a navigation gives. */
export function paramsObject(node: JsonNode | undefined): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const { name, value } of members(node)) {
    if (value.type !== 'object') continue
    properties[name] = isSound(value) ? paramSchema(value) : {}
    if ((toJson(value) as Record<string, Json>).required === true) required.push(name)
  }
  return { type: 'object', properties, required, additionalProperties: false }
}
