import { getDiscriminatorFieldFromSchema, type Registry, type RJSFSchema } from '@rjsf/utils'
import { isChoice } from '../../../language/forms/forms.ts'
import { isObject } from '../../../language/values/json.ts'
import type { Json } from '../../../language/expressions/program.ts'
import type { FormContext } from '../scope.ts'

type Utils = Registry<unknown, RJSFSchema, FormContext>['schemaUtils']

/** Facts that the form knows about the fields of a value. */
export interface FieldFacts {
  /** The user has chosen an alternative of the value at this path. */
  isChosen: (path: string) => boolean
  /** The value at this path is drawn as one box to tick. */
  isCheckbox: (path: string) => boolean
}

/** Nothing is entered in a blank value: it has constants and boxes that are not ticked only. */
interface Part {
  value: unknown
  isBlank: boolean
  /** A blank alternative without a field to fill in, which the user has not chosen. */
  isUnchosen?: boolean
}

export interface Payload {
  data: unknown
  /** The paths in the value that are omitted, and those of boxes that are false: nothing is wrong there. */
  settled: readonly string[]
}

interface Walk {
  utils: Utils
  facts: FieldFacts
  settled: string[]
  /** Of defaults only alternatives that no user has chosen are removed: the rest is still being filled in. */
  isSent: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype

/**
 * A value as it is sent. Properties that its schema lacks for the current data are omitted: those of a condition that is no longer
 * true, or of an alternative that is no longer selected. So are optional values and list items in which nothing is entered. A required
 * box that is not ticked is false. The same object where nothing changes. The library's own `omitExtraData` asks for validators that its
 * compiler does not write.
 */
export function payloadOf(utils: Utils, schema: RJSFSchema, value: unknown, facts: FieldFacts): Payload {
  const settled: string[] = []
  return { data: partOf({ utils, facts, isSent: true, settled }, schema, value, '').value, settled }
}

/** A value with the library's defaults, without the constants of an alternative that no user has chosen. */
export function withoutUnchosen(utils: Utils, schema: RJSFSchema, value: unknown, facts: FieldFacts): unknown {
  return partOf({ utils, facts, isSent: false, settled: [] }, schema, value, '').value
}

function partOf(walk: Walk, schema: RJSFSchema, value: unknown, path: string): Part {
  if (Array.isArray(value)) return listOf(walk, schema, value, path)
  if (isRecord(value)) return objectOf(walk, schema, value, path)
  if (value === null) return { value, isBlank: !admitsNull(walk.utils.retrieveSchema(schema, value)) }
  return { value, isBlank: value === undefined || value === '' }
}

const childPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

function listOf(walk: Walk, rawSchema: RJSFSchema, value: readonly unknown[], path: string): Part {
  const { items, additionalItems, minItems = 0 } = walk.utils.retrieveSchema(rawSchema, value)
  const parts = value.map((item, index): Part => {
    const schema = Array.isArray(items) ? (items[index] ?? additionalItems) : items
    if (typeof schema !== 'object') return { value: item, isBlank: false }
    const part = partOf(walk, schema, item, childPath(path, String(index)))
    return part.isUnchosen && !walk.isSent ? { ...part, value: {} } : part
  })
  const filled = parts.filter(({ isBlank }) => !isBlank)
  // The items of a tuple have positions. A blank item that the minimum asks for is shown as missing.
  const omits = walk.isSent && !Array.isArray(items) && filled.length >= minItems
  const kept = omits ? filled : parts
  if (omits)
    for (const [index, { isBlank }] of parts.entries()) if (isBlank) walk.settled.push(childPath(path, String(index)))
  const isSame = kept.length === value.length && kept.every((part, index) => part.value === value[index])
  return { value: isSame ? value : kept.map((part) => part.value), isBlank: filled.length === 0 }
}

function objectOf(walk: Walk, rawSchema: RJSFSchema, value: Record<string, unknown>, path: string): Part {
  const { utils, facts, isSent } = walk
  const schemas = schemasOf(utils, rawSchema, value)
  const more = schemas.map(({ additionalProperties }) => additionalProperties).find(Boolean)
  const required = new Set(schemas.flatMap((schema) => schema.required ?? []))
  const isChosen = facts.isChosen(path)
  let isBlank = true
  let isChanged = false
  const entries: [string, unknown][] = []
  for (const [name, item] of Object.entries(value)) {
    const owner = schemas.find(({ properties }) => properties && Object.hasOwn(properties, name))
    const property = owner?.properties?.[name] ?? more
    const at = childPath(path, name)
    const part =
      typeof property === 'object' ? partOf(walk, property, item, at) : { value: item, isBlank: item === undefined }
    const isKept = isSent
      ? property !== undefined && isSentProperty(part, required.has(name))
      : !isRemoved(part, required.has(name))
    if (isKept) entries.push([name, part.value])
    else if (property !== undefined && !required.has(name)) walk.settled.push(at)
    isChanged ||= !isKept || part.value !== item
    if (!isKept || part.isBlank) continue
    const isConstant = typeof property === 'object' && property.const !== undefined && !isChosen
    const isUnticked =
      item === false && facts.isCheckbox(at) && !(typeof property === 'object' && property.default === true)
    isBlank &&= isConstant || isUnticked
  }
  if (isSent)
    for (const name of required)
      if (!entries.some(([entry]) => entry === name) && facts.isCheckbox(childPath(path, name))) {
        entries.push([name, false])
        walk.settled.push(childPath(path, name))
        isChanged = true
      }
  return {
    value: isChanged ? Object.fromEntries(entries) : value,
    isBlank,
    ...(schemas.length > 1 && { isUnchosen: isBlank && !schemas.some(hasFields) }),
  }
}

/** A blank value is sent where it is required: then its own fields are shown as missing. */
const isSentProperty = ({ value, isBlank, isUnchosen }: Part, isRequired: boolean): boolean =>
  !isBlank || (isRequired && typeof value === 'object' && value !== null && isUnchosen !== true)

const isRemoved = ({ isBlank, isUnchosen }: Part, isRequired: boolean): boolean =>
  isUnchosen !== undefined && isBlank && (isUnchosen || !isRequired)

/** Whether an object has a property that is entered. */
export const hasFields = ({ properties = {} }: RJSFSchema): boolean =>
  Object.values(properties).some((property) => typeof property === 'object' && property.const === undefined)

function admitsNull({ type, enum: values, const: only, oneOf, anyOf }: RJSFSchema): boolean {
  if (values !== undefined) return values.includes(null)
  if (only !== undefined) return only === null
  const branches = oneOf ?? anyOf
  if (branches !== undefined) return branches.some((branch) => typeof branch === 'object' && admitsNull(branch))
  return type === undefined || (Array.isArray(type) ? type.includes('null') : type === 'null')
}

/** The schema of an object as the data is now, and of the alternatives that it is in. */
function schemasOf(utils: Utils, rawSchema: RJSFSchema, value: unknown): RJSFSchema[] {
  const schema = utils.retrieveSchema(rawSchema, value)
  const chosen = [schema.oneOf, schema.anyOf].flatMap((all) => {
    if (all === undefined || isChoice(all as Json)) return []
    const options = all.map((item) => utils.retrieveSchema(typeof item === 'object' ? item : {}, value))
    const option = options[utils.getClosestMatchingOption(value, options, 0, getDiscriminatorFieldFromSchema(schema))]
    return option ? schemasOf(utils, option, value) : []
  })
  return [schema, ...chosen]
}
