import { CODE_DIGITS } from './constants.ts'
import { compare, isDecimal, isHeld, isMultiple } from './decimal.ts'
import { evaluate, Scope, type Env } from './evaluate.ts'
import { callFunction, type FunctionEnv } from './functions.ts'
import type { Expr, FormDef, FormRule, Shape } from './program.ts'

/** What is wrong with a field: the key of the text that says it, and its arguments. */
export interface FieldError {
  key: string
  args?: Record<string, unknown>
}

export type Values = Readonly<Record<string, unknown>>

/** Limits known only to the server, by field: decimal strings. */
export type Bounds = Readonly<Record<string, { minimum?: string | null; maximum?: string | null; step?: string | null } | undefined>>

/** Nothing typed yet, or unchecked. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
}

/** An error of ajv, as compiled validators report it: only `instancePath` of JSON Pointer, `keyword` and `params` are read. */
export interface SchemaError {
  instancePath: string
  schemaPath: string
  keyword: string
  params: Readonly<Record<string, unknown>>
}

/** Path of a value within a form: "amount", "address.city", "rows.0.name". */
const pathOf = (pointer: string): string => pointer.slice(1).split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).join('.')

const joined = (path: string, name: unknown): string => (path === '' ? String(name) : `${path}.${String(name)}`)

/** The path at which an error is shown: a missing property has it at its own place. */
function placeOf({ instancePath, keyword, params }: SchemaError): string {
  const path = instancePath === '' ? '' : pathOf(instancePath)
  if (keyword === 'required' || keyword === 'dependencies') return joined(path, params.missingProperty)
  return keyword === 'additionalProperties' ? joined(path, params.additionalProperty) : path
}

/** Keywords that fail because something within them does. */
const SUMMARIES = new Set(['if', 'oneOf', 'anyOf', 'allOf', 'not'])

/**
 * The first error of each path. Of the branches of a `oneOf` or `anyOf` only that with the fewest errors is reported: the
 * others are not what the user is filling in. `fieldAt` gives the schema and the widget that a path is drawn with.
 */
export function errorsByPath(errors: readonly SchemaError[], fieldAt: (path: string) => FieldInfo | undefined): Map<string, FieldError> {
  const found = new Map<string, FieldError>()
  const inner = new Set<string>()
  const reported = withoutOtherBranches(errors)
  for (const error of reported) {
    if (SUMMARIES.has(error.keyword)) continue
    const path = placeOf(error)
    inner.add(path)
    if (!found.has(path)) found.set(path, messageOf(error, fieldAt(path)))
  }
  for (const error of reported) {
    const path = placeOf(error)
    // What lies within says it better.
    if (SUMMARIES.has(error.keyword) && error.keyword !== 'if' && ![...inner].some((one) => path === '' || one === path || one.startsWith(`${path}.`))) found.set(path, { key: 'form.invalid' })
  }
  return found
}

/** Keywords by which branches differ: one that fails on them is rather another branch than a wrong value. */
const TELLS_APART = new Set(['const', 'enum'])
const OTHER_BRANCH = 1_000

const BRANCH = /^(.*?\/(?:oneOf|anyOf))\/(\d+)\/(.*)$/
/** Steps of a schema path that lead into a value. */
const INWARD = /(?:^|\/)(?:properties\/[^/]+|items(?:\/\d+)?|additionalProperties(?=\/))/g

/** The choice that an error lies in, one for each value that is matched against it, and the branch. */
function choiceOf({ schemaPath, instancePath }: SchemaError): { choice: string; branch: string } | null {
  const [, keyword, branch, rest] = BRANCH.exec(schemaPath) ?? []
  if (keyword === undefined || branch === undefined || rest === undefined) return null
  const steps = instancePath.split('/')
  return { choice: `${keyword} ${steps.slice(0, Math.max(1, steps.length - (rest.match(INWARD)?.length ?? 0))).join('/')}`, branch }
}

function withoutOtherBranches(errors: readonly SchemaError[]): readonly SchemaError[] {
  const counts = new Map<string, Map<string, number>>()
  for (const error of errors) {
    const at = choiceOf(error)
    if (!at) continue
    const branches = counts.get(at.choice) ?? new Map<string, number>()
    counts.set(at.choice, branches.set(at.branch, (branches.get(at.branch) ?? 0) + (TELLS_APART.has(error.keyword) ? OTHER_BRANCH : 1)))
  }
  if (counts.size === 0) return errors
  const best = new Map([...counts].map(([choice, branches]) => [choice, [...branches].reduce((least, one) => (one[1] < least[1] ? one : least))[0]]))
  return errors.filter((error) => {
    const at = choiceOf(error)
    return !at || best.get(at.choice) === at.branch
  })
}

