import type { Expr, Json, Operation } from '../../src/core/program.ts'
import { entriesOf, isOperation, mapExpr, operandsOf, sameExpr, someOperation } from '../../src/core/visit.ts'
import { signatures } from '../../src/core/signatures.ts'
import type { ActionDef } from './contract.ts'
import type { Schema } from './schema.ts'

/** The texts of the confirmations before a step. */
export type ConfirmedTexts = readonly Expr[]

/** The arguments of a confirmation that the user reads. */
export const confirmedTexts = (action: ActionDef, exprs: Readonly<Record<string, Expr>>): Expr[] =>
  Object.entries(exprs).flatMap(([name, expr]) => {
    const schema = action.args.properties?.[name]
    return schema && isRead(schema) ? [expr] : []
  })

const isRead = (schema: Schema): boolean =>
  schema.format === 'text' ||
  schema['x-confirmed-value'] !== undefined ||
  Object.values(schema.properties ?? {}).some(isRead) ||
  (schema.items !== undefined && isRead(schema.items))

/** Whether a call of a function formats its first argument without rounding. */
const formatsWithoutRounding = (name: string, args: readonly Expr[]): boolean => {
  const signature = Object.hasOwn(signatures, name) ? signatures[name] : undefined
  return (
    signature?.result === 'string' &&
    (signature.roundingArgument === undefined || args[signature.roundingArgument] === undefined) &&
    /decimal|number/.test(signature.params[0] ?? '')
  )
}

/** Values that a text expression displays on every path. */
export function displayedValues(expr: Expr): Expr[] {
  if (!isOperation(expr)) return [expr]
  switch (expr[0]) {
    case 's+':
    case 'list':
      return operandsOf(expr).flatMap(displayedValues)
    case 'map':
      return entriesOf(expr).flatMap(([, value]) => displayedValues(value))
    case 't':
      return expr[2] === undefined ? [] : displayedValues(expr[2])
    case '?:': {
      const other = displayedValues(expr[3])
      return displayedValues(expr[2]).filter((one) => other.some((value) => sameExpr(value, one)))
    }
    case 'f': {
      const [, name, ...args] = expr
      return formatsWithoutRounding(name, args) ? args.slice(0, 1) : []
    }
    default:
      return [expr]
  }
}

/** Operations that form their result from the values of all operands. */
const COMPOSED: ReadonlySet<string> = new Set([
  's+',
  'list',
  '??',
  ...['', 'i', 'd'].flatMap((kind) => ['+', '-', '*', '/'].map((one) => kind + one)),
])

/**
 * Whether a text differs for different values: it contains the value on every path, or has a text of its own for each of `values`,
 * the values that an enumeration lists.
 */
export function displays(text: Expr, value: Expr, values?: readonly Json[]): boolean {
  if (sameExpr(text, value)) return true
  if (!isOperation(text)) return false
  switch (text[0]) {
    case '?:':
      return displaysChoice(text, value, values)
    case 'map':
      return entriesOf(text).some(([, one]) => displays(one, value, values))
    case 't':
      return displays(text[2] ?? null, value, values)
    case 'f': {
      const [, name, ...args] = text
      const result = Object.hasOwn(signatures, name) ? signatures[name]?.result : undefined
      if (result === 'string') return args.some((one) => displays(one, value, values))
      return /^(int|number|decimal)/.test(result ?? '') && displays(args[0] ?? null, value, values)
    }
    default:
      return COMPOSED.has(text[0]) && operandsOf(text).some((one) => displays(one, value, values))
  }
}

