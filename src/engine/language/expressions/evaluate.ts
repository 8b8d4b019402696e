import { add, asDecimal, compare, DecimalError, div, mul, neg, sub } from '../values/decimal.ts'
import type { Decimal } from '../values/units.ts'
import type { Expr, Macro, Operation, Root } from './program.ts'
import { isOperation } from './visit.ts'

/**
 * One name in an expression's scope, linked to the enclosing names. Names are compared, never used as object keys,
 * so no name can reach a prototype. With `lazy` the value is an expression, evaluated where it is read
 * and in the scope of its definition: a part's parameter re-renders only the nodes that read it.
 */
export class Scope {
  constructor(
    readonly name: string,
    readonly value: unknown,
    readonly parent: Scope | null,
    readonly lazy: boolean = false,
    readonly definitionScope: Scope | null = null,
  ) {}
}

export interface Env {
  read(root: Root, name: string): unknown
  text(key: string, args?: Record<string, unknown>): string
  call(name: string, args: unknown[]): unknown
}

export class ExpressionError extends Error {
  override name = 'ExpressionError'
}

/** Maximum operations of one evaluation: stops a filter within a filter over a hostile list, which would freeze the tab. */
export const STEP_LIMIT = 500_000
/** Maximum characters of one text and items of one list that an expression may create: stops a macro that doubles them at each step. */
export const TEXT_LIMIT = 100_000
export const LIST_LIMIT = 100_000

let stepsLeft = STEP_LIMIT
let evaluationDepth = 0

/** The value of `expr`; absent values are null. Throws ExpressionError when a value lacks the compiler's expected type. */
export function evaluate(expr: Expr, scope: Scope | null, env: Env): unknown {
  if (!isOperation(expr)) return expr
  if (evaluationDepth === 0) stepsLeft = STEP_LIMIT
  evaluationDepth += 1
  try {
    return evaluateOperation(expr, scope, env)
  } finally {
    evaluationDepth -= 1
  }
}

function evaluateOperand(expr: Expr | undefined, scope: Scope | null, env: Env): unknown {
  return isOperation(expr) ? evaluateOperation(expr, scope, env) : expr
}

