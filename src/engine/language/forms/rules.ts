import { CODE_DIGITS } from '../constants.ts'
import { compare, isDecimal, isInternalDecimal, isMultiple } from '../values/decimal.ts'
import { evaluate, Scope, type Env } from '../expressions/evaluate.ts'
import { propertyNames } from './forms.ts'
import type { Decimal } from '../values/units.ts'
import { callFunction } from '../expressions/functions.ts'
import type { FunctionEnv } from '../expressions/functionEnv.ts'
import type { Expr, FormDef, FormRule, Shape } from '../expressions/program.ts'
import { operationsOf } from '../expressions/visit.ts'

/** The error of a field: the key of its text, and the arguments. */
export interface FieldError {
  key: string
  args?: Record<string, unknown>
}

export type Values = Readonly<Record<string, unknown>>

/** Limits known only to the server, by field: decimal strings. */
export type Bounds = Readonly<
  Record<string, { minimum?: string | null; maximum?: string | null; step?: string | null } | undefined>
>

/** Nothing typed yet, or an unticked box. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}

/** An error of ajv, as compiled validators report it: only `instancePath` of JSON Pointer, `keyword` and `params` are read. */
export interface SchemaError {
  instancePath: string
  schemaPath: string
  keyword: string
  params: Readonly<Record<string, unknown>>
}

/** Path of a value within a form: "amount", "address.city", "rows.0.name". */
const pathOf = (pointer: string): string =>
  pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

const childPath = (path: string, name: unknown): string => (path === '' ? String(name) : `${path}.${String(name)}`)

/** Path at which an error is shown. An error of a missing property is shown at the path of that property. */
function errorPath({ instancePath, keyword, params }: SchemaError): string {
  const path = instancePath === '' ? '' : pathOf(instancePath)
  if (keyword === 'required' || keyword === 'dependencies') return childPath(path, params.missingProperty)
  return keyword === 'additionalProperties' ? childPath(path, params.additionalProperty) : path
}

/** Keywords that fail because of an inner error. */
const SUMMARY_KEYWORDS = new Set(['if', 'oneOf', 'anyOf', 'allOf', 'not'])

/**
 * The first error of each path. Of the branches of a `oneOf` or `anyOf` only that with the fewest errors is reported: the
 * others are not the user's choice. `fieldAt` returns the schema and the widget of a path; `schema`,
 * the root schema, distinguishes branches that are references.
 */
export function errorsByPath(
  errors: readonly SchemaError[],
  fieldAt: (path: string) => FieldInfo | undefined,
  schema?: Shape,
): Map<string, FieldError> {
  const byPath = new Map<string, FieldError>()
  const inner = new Set<string>()
  const reported = withoutOtherBranches(errors, schema === undefined ? NO_REFERENCES : referencesOf(schema))
  for (const error of reported) {
    if (SUMMARY_KEYWORDS.has(error.keyword)) continue
    const path = errorPath(error)
    inner.add(path)
    if (!byPath.has(path)) byPath.set(path, messageOf(error, fieldAt(path)))
  }
  for (const error of reported) {
    const path = errorPath(error)
    // The inner error is more specific.
    if (
      SUMMARY_KEYWORDS.has(error.keyword) &&
      error.keyword !== 'if' &&
      ![...inner].some((item) => path === '' || item === path || item.startsWith(`${path}.`))
    )
      byPath.set(path, { key: 'form.invalid' })
  }
  return byPath
}

/** Steps of a schema path that choose a branch. */
const BRANCH = /(?<=\/(?:oneOf|anyOf))\/(\d+)(?=\/)/g
/** Steps of a schema path that lead into a value. */
const INWARD = /(?:^|\/)(?:properties\/[^/]+|items(?:\/\d+)?|additionalProperties(?=\/))/g
/** The error of a property whose single value names the branch: the user has chosen another branch. */
const DISCRIMINATOR = /^\/properties\/[^/]+\/(?:const|enum)$/
const OTHER_BRANCH_DISTANCE = 1_000

interface Choice {
  /** One for each value that is matched against the alternatives. */
  key: string
  branch: string
  /** The error's part of the distance between the branch and the value. */
  distance: number
}

/** The choices that contain an error, from the outermost to the innermost. */
function choicesOf({ schemaPath, instancePath, keyword, params }: SchemaError, references: References): Choice[] {
  const steps = instancePath.split('/')
  const choice = (where: string, branch: string, rest: string): Choice => {
    const instance = steps.slice(0, Math.max(1, steps.length - (rest.match(INWARD)?.length ?? 0))).join('/')
    // A box that must be ticked is an enumeration of true: unticked, it is not another branch.
    const { allowedValues } = params
    const isDiscriminator =
      DISCRIMINATOR.test(rest) &&
      (keyword === 'const' || (Array.isArray(allowedValues) && allowedValues.length === 1 && allowedValues[0] !== true))
    return {
      key: `${where} ${instance}`,
      branch,
      distance: SUMMARY_KEYWORDS.has(keyword) ? 0 : isDiscriminator ? OTHER_BRANCH_DISTANCE : 1,
    }
  }
  const within = [...schemaPath.matchAll(BRANCH)].map(({ index, 0: { length }, 1: branch = '' }) =>
    choice(schemaPath.slice(0, index), branch, schemaPath.slice(index + length)),
  )
  // The schema path of ajv starts again at a definition.
  const [, name = '', rest = ''] = /^#\/definitions\/([^/]+)(.*)$/.exec(schemaPath) ?? []
  return [...(references.get(name) ?? []).map(({ where, branch }) => choice(where, branch, rest)), ...within]
}