/** A conditional text: each branch displays the value, except a branch in which a test has found out the value. */
function displaysChoice(
  [, test, then, otherwise]: Operation & readonly ['?:', Expr, Expr, Expr],
  value: Expr,
  values: readonly Json[] | undefined,
): boolean {
  if (isOperation(value) && value[0] === '?:' && sameExpr(test, value[1])) {
    const [, , first, second] = value
    // Texts for two constants could be exchanged: such a value is shown by a text that is formed from it.
    if (!isOperation(first) && !isOperation(second)) return false
    return (
      (!isOperation(first) || displays(then, first, values)) &&
      (!isOperation(second) || displays(otherwise, second, values))
    )
  }
  const found = branchOfKnownValue(test, value)
  if (found === 'otherwise') return displays(then, value, values)
  if (found === 'then' && displays(otherwise, value, values)) return true
  if (displays(then, value, values) && displays(otherwise, value, values)) return true
  return values !== undefined && differsForEach(['?:', test, then, otherwise], value, values)
}

/** The branch in which a test for one value has found it. */
function branchOfKnownValue(test: Expr, value: Expr): 'then' | 'otherwise' | undefined {
  if (!isOperation(test)) return undefined
  if (test[0] === '!') {
    const inner = branchOfKnownValue(test[1], value)
    return inner === undefined ? undefined : inner === 'then' ? 'otherwise' : 'then'
  }
  if (test[0] === 'has') return sameExpr(['.', test[1], test[2]], value) ? 'otherwise' : undefined
  if (test[0] !== '==' && test[0] !== '!=') return undefined
  const [operator, left, right] = test
  if (!(sameExpr(left, value) && !isOperation(right)) && !(sameExpr(right, value) && !isOperation(left)))
    return undefined
  return operator === '==' ? 'then' : 'otherwise'
}

/** Whether a text is another one for each of these values, on every path. */
function differsForEach(text: Expr, value: Expr, values: readonly Json[]): boolean {
  const results = values.map((one) =>
    fold(mapExpr(text, (operation) => (sameExpr(operation, value) ? (one as Expr) : undefined))),
  )
  return results.every((one, index) => results.slice(index + 1).every((other) => alwaysDiffers(one, other)))
}

function alwaysDiffers(one: Expr, other: Expr): boolean {
  if (!isOperation(one) || !isOperation(other)) return one !== other
  if (one[0] !== other[0] || one.length !== other.length) return true
  if (one[0] === '?:' && other[0] === '?:') return alwaysDiffers(one[2], other[2]) && alwaysDiffers(one[3], other[3])
  const others = operandsOf(other)
  return operandsOf(one).some((operand, index) => alwaysDiffers(operand, others[index] ?? null))
}

/** An expression with the conditionals decided whose tests are known. */
function fold(expr: Expr): Expr {
  if (!isOperation(expr)) return expr
  if (expr[0] === '?:') {
    const truth = truthOf(expr[1])
    return truth === undefined ? ['?:', expr[1], fold(expr[2]), fold(expr[3])] : fold(truth ? expr[2] : expr[3])
  }
  return (expr as readonly Expr[]).map(fold) as readonly Expr[] as Operation
}

function truthOf(test: Expr): boolean | undefined {
  if (typeof test === 'boolean') return test
  if (!isOperation(test)) return undefined
  switch (test[0]) {
    case '!': {
      const inner = truthOf(test[1])
      return inner === undefined ? undefined : !inner
    }
    case '==':
    case '!=':
      return isOperation(test[1]) || isOperation(test[2]) ? undefined : (test[1] === test[2]) === (test[0] === '==')
    case '&&':
    case '||': {
      const [left, right] = [truthOf(test[1]), truthOf(test[2])]
      const decides = test[0] === '||'
      if (left === decides || right === decides) return decides
      return left === undefined || right === undefined ? undefined : !decides
    }
    default:
      return undefined
  }
}

/** Whether the value of an expression can differ from one press to the next: it is neither a constant nor a setting of the operator. */
export const canDiffer = (expr: Expr): boolean =>
  someOperation(
    expr,
    (operation) =>
      operation[0] === 'v' ||
      (operation[0] === '@' && operation[1] !== 'config') ||
      (operation[0] === 'f' && signatures[operation[1]]?.ticks === true),
  )

/** A property of an object. */
export type Selection = Operation & readonly ['.', Expr, string]
export const isSelection = (expr: Expr): expr is Selection => isOperation(expr) && expr[0] === '.'
