import type { Expr, Json, Screen, Shape, Step } from '../../../src/engine/language/expressions/program.ts'
import { alternativesOf, isOperation } from '../../../src/engine/language/expressions/visit.ts'
import { memoOfScreen } from '../source/memo.ts'
import { refArgument } from '../contract/schemaRef.ts'
import { argumentOfKind, stateWrittenBy } from './stateChanges.ts'
import { walkScreen } from './walk.ts'

export type Scalar = string | number | boolean | null
/** Any value that no step sets. */
export const OTHER = Symbol('another value')
export type StateValue = Scalar | typeof OTHER
/** The values that each state can have at one position; a state with unknown values is absent. */
export type StateValues = ReadonlyMap<string, readonly StateValue[]>

/** The values of a state: its initial value, and what the steps set. Undefined: any value, or any value of an unlisted type. */
export const stateValuesOf = memoOfScreen((screen, contract): ReadonlyMap<string, readonly Scalar[]> => {
  const given = new Map<string, Scalar[] | undefined>()
  const isSet = new Set<string>()
  const add = (name: string, more: readonly Scalar[] | undefined): void => {
    const known = given.get(name)
    given.set(name, known && more ? [...new Set([...known, ...more])] : undefined)
  }
  for (const [name, initial] of Object.entries(screen.state)) {
    const expr = screen.initialExprs?.[name]
    given.set(name, [])
    add(name, expr === undefined ? ofInitial(initial, name, screen) : (ofExpr(expr, screen) ?? ofType(name, screen)))
  }
  walkScreen(screen, {
    actions: contract.actions,
    step(step) {
      const action = contract.actions.get(step.action)
      const mutable = stateWrittenBy(action, (argument) => step.args?.[argument])
      const written = mutable?.kind === 'state' ? mutable.name : undefined
      if (written === undefined || !given.has(written)) return
      isSet.add(written)
      const argument = argumentOfKind(action, 'stateValue')
      const path = argument && step.args?.[refArgument(action?.args.properties?.[argument], 'stateValue') ?? '']
      add(written, path === written ? (ofArgument(step, argument ?? '', screen) ?? ofType(written, screen)) : undefined)
    },
  })
  return new Map(
    [...given].filter((entry): entry is [string, Scalar[]] => entry[1] !== undefined && isSet.has(entry[0])),
  )
})

const isScalar = (value: Json | undefined): value is Scalar => value !== undefined && typeof value !== 'object'

const ofJson = (value: Json | undefined): Scalar[] | undefined =>
  value === null || isScalar(value) ? [value] : undefined

/** The initial value; null of a type without null is an invalid one. */
const ofInitial = (value: Json, name: string, { stateShapes }: Screen): Scalar[] | undefined =>
  value === null && !isNullable(stateShapes?.[name]) ? undefined : ofJson(value)

const isNullable = (shape: Shape | undefined): boolean => Array.isArray(shape?.type) && shape.type.includes('null')

function ofArgument(step: Step, argument: string, screen: Screen): Scalar[] | undefined {
  const expr = step.exprs?.[argument]
  if (expr === undefined) return ofJson(step.args?.[argument])
  return ofExpr(expr, screen)
}

/** The values of a type that lists them. */
function ofType(name: string, { state, stateShapes }: Screen): Scalar[] | undefined {
  const shape = stateShapes?.[name]
  if (!shape) return typeof state[name] === 'boolean' ? [true, false] : undefined
  const values = shape.const === undefined ? shape.enum : [shape.const]
  const nullable = isNullable(shape) ? [null] : []
  if (Array.isArray(values)) return [...(values as Scalar[]), ...nullable]
  const only = Array.isArray(shape.type) ? shape.type.find((type) => type !== 'null') : shape.type
  return only === 'boolean' ? [true, false, ...nullable] : undefined
}

const TRUTHS: ReadonlySet<string> = new Set(['!', '&&', '||', '==', '!=', '<', '<=', '>', '>=', 'in', 'has'])

/** The values of an expression that consists of literals and choices between them. */
function ofExpr(expr: Expr, screen: Screen): Scalar[] | undefined {
  if (!isOperation(expr)) return expr === null ? undefined : [expr]
  if (TRUTHS.has(expr[0])) return [true, false]
  const alternatives = alternativesOf(expr)
  if (!alternatives) {
    const param = expr[0] === '@' && expr[1] === 'params' ? screen.params[expr[2]] : undefined
    if (!param?.enum) return undefined
    return [...(param.enum as Scalar[]), ...(param.required || param.default !== undefined ? [] : [null])]
  }
  const [first, second] = alternatives.map((alternative) => ofExpr(alternative, screen))
  return first && second ? [...first, ...second] : undefined
}

/** Whether a condition is true for this value of the state; undefined if that depends on other values. */
export const truthFor = (expr: Expr, state: string, value: StateValue): boolean | undefined =>
  truthWith(expr, (operand) => (isState(operand, state) ? value : undefined))

/** Whether a condition is true where expressions have these values; undefined if that depends on others. */
export function truthWith(expr: Expr, valueOf: (expr: Expr) => StateValue | undefined): boolean | undefined {
  if (typeof expr === 'boolean') return expr
  if (!isOperation(expr)) return undefined
  const own = valueOf(expr)
  if (own !== undefined) return typeof own === 'boolean' ? own : undefined
  switch (expr[0]) {
    case '!': {
      const inner = truthWith(expr[1], valueOf)
      return inner === undefined ? undefined : !inner
    }
    case '&&':
    case '||': {
      const decides = expr[0] === '||'
      const [left, right] = [truthWith(expr[1], valueOf), truthWith(expr[2], valueOf)]
      if (left === decides || right === decides) return decides
      return left === undefined || right === undefined ? undefined : !decides
    }
    case 'in': {
      const [, item, list] = expr
      const value = valueOf(item)
      if (value === undefined || !isOperation(list) || list[0] !== 'list') return undefined
      const items = list.slice(1)
      if (items.some((item) => isOperation(item))) return undefined
      return value !== OTHER && items.includes(value)
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const [operator, left, right] = expr
      const [first, second]: (StateValue | undefined)[] = [valueOf(left), valueOf(right)]
      if (first !== undefined && !isOperation(right)) return compare(operator, first, right, false)
      return second !== undefined && !isOperation(left) ? compare(operator, second, left, true) : undefined
    }
    default:
      return undefined
  }
}

export const isState = (expr: Expr | undefined, state: string): boolean =>
  isOperation(expr) && expr[0] === '@' && expr[1] === 'state' && expr[2] === state

type Operator = '==' | '!=' | '<' | '<=' | '>' | '>='

function compare(operator: Operator, value: StateValue, literal: Scalar, swapped: boolean): boolean | undefined {
  if (operator === '==' || operator === '!=') return (value === literal) === (operator === '==')
  if (typeof value !== 'number' || typeof literal !== 'number') return undefined
  const [left, right] = swapped ? [literal, value] : [value, literal]
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  return operator === '>' ? left > right : left >= right
}

/** The values that remain where a condition has this result. */
export function valuesWhere(values: StateValues, condition: Expr, result: boolean): StateValues {
  return new Map(
    [...values].map(([name, list]) => [name, list.filter((value) => truthFor(condition, name, value) !== !result)]),
  )
}