/** The branches that are a reference to a definition, by its name. */
type References = ReadonlyMap<string, readonly { where: string; branch: string }[]>
const NO_REFERENCES: References = new Map()
const referencesCache = new WeakMap<Shape, References>()

function referencesOf(schema: Shape): References {
  let cached = referencesCache.get(schema)
  if (!cached) {
    const references = new Map<string, { where: string; branch: string }[]>()
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [step, item] of Object.entries(value)) {
        const reference =
          BRANCHES.test(path) && typeof item === 'object' && item !== null ? (item as Shape).$ref : undefined
        if (typeof reference === 'string') {
          const name = reference.slice('#/definitions/'.length)
          references.set(name, [...(references.get(name) ?? []), { where: path, branch: step }])
        }
        visit(item, `${path}/${step}`)
      }
    }
    visit(schema, '#')
    referencesCache.set(schema, (cached = references))
  }
  return cached
}
const BRANCHES = /\/(?:oneOf|anyOf)$/

function withoutOtherBranches(errors: readonly SchemaError[], references: References): readonly SchemaError[] {
  let remaining = errors.map((error) => ({ error, choices: choicesOf(error, references) }))
  // Inner alternatives are settled first: of these only the errors of the nearest branch count.
  for (let depth = Math.max(0, ...remaining.map(({ choices }) => choices.length)) - 1; depth >= 0; depth -= 1) {
    const distances = new Map<string, Map<string, number>>()
    for (const { choices } of remaining) {
      const choice = choices[depth]
      if (!choice) continue
      const branches = distances.get(choice.key) ?? new Map<string, number>()
      distances.set(choice.key, branches.set(choice.branch, (branches.get(choice.branch) ?? 0) + choice.distance))
    }
    const nearest = new Map(
      [...distances].map(([key, branches]) => [
        key,
        [...branches].reduce((least, branch) => (branch[1] < least[1] ? branch : least))[0],
      ]),
    )
    remaining = remaining.filter(({ choices }) => {
      const choice = choices[depth]
      return !choice || nearest.get(choice.key) === choice.branch
    })
  }
  return remaining.map(({ error }) => error)
}

/** The schema and widget of a path, for its messages. */
export interface FieldInfo {
  schema: Shape
  widget: string | null
}

function messageOf({ keyword, params }: SchemaError, field: FieldInfo | undefined): FieldError {
  const { schema = {}, widget } = field ?? {}
  const { limit } = params
  switch (keyword) {
    case 'required':
    case 'dependencies':
      return { key: widget === 'checkbox' ? 'form.mustAccept' : 'form.required' }
    case 'minLength':
    case 'maxLength':
      if (schema.format === 'code') break
      if (widget === 'password' && schema.minLength !== undefined && schema.maxLength !== undefined)
        return { key: 'form.passwordLength', args: { min: schema.minLength, max: schema.maxLength } }
      return keyword === 'minLength'
        ? { key: 'form.tooShort', args: { min: limit } }
        : { key: 'form.tooLong', args: { max: limit } }
    case 'minimum':
    case 'exclusiveMinimum':
      return { key: 'form.minimum', args: { min: limit } }
    case 'maximum':
    case 'exclusiveMaximum':
      return { key: 'form.maximum', args: { max: limit } }
    case 'minItems':
      return { key: 'form.minItems', args: { count: limit } }
    case 'maxItems':
      return { key: 'form.maxItems', args: { count: limit } }
    case 'uniqueItems':
      return { key: 'form.uniqueItems' }
    case 'multipleOf':
      return { key: 'form.step', args: { step: String(params.multipleOf) } }
    case 'type':
      return { key: typeMessage(params.type) }
    case 'enum':
    case 'const':
      return { key: widget === 'checkbox' ? 'form.mustAccept' : 'form.choose' }
    case 'format':
      return formatMessage(String(params.format), widget)
    default:
  }
  return typeof schema.format === 'string' ? formatMessage(schema.format, widget) : { key: 'form.invalid' }
}

/** An item just added to a list has no value yet: only a typed number can have the wrong type. */
function typeMessage(expected: unknown): string {
  const types: readonly unknown[] = Array.isArray(expected) ? expected : [expected]
  if (types.includes('number') || types.includes('integer')) return 'form.number'
  return types.includes('string') || types.includes('boolean') ? 'form.required' : 'form.invalid'
}

