import { add, asDecimal, compare, div, mul, neg, sub } from './decimal.ts'
import type { Decimal } from './units.ts'
import type { Expr, Operation, Root } from './program.ts'

/**
 * One name in an expression's scope, linked to the enclosing names. Names are compared, never used as object keys,
 * so no name can reach a prototype. With `lazy` the value is an expression, evaluated where it is read
 * and in the scope of its definition: a part's parameter re-renders only the nodes that read it.
 */
export class Scope {
  constructor(
    readonly name: string,
    readonly value: unknown,
    readonly next: Scope | null,
    readonly lazy: boolean = false,
    readonly home: Scope | null = null,
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

let left = STEP_LIMIT
let depth = 0

/** The value of `expr`; absent values are null. Throws ExpressionError when a value lacks the compiler's expected type. */
export function evaluate(expr: Expr, scope: Scope | null, env: Env): unknown {
  if (typeof expr !== 'object' || expr === null) return expr
  if (depth === 0) left = STEP_LIMIT
  depth += 1
  try {
    return run(expr, scope, env)
  } finally {
    depth -= 1
  }
}

function value(expr: Expr | undefined, scope: Scope | null, env: Env): unknown {
  return typeof expr === 'object' && expr !== null ? run(expr, scope, env) : expr
}

function run(expr: Operation, scope: Scope | null, env: Env): unknown {
  if (--left < 0) throw new ExpressionError('The expression takes too many steps.')
  const a = expr[1]
  const b = expr[2]
  switch (expr[0]) {
    case 'v':
      return local(a as string, scope, env)
    case '.':
      return field(value(a, scope, env), b as string)
    case '@':
      return env.read(a as Root, b as string)
    case 'f': {
      const args: unknown[] = []
      for (let i = 2; i < expr.length; i++) args.push(value(expr[i], scope, env))
      return env.call(a as string, args)
    }
    case 't':
      return b === undefined ? env.text(a as string) : env.text(a as string, value(b, scope, env) as Record<string, unknown>)
    case '?:':
      return value(truth(value(a, scope, env)) ? b : expr[3], scope, env)
    case '&&':
      return truth(value(a, scope, env)) && truth(value(b, scope, env))
    case '||':
      return truth(value(a, scope, env)) || truth(value(b, scope, env))
    case '!':
      return !truth(value(a, scope, env))
    case '??':
      return value(a, scope, env) ?? value(b, scope, env)
    case '==':
      return (value(a, scope, env) ?? null) === (value(b, scope, env) ?? null)
    case '!=':
      return (value(a, scope, env) ?? null) !== (value(b, scope, env) ?? null)
    case 'has': {
      const object = value(a, scope, env)
      return typeof object === 'object' && object !== null && field(object, b as string) !== null
    }
    case '[]':
      return item(value(a, scope, env), value(b, scope, env))
    case '<':
      return order(value(a, scope, env), value(b, scope, env)) < 0
    case '<=':
      return order(value(a, scope, env), value(b, scope, env)) <= 0
    case '>':
      return order(value(a, scope, env), value(b, scope, env)) > 0
    case '>=':
      return order(value(a, scope, env), value(b, scope, env)) >= 0
    case '+':
      return number(value(a, scope, env)) + number(value(b, scope, env))
    case '-':
      return number(value(a, scope, env)) - number(value(b, scope, env))
    case '*':
      return number(value(a, scope, env)) * number(value(b, scope, env))
    case '/':
      return number(value(a, scope, env)) / number(value(b, scope, env))
    case 'i+':
      return whole(number(value(a, scope, env)) + number(value(b, scope, env)))
    case 'i-':
      return whole(number(value(a, scope, env)) - number(value(b, scope, env)))
    case 'i*':
      return whole(number(value(a, scope, env)) * number(value(b, scope, env)))
    case 'i/':
      return Math.trunc(number(value(a, scope, env)) / divisor(value(b, scope, env)))
    case '%':
      return number(value(a, scope, env)) % divisor(value(b, scope, env))
    case 'neg':
      return -number(value(a, scope, env))
    case 'd+':
      return add(decimal(value(a, scope, env)), decimal(value(b, scope, env)))
    case 'd-':
      return sub(decimal(value(a, scope, env)), decimal(value(b, scope, env)))
    case 'd*':
      return mul(decimal(value(a, scope, env)), decimal(value(b, scope, env)))
    case 'd/':
      return div(decimal(value(a, scope, env)), decimal(value(b, scope, env)))
    case 'dneg':
      return neg(decimal(value(a, scope, env)))
    case 'd==':
      return sameDecimal(value(a, scope, env), value(b, scope, env))
    case 'd!=':
      return !sameDecimal(value(a, scope, env), value(b, scope, env))
    case 'd<':
      return compare(decimal(value(a, scope, env)), decimal(value(b, scope, env))) < 0
    case 'd<=':
      return compare(decimal(value(a, scope, env)), decimal(value(b, scope, env))) <= 0
    case 'd>':
      return compare(decimal(value(a, scope, env)), decimal(value(b, scope, env))) > 0
    case 'd>=':
      return compare(decimal(value(a, scope, env)), decimal(value(b, scope, env))) >= 0
    case 's+':
      return joined(string(value(a, scope, env)), string(value(b, scope, env)))
    case 'in': {
      const wanted = value(a, scope, env)
      return list(value(b, scope, env)).includes(wanted)
    }
    case 'list': {
      const items: unknown[] = []
      for (let i = 1; i < expr.length; i++) items.push(value(expr[i], scope, env))
      return items
    }
    case 'map': {
      const object = Object.create(null) as Record<string, unknown>
      for (let i = 1; i < expr.length; i += 2) object[string(value(expr[i], scope, env))] = value(expr[i + 1], scope, env)
      return object
    }
    case 'all':
      return each(expr, scope, env, (inner) => truth(value(expr[3], inner, env)))
    case 'exists':
      return !each(expr, scope, env, (inner) => !truth(value(expr[3], inner, env)))
    case 'filter': {
      const kept: unknown[] = []
      each(expr, scope, env, (inner) => {
        if (truth(value(expr[3], inner, env))) kept.push(inner.value)
        return true
      })
      return kept
    }
    case 'map_': {
      const mapped: unknown[] = []
      each(expr, scope, env, (inner) => mapped.push(value(expr[3], inner, env)) > 0)
      return mapped
    }
    case 'sortBy': {
      const keyed: { key: unknown; item: unknown }[] = []
      each(expr, scope, env, (inner) => keyed.push({ key: value(expr[3], inner, env), item: inner.value }) > 0)
      return keyed.toSorted((x, y) => order(x.key, y.key)).map((entry) => entry.item)
    }
    default:
      throw new ExpressionError(`There is no operation ${expr[0]}.`)
  }
}

function local(name: string, scope: Scope | null, env: Env): unknown {
  for (let at = scope; at !== null; at = at.next) {
    if (at.name === name) return at.lazy ? value(at.value as Expr, at.home, env) : at.value
  }
  throw new ExpressionError(`There is no name ${name}.`)
}

function field(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null) throw new ExpressionError(`There is no value to read ${name} of.`)
  return Object.hasOwn(object, name) ? ((object as Record<string, unknown>)[name] ?? null) : null
}

function item(from: unknown, key: unknown): unknown {
  if (!Array.isArray(from)) return field(from, string(key))
  const found: unknown = Number.isInteger(key) ? from[key as number] : undefined
  if (found === undefined) throw new ExpressionError(`The list has no item ${String(key)}.`)
  return found
}

/** Calls `visit` for each item until it returns false; true when it never did. */
function each(expr: Operation, scope: Scope | null, env: Env, visit: (inner: Scope) => boolean): boolean {
  const name = expr[2] as string
  for (const entry of list(value(expr[1], scope, env))) if (!visit(new Scope(name, entry, scope))) return false
  return true
}

function truth(found: unknown): boolean {
  if (typeof found === 'boolean') return found
  throw new ExpressionError('A condition is neither true nor false.')
}

function number(found: unknown): number {
  if (typeof found === 'number') return found
  throw new ExpressionError('A number is missing.')
}

/** A whole number beyond 53 bits would lose precision. */
function whole(found: number): number {
  if (Number.isSafeInteger(found)) return found
  throw new ExpressionError('A whole number is out of range.')
}

function divisor(found: unknown): number {
  if (typeof found === 'number' && found !== 0) return found
  throw new ExpressionError('A division by zero.')
}

function string(found: unknown): string {
  if (typeof found === 'string') return found
  throw new ExpressionError('A text or a decimal is missing.')
}

function decimal(found: unknown): Decimal {
  return asDecimal(string(found))
}

function joined(a: string, b: string): string {
  if (a.length + b.length > TEXT_LIMIT) throw new ExpressionError('A text is too long.')
  return a + b
}

function list(found: unknown): readonly unknown[] {
  if (Array.isArray(found)) return found
  throw new ExpressionError('A list is missing.')
}

function order(a: unknown, b: unknown): number {
  if ((typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string')) return a < b ? -1 : a > b ? 1 : 0
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  throw new ExpressionError('Two values cannot be ordered.')
}

function sameDecimal(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return (a ?? null) === (b ?? null)
  return compare(asDecimal(a), asDecimal(b)) === 0
}