/** How a path is drawn, as far as its messages need it. */
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
      if (widget === 'password' && schema.minLength !== undefined && schema.maxLength !== undefined) return { key: 'form.passwordLength', args: { min: schema.minLength, max: schema.maxLength } }
      return keyword === 'minLength' ? { key: 'form.tooShort', args: { min: limit } } : { key: 'form.tooLong', args: { max: limit } }
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
      // What is emptied in a list is null.
      return { key: params.type === 'number' || params.type === 'integer' ? 'form.number' : 'form.required' }
    case 'enum':
    case 'const':
      return { key: widget === 'checkbox' ? 'form.mustAccept' : 'form.choose' }
    case 'format':
      return formatMessage(String(params.format))
    default:
  }
  return schema.format === undefined ? { key: 'form.invalid' } : formatMessage(String(schema.format))
}

function formatMessage(format: string): FieldError {
  if (format === 'code') return { key: 'form.code', args: { length: CODE_DIGITS } }
  if (format === 'email' || format === 'phone' || format === 'date') return { key: `form.${format}` }
  return { key: format === 'decimal' ? 'form.number' : 'form.invalid' }
}

/** What of the bounds a value breaks; null where none, and for an empty value. */
export function checkBounds(value: unknown, { minimum, maximum, step }: NonNullable<Bounds[string]>): FieldError | null {
  if (isEmpty(value)) return null
  if (typeof value === 'number') return checkBounds(String(value), { minimum: minimum ?? null, maximum: maximum ?? null, step: step ?? null })
  if (!isDecimal(value)) return { key: 'form.number' }
  if (isHeld(minimum) && compare(value, minimum) < 0) return { key: 'form.minimum', args: { min: minimum } }
  if (isHeld(maximum) && compare(value, maximum) > 0) return { key: 'form.maximum', args: { max: maximum } }
  if (isHeld(step) && compare(step, '0') > 0 && !isMultiple(value, step)) return { key: 'form.step', args: { step } }
  return null
}

/** The top-level properties that an expression of a rule reads. */
export function namesIn(expr: Expr, into: Set<string> = new Set()): Set<string> {
  if (typeof expr !== 'object' || expr === null) return into
  if (expr[0] === 'v' && typeof expr[1] === 'string') into.add(expr[1])
  else for (const part of expr) namesIn(part, into)
  return into
}

/** A rule reports only when every property that it reads is filled and without an error: nothing is wrong with what is still to be typed. */
const reads = new WeakMap<FormRule, readonly string[]>()
function readBy(rule: FormRule, properties: Readonly<Record<string, unknown>>): readonly string[] {
  let names = reads.get(rule)
  if (!names) reads.set(rule, (names = [...namesIn(rule.check)].filter((name) => Object.hasOwn(properties, name))))
  return names
}

/** The errors with those of the rules between fields added. The server evaluates the same rules. */
export function checkRules({ schema, rules }: Pick<FormDef, 'schema' | 'rules'>, valueOf: (property: string) => unknown, errors: ReadonlyMap<string, FieldError>): ReadonlyMap<string, FieldError> {
  let found = errors
  const properties = (schema.properties ?? {}) as Record<string, Shape>
  for (const rule of rules) {
    if (found.has(rule.field)) continue
    let scope: Scope | null = null
    let applies = true
    for (const name of readBy(rule, properties)) {
      const value = valueOf(name)
      applies &&= !found.has(name) && (properties[name]?.type === 'boolean' || !isEmpty(value))
      if (!applies) break
      scope = new Scope(name, value ?? null, scope)
    }
    if (applies && evaluate(rule.check, scope, RULE_ENV) === false) found = new Map(found).set(rule.field, { key: rule.message })
  }
  return found
}

/** Rules see the form's values and pure functions, and nothing of the world: so they mean the same everywhere. */
const nowhere = (): never => {
  throw new Error('A rule of a form reads its values only.')
}
const PURE: FunctionEnv = {
  text: nowhere,
  quote: nowhere,
  format: { money: nowhere, price: nowhere, percent: nowhere, quantity: nowhere, number: nowhere, dateTime: nowhere, date: nowhere, ago: nowhere, country: nowhere, language: nowhere },
}
const RULE_ENV: Env = { read: nowhere, text: nowhere, call: (name, args) => callFunction(name, args, PURE) }