function formatMessage(format: string, widget: string | null | undefined): FieldError {
  // A payment password has the format of a code, but is not one.
  if (format === 'code' && widget !== 'password') return { key: 'form.code', args: { length: CODE_DIGITS } }
  if (format === 'email' || format === 'phone' || format === 'date') return { key: `form.${format}` }
  return { key: format === 'decimal' ? 'form.number' : 'form.invalid' }
}

/** The bound that a value breaks; null where none, and for an empty value. */
export function checkBounds(
  value: unknown,
  { minimum, maximum, step }: NonNullable<Bounds[string]>,
): FieldError | null {
  if (isEmpty(value)) return null
  if (typeof value === 'number')
    return checkBounds(String(value), { minimum: minimum ?? null, maximum: maximum ?? null, step: step ?? null })
  if (!isDecimal(value)) return { key: 'form.number' }
  if (isInternalDecimal(minimum) && compare(value, minimum) < 0) return { key: 'form.minimum', args: { min: minimum } }
  if (isInternalDecimal(maximum) && compare(value, maximum) > 0) return aboveMaximum(maximum, minimum)
  if (isInternalDecimal(step) && compare(step, '0') > 0 && !isMultiple(value, step))
    return { key: 'form.step', args: { step } }
  return null
}

/** Messages of a value above its maximum. */
const ABOVE_MAXIMUM = { some: 'form.maximum', tooLittle: 'form.tooLittle', nothing: 'form.nothing' } as const
const ABOVE_MAXIMUM_KEYS: ReadonlySet<string> = new Set(Object.values(ABOVE_MAXIMUM))

/** Whether the value is above its maximum: another digit corrects every other error, but not this one. */
export const isAboveMaximum = (error: FieldError | null): boolean => error !== null && ABOVE_MAXIMUM_KEYS.has(error.key)

/** A maximum of nothing, or below the minimum, is no amount to suggest. */
function aboveMaximum(maximum: Decimal, minimum: unknown): FieldError {
  if (isInternalDecimal(minimum) && compare(maximum, minimum) < 0)
    return { key: ABOVE_MAXIMUM.tooLittle, args: { min: minimum } }
  return compare(maximum, '0') > 0
    ? { key: ABOVE_MAXIMUM.some, args: { max: maximum } }
    : { key: ABOVE_MAXIMUM.nothing }
}

/** The top-level properties that an expression of a rule reads. */
export const namesIn = (expr: Expr): Set<string> =>
  new Set(operationsOf(expr).flatMap((operation) => (operation[0] === 'v' ? [operation[1]] : [])))

/** The properties that each rule reads, including conditional ones. */
const propertiesReadCache = new WeakMap<FormRule, readonly string[]>()
function propertiesReadBy(rule: FormRule, schema: Shape): readonly string[] {
  let names = propertiesReadCache.get(rule)
  if (!names) {
    const known = propertyNames(schema)
    propertiesReadCache.set(rule, (names = [...namesIn(rule.check)].filter((name) => known.has(name))))
  }
  return names
}

/**
 * Adds the errors of the rules between fields. A rule reports only when every property that it reads is filled and
 * has no error, nor anything within it: a value not yet typed is not wrong. The server evaluates the same rules.
 */
export function checkRules(
  { schema, rules }: Pick<FormDef, 'schema' | 'rules'>,
  valueOf: (property: string) => unknown,
  errors: ReadonlyMap<string, FieldError>,
): ReadonlyMap<string, FieldError> {
  let result = errors
  const properties = (schema.properties ?? {}) as Record<string, Shape>
  const isWrong = (name: string): boolean =>
    [...result.keys()].some((path) => path === name || path.startsWith(`${name}.`))
  for (const rule of rules) {
    if (result.has(rule.field)) continue
    let scope: Scope | null = null
    let applies = true
    for (const name of propertiesReadBy(rule, schema)) {
      const value = valueOf(name)
      const isBoolean = typeof value === 'boolean' || properties[name]?.type === 'boolean'
      applies &&= (isBoolean || !isEmpty(value)) && !isWrong(name)
      if (!applies) break
      scope = new Scope(name, value ?? (isBoolean ? false : null), scope)
    }
    if (applies && evaluate(rule.check, scope, RULE_ENV) === false)
      result = new Map(result).set(rule.field, { key: rule.message })
  }
  return result
}

/** Rules see only the form's values and pure functions, so their result is the same in every environment. */
const unavailable = (): never => {
  throw new Error('A rule of a form reads its values only.')
}
const PURE_FUNCTIONS_ENV: FunctionEnv = {
  text: unavailable,
  live: unavailable,
  format: {
    money: unavailable,
    price: unavailable,
    percent: unavailable,
    quantity: unavailable,
    number: unavailable,
    compact: unavailable,
    dateTime: unavailable,
    date: unavailable,
    time: unavailable,
    ago: unavailable,
    startOfDay: unavailable,
    endOfDay: unavailable,
    country: unavailable,
    language: unavailable,
  },
}
const RULE_ENV: Env = {
  read: unavailable,
  text: unavailable,
  call: (name, args) => callFunction(name, args, PURE_FUNCTIONS_ENV),
}
