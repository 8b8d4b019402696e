import { getDiscriminatorFieldFromSchema, type Registry, type RJSFSchema } from '@rjsf/utils'
import { isChoice } from '../../../core/forms.ts'
import type { Json } from '../../../core/program.ts'
import type { FormContext } from '../scope.ts'
import { isObject } from '../../../core/json.ts'

type Utils = Registry<unknown, RJSFSchema, FormContext>['schemaUtils']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype

/**
 * A value without the properties that its schema lacks for the current data: those of a condition that is no longer true, or
 * of an alternative that is no longer selected. The library's own `omitExtraData` asks for validators that its compiler does not write.
 */
export function omitExtraData(utils: Utils, rawSchema: RJSFSchema, value: unknown): unknown {
  if (Array.isArray(value)) return items(utils, utils.retrieveSchema(rawSchema, value), value)
  if (!isRecord(value)) return value
  const schemas = schemasOf(utils, rawSchema, value)
  const isOpen = schemas.some(({ additionalProperties: more }) => more === true || typeof more === 'object')
  let isChanged = false
  const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    const owner = schemas.find(({ properties }) => properties && Object.hasOwn(properties, name))
    const property = owner?.properties?.[name]
    if (property === undefined) {
      isChanged ||= !isOpen
      return isOpen ? [[name, one]] : []
    }
    const next = typeof property === 'object' ? omitExtraData(utils, property, one) : one
    isChanged ||= next !== one
    return [[name, next]]
  })
  return isChanged ? Object.fromEntries(entries) : value
}

function items(
  utils: Utils,
  { items: itemSchemas, additionalItems }: RJSFSchema,
  value: readonly unknown[],
): readonly unknown[] {
  const next = value.map((one, index) => {
    const schema = Array.isArray(itemSchemas) ? (itemSchemas[index] ?? additionalItems) : itemSchemas
    return typeof schema === 'object' ? omitExtraData(utils, schema, one) : one
  })
  return next.some((one, index) => one !== value[index]) ? next : value
}

/** The schema of an object as the data is now, and of the alternatives that it is in. */
function schemasOf(utils: Utils, rawSchema: RJSFSchema, value: unknown): RJSFSchema[] {
  const schema = utils.retrieveSchema(rawSchema, value)
  const chosen = [schema.oneOf, schema.anyOf].flatMap((all) => {
    if (all === undefined || isChoice(all as Json)) return []
    const options = all.map((one) => utils.retrieveSchema(typeof one === 'object' ? one : {}, value))
    const option = options[utils.getClosestMatchingOption(value, options, 0, getDiscriminatorFieldFromSchema(schema))]
    return option ? schemasOf(utils, option, value) : []
  })
  return [schema, ...chosen]
}
