import type { Operator } from '../../generated/operator.ts'
import { operator } from '../../generated/validators/operator.js'
import { plugin } from '../../product/plugin.ts'
import { isObject } from '../../engine/language/values/json.ts'

export type Config = Operator

type Fields = Record<string, unknown>

/** The configured fields over the shipped ones, objects field by field; fields that the product does not have are dropped. */
function mergeTyped(shipped: Fields, configured: unknown): Fields {
  const fields = isObject(configured) ? configured : {}
  return Object.fromEntries(
    Object.entries(shipped).map(([name, value]) => [
      name,
      isObject(value) ? mergeTyped(value, fields[name]) : Object.hasOwn(fields, name) ? fields[name] : value,
    ]),
  )
}

const count = (fields: Fields): number =>
  Object.values(fields).reduce<number>((sum, value) => sum + (isObject(value) ? count(value) : 1), 0)

/** Puts the shipped value at the field that a JSON Pointer leads to or through. */
function restore(config: Fields, shipped: Fields, [name = '', ...rest]: readonly string[]): void {
  const [field, value] = [config[name], shipped[name]]
  if (isObject(field) && isObject(value) && rest.length > 0) restore(field, value, rest)
  else config[name] = value
}

/** A field that is missing or invalid has its shipped value: an operator's slip must not shut everybody out. */
export function readConfig(configured: unknown): Config {
  const shipped: Fields = { ...plugin.config }
  const config = mergeTyped(shipped, configured)
  // Each failure restores one field.
  for (let attempts = count(shipped); attempts >= 0; attempts--) {
    if (operator(config)) return config
    restore(config, shipped, operator.errors?.[0]?.instancePath.split('/').slice(1) ?? [])
  }
  return plugin.config
}