function evaluateOperation(expr: Operation, scope: Scope | null, env: Env): unknown {
  if (--stepsLeft < 0) throw new ExpressionError('The expression takes too many steps.')
  switch (expr[0]) {
    case 'v':
      return lookUp(expr[1], scope, env)
    case '.':
      return readField(evaluateOperand(expr[1], scope, env), expr[2])
    case '@':
      return env.read(expr[1], expr[2])
    case 'f': {
      const args: unknown[] = []
      for (let i = 2; i < expr.length; i++) args.push(evaluateOperand(expr[i], scope, env))
      return env.call(expr[1], args)
    }
    case 't':
      return expr[2] === undefined
        ? env.text(expr[1])
        : env.text(expr[1], evaluateOperand(expr[2], scope, env) as Record<string, unknown>)
    case '?:':
      return evaluateOperand(asBoolean(evaluateOperand(expr[1], scope, env)) ? expr[2] : expr[3], scope, env)
    case '&&':
      return connect(expr, false, scope, env)
    case '||':
      return connect(expr, true, scope, env)
    case '!':
      return !asBoolean(evaluateOperand(expr[1], scope, env))
    case '??':
      return evaluateOperand(expr[1], scope, env) ?? evaluateOperand(expr[2], scope, env)
    case '==':
      return (evaluateOperand(expr[1], scope, env) ?? null) === (evaluateOperand(expr[2], scope, env) ?? null)
    case '!=':
      return (evaluateOperand(expr[1], scope, env) ?? null) !== (evaluateOperand(expr[2], scope, env) ?? null)
    case 'has': {
      const object = evaluateOperand(expr[1], scope, env)
      return typeof object === 'object' && object !== null && readField(object, expr[2]) !== null
    }
    case '[]':
      return readItem(evaluateOperand(expr[1], scope, env), evaluateOperand(expr[2], scope, env))
    case '<':
      return compareValues(evaluateOperand(expr[1], scope, env), evaluateOperand(expr[2], scope, env)) < 0
    case '<=':
      return compareValues(evaluateOperand(expr[1], scope, env), evaluateOperand(expr[2], scope, env)) <= 0
    case '>':
      return compareValues(evaluateOperand(expr[1], scope, env), evaluateOperand(expr[2], scope, env)) > 0
    case '>=':
      return compareValues(evaluateOperand(expr[1], scope, env), evaluateOperand(expr[2], scope, env)) >= 0
    case '+':
      return asNumber(evaluateOperand(expr[1], scope, env)) + asNumber(evaluateOperand(expr[2], scope, env))
    case '-':
      return asNumber(evaluateOperand(expr[1], scope, env)) - asNumber(evaluateOperand(expr[2], scope, env))
    case '*':
      return asNumber(evaluateOperand(expr[1], scope, env)) * asNumber(evaluateOperand(expr[2], scope, env))
    case '/':
      return asNumber(evaluateOperand(expr[1], scope, env)) / asNumber(evaluateOperand(expr[2], scope, env))
    case 'i+':
      return asSafeInteger(
        asNumber(evaluateOperand(expr[1], scope, env)) + asNumber(evaluateOperand(expr[2], scope, env)),
      )
    case 'i-':
      return asSafeInteger(
        asNumber(evaluateOperand(expr[1], scope, env)) - asNumber(evaluateOperand(expr[2], scope, env)),
      )
    case 'i*':
      return asSafeInteger(
        asNumber(evaluateOperand(expr[1], scope, env)) * asNumber(evaluateOperand(expr[2], scope, env)),
      )
    case 'i/':
      return Math.trunc(
        asNumber(evaluateOperand(expr[1], scope, env)) / asDivisor(evaluateOperand(expr[2], scope, env)),
      )
    case '%':
      return asNumber(evaluateOperand(expr[1], scope, env)) % asDivisor(evaluateOperand(expr[2], scope, env))
    case 'neg':
      return -asNumber(evaluateOperand(expr[1], scope, env))
    case 'd+':
      return add(toDecimal(evaluateOperand(expr[1], scope, env)), toDecimal(evaluateOperand(expr[2], scope, env)))
    case 'd-':
      return sub(toDecimal(evaluateOperand(expr[1], scope, env)), toDecimal(evaluateOperand(expr[2], scope, env)))
    case 'd*':
      return mul(toDecimal(evaluateOperand(expr[1], scope, env)), toDecimal(evaluateOperand(expr[2], scope, env)))
    case 'd/':
      return div(toDecimal(evaluateOperand(expr[1], scope, env)), toDecimal(evaluateOperand(expr[2], scope, env)))
    case 'dneg':
      return neg(toDecimal(evaluateOperand(expr[1], scope, env)))
    case 'd==':
      return sameDecimal(evaluateOperand(expr[1], scope, env), evaluateOperand(expr[2], scope, env))
    case 'd!=':
      return !sameDecimal(evaluateOperand(expr[1], scope, env), evaluateOperand(expr[2], scope, env))
    case 'd<':
      return (
        compare(toDecimal(evaluateOperand(expr[1], scope, env)), toDecimal(evaluateOperand(expr[2], scope, env))) < 0
      )
    case 'd<=':
      return (
        compare(toDecimal(evaluateOperand(expr[1], scope, env)), toDecimal(evaluateOperand(expr[2], scope, env))) <= 0
      )
    case 'd>':
      return (
        compare(toDecimal(evaluateOperand(expr[1], scope, env)), toDecimal(evaluateOperand(expr[2], scope, env))) > 0
      )
    case 'd>=':
      return (
        compare(toDecimal(evaluateOperand(expr[1], scope, env)), toDecimal(evaluateOperand(expr[2], scope, env))) >= 0
      )
    case 's+':
      return concatenate(asString(evaluateOperand(expr[1], scope, env)), asString(evaluateOperand(expr[2], scope, env)))
    case 'in': {
      const item = evaluateOperand(expr[1], scope, env)
      return asList(evaluateOperand(expr[2], scope, env)).includes(item)
    }
    case 'list': {
      const items: unknown[] = []
      for (let i = 1; i < expr.length; i++) items.push(evaluateOperand(expr[i], scope, env))
      return items
    }
    case 'map': {
      const object = Object.create(null) as Record<string, unknown>
      for (let i = 1; i < expr.length; i += 2)
        object[asString(evaluateOperand(expr[i], scope, env))] = evaluateOperand(expr[i + 1], scope, env)
      return object
    }
    case 'all':
    case 'exists':
      return connectItems(expr, expr[0] === 'exists', scope, env)
    case 'filter': {
      const matching: unknown[] = []
      everyItem(expr, scope, env, (inner) => {
        if (asBoolean(evaluateOperand(expr[3], inner, env))) matching.push(inner.value)
        return true
      })
      return matching
    }
    case 'map_': {
      const mapped: unknown[] = []
      everyItem(expr, scope, env, (inner) => mapped.push(evaluateOperand(expr[3], inner, env)) > 0)
      return mapped
    }
    case 'sortBy': {
      const keyed: { key: unknown; item: unknown }[] = []
      everyItem(
        expr,
        scope,
        env,
        (inner) => keyed.push({ key: evaluateOperand(expr[3], inner, env), item: inner.value }) > 0,
      )
      return keyed.toSorted((x, y) => compareValues(x.key, y.key)).map((entry) => entry.item)
    }
    default:
      return refuse(expr)
  }
}

