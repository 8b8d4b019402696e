import { CODE_DIGITS } from './constants.ts'
import { compare, isDecimal, isHeld, isMultiple } from './decimal.ts'
import { evaluate, Scope, type Env } from './evaluate.ts'
import { callFunction, type FunctionEnv } from './functions.ts'
import type { Expr, FormDef, FormField, Json } from './program.ts'
import { firstProblem } from './validate.ts'

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

/** What is wrong with one value by itself; null when it is fine. An empty value is wrong only where one is required. */
export function checkField(field: FormField, value: unknown, bounds?: Bounds[string]): FieldError | null {
  if (isEmpty(value)) return field.required ? { key: field.kind === 'checkbox' ? 'form.mustAccept' : 'form.required' } : null
  // A file is checked by its editor, and by the server for what it contains.
  if (typeof value === 'object' && !Array.isArray(value) && field.shape.type !== 'object') return null
  const problem = firstProblem(field.shape, value)
  if (problem) return errorOf(field, problem.keyword, problem.limit)
  return bounds ? checkBounds(value, bounds) : null
}

function errorOf(field: FormField, keyword: string, limit: Json): FieldError {
  if (field.kind === 'phone') return { key: 'form.phone' }
  if (field.kind === 'code') return { key: 'form.code', args: { length: CODE_DIGITS } }
  const { minLength, maxLength, format } = field.shape
  switch (keyword) {
    case 'minLength':
    case 'maxLength':
      if (field.kind === 'password' && minLength !== undefined && maxLength !== undefined) return { key: 'form.passwordLength', args: { min: minLength, max: maxLength } }
      return keyword === 'minLength' ? { key: 'form.tooShort', args: { min: limit } } : { key: 'form.tooLong', args: { max: limit } }
    case 'minimum':
      return { key: 'form.minimum', args: { min: limit } }
    case 'maximum':
      return { key: 'form.maximum', args: { max: limit } }
    case 'type':
      return { key: 'form.number' }
    case 'enum':
      return { key: 'form.choose' }
    case 'format':
      if (format === 'email' || format === 'phone' || format === 'date') return { key: `form.${format}` }
      return { key: format === 'decimal' ? 'form.number' : 'form.invalid' }
    default:
      return { key: 'form.invalid' }
  }
}

function checkBounds(value: unknown, { minimum, maximum, step }: NonNullable<Bounds[string]>): FieldError | null {
  if (!isDecimal(value)) return { key: 'form.number' }
  if (isHeld(minimum) && compare(value, minimum) < 0) return { key: 'form.minimum', args: { min: minimum } }
  if (isHeld(maximum) && compare(value, maximum) > 0) return { key: 'form.maximum', args: { max: maximum } }
  if (isHeld(step) && compare(step, '0') > 0 && !isMultiple(value, step)) return { key: 'form.step', args: { step } }
  return null
}

/** The fields each rule reads: a rule speaks only when all of them are filled, so it never scolds for what is still to be typed. */
const reads = new WeakMap<FormDef, readonly (readonly FormField[])[]>()
function fieldsRead(form: FormDef): readonly (readonly FormField[])[] {
  let found = reads.get(form)
  if (!found) {
    found = form.rules.map(({ check }) => {
      const names = namesIn(check, new Set())
      return form.fields.filter((field) => names.has(field.name))
    })
    reads.set(form, found)
  }
  return found
}

function namesIn(expr: Expr, into: Set<string>): Set<string> {
  if (typeof expr !== 'object' || expr === null) return into
  if (expr[0] === 'v' && typeof expr[1] === 'string') into.add(expr[1])
  else for (const part of expr) namesIn(part, into)
  return into
}

/** Everything that is wrong with the values, by field: first each field by itself, then the rules between fields. The server runs the same. */
export function checkForm(form: FormDef, values: Values, bounds: Bounds = {}): ReadonlyMap<string, FieldError> {
  const errors = new Map<string, FieldError>()
  for (const field of form.fields) {
    const error = checkField(field, own(values, field.name), own(bounds, field.name) as Bounds[string])
    if (error) errors.set(field.name, error)
  }
  return checkRules(form, (name) => own(values, name), errors)
}

/** The rules between fields alone, added to what is wrong with the fields by themselves. */
export function checkRules(form: FormDef, valueOf: (field: string) => unknown, fields: ReadonlyMap<string, FieldError>): ReadonlyMap<string, FieldError> {
  let errors = fields
  const read = fieldsRead(form)
  for (const [i, rule] of form.rules.entries()) {
    if (errors.has(rule.field)) continue
    let scope: Scope | null = null
    let speaks = true
    for (const { name, kind } of read[i] ?? []) {
      const value = valueOf(name)
      speaks &&= !errors.has(name) && (kind === 'checkbox' || !isEmpty(value))
      if (!speaks) break
      scope = new Scope(name, value ?? null, scope)
    }
    if (speaks && evaluate(rule.check, scope, RULE_ENV) === false) errors = new Map(errors).set(rule.field, { key: rule.message })
  }
  return errors
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
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