/** A screen that a later compiler has written may have an operation that this client lacks. */
function refuse(expr: never): never {
  throw new ExpressionError(`There is no operation ${(expr as Operation)[0]}.`)
}

function lookUp(name: string, scope: Scope | null, env: Env): unknown {
  for (let current = scope; current !== null; current = current.parent) {
    if (current.name === name)
      return current.lazy ? evaluateOperand(current.value as Expr, current.definitionScope, env) : current.value
  }
  throw new ExpressionError(`There is no name ${name}.`)
}

function readField(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null) throw new ExpressionError(`There is no value to read ${name} of.`)
  return Object.hasOwn(object, name) ? ((object as Record<string, unknown>)[name] ?? null) : null
}

function readItem(from: unknown, key: unknown): unknown {
  if (!Array.isArray(from)) return readField(from, asString(key))
  const item: unknown = Number.isInteger(key) ? from[key as number] : undefined
  if (item === undefined) throw new ExpressionError(`The list has no item ${String(key)}.`)
  return item
}

type Connective = Extract<Operation, readonly ['&&' | '||', ...unknown[]]>

const isEvaluationError = (error: unknown): boolean => error instanceof ExpressionError || error instanceof DecimalError

/**
 * Connects two conditions by `||` (decisive: true) or `&&` (decisive: false): the decisive value if one of them has it, even where
 * the other is an error, as in CEL.
 */
function connect(expr: Connective, decisive: boolean, scope: Scope | null, env: Env): boolean {
  let left: boolean
  try {
    left = asBoolean(evaluateOperand(expr[1], scope, env))
  } catch (error) {
    if (isEvaluationError(error) && asBoolean(evaluateOperand(expr[2], scope, env)) === decisive) return decisive
    throw error
  }
  return left === decisive ? decisive : asBoolean(evaluateOperand(expr[2], scope, env))
}

/** Connects the conditions of `exists` or `all` of all items in the same way. */
function connectItems(expr: MacroOperation, decisive: boolean, scope: Scope | null, env: Env): boolean {
  let failure: unknown
  let isDecided = false
  everyItem(expr, scope, env, (inner) => {
    try {
      isDecided = asBoolean(evaluateOperand(expr[3], inner, env)) === decisive
    } catch (error) {
      if (!isEvaluationError(error)) throw error
      failure ??= error
    }
    return !isDecided
  })
  if (isDecided) return decisive
  if (failure !== undefined) throw failure
  return !decisive
}

type MacroOperation = Extract<Operation, readonly [Macro, ...unknown[]]>

/** Calls `visit` for each item until it returns false; true when it never did. */
function everyItem(expr: MacroOperation, scope: Scope | null, env: Env, visit: (inner: Scope) => boolean): boolean {
  const name = expr[2]
  for (const entry of asList(evaluateOperand(expr[1], scope, env)))
    if (!visit(new Scope(name, entry, scope))) return false
  return true
}

function asBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new ExpressionError('A condition is neither true nor false.')
}

function asNumber(value: unknown): number {
  if (typeof value === 'number') return value
  throw new ExpressionError('A number is missing.')
}

/** A whole number beyond 53 bits would lose precision. */
function asSafeInteger(value: number): number {
  if (Number.isSafeInteger(value)) return value
  throw new ExpressionError('A whole number is out of range.')
}

function asDivisor(value: unknown): number {
  if (typeof value === 'number' && value !== 0) return value
  throw new ExpressionError('A division by zero.')
}

function asString(value: unknown): string {
  if (typeof value === 'string') return value
  throw new ExpressionError('A text or a decimal is missing.')
}

function toDecimal(value: unknown): Decimal {
  return asDecimal(asString(value))
}

function concatenate(a: string, b: string): string {
  if (a.length + b.length > TEXT_LIMIT) throw new ExpressionError('A text is too long.')
  return a + b
}

function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new ExpressionError('A list is missing.')
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  throw new ExpressionError('Two values cannot be ordered.')
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

/** Order of code points, as in CEL and in the databases. The units of a code point above U+FFFF are surrogates, below U+E000. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1
  }
  return a.length - b.length
}

function sameDecimal(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return (a ?? null) === (b ?? null)
  return compare(asDecimal(a), asDecimal(b)) === 0
}
