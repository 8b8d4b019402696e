import type { BinaryOperator, Expr } from '../../../src/engine/language/expressions/program.ts'
import { UNKNOWN_UNIT } from '../contract/unitRef.ts'
import type { UnitEquality, UnitRef } from '../contract/unitRef.ts'
import type { DecimalType, Type } from './types.ts'
import { BOOL, INT, NUMBER, STRING } from './types.ts'

/** The typed operation that an operator on two known operands means; undefined when there is none. */
export interface Overload {
  type: Type
  op: BinaryOperator
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'
export type OrderingOperator = '<' | '<=' | '>' | '>='

/** The unit of a product. A plain decimal and a rate multiply any unit. */
const PRODUCTS: Record<string, string> = {
  'price quantity': 'money',
  'quantity price': 'money',
  'price lots': 'money',
  'lots price': 'money',
  'lots quantity': 'quantity',
  'quantity lots': 'quantity',
  'lots money': 'money',
  'money lots': 'money',
}
const QUOTIENTS: Record<string, string> = {
  'money price': 'quantity',
  'money quantity': 'price',
  'money lots': 'money',
  'quantity lots': 'quantity',
}
const FACTORS = new Set(['none', 'rate'])

type IntType = Type & { k: 'int' }
const decimalOf = (unit: string, of?: UnitRef): DecimalType => ({ k: 'decimal', unit, ...(of ? { of } : {}) })

/** Operands of the right units, of which it is not proved that they are of the same currency or symbol. */
export interface Conflict {
  conflict: readonly [UnitRef | undefined, UnitRef | undefined]
}

/** The operation of an arithmetic operator on operands of these types. Returns undefined if there is none, or a conflict of currencies or symbols. */
export function arithmeticOverload(
  op: ArithmeticOperator,
  a: Type,
  b: Type,
  agree: UnitEquality,
): Overload | Conflict | undefined {
  if (a.k === 'string' && b.k === 'string' && op === '+')
    return {
      type: a.raw === undefined && b.raw === undefined ? STRING : { k: 'string', raw: a.raw ?? b.raw ?? '' },
      op: 's+',
    }
  if (a.k === 'decimal' && b.k === 'decimal') return decimalOverload(op, a, b, agree)
  if (a.k === 'int' && b.k === 'int') return integerOverload(op, a, b)
  if (a.k === 'number' && b.k === 'number' && op !== '%') return { type: NUMBER, op }
  return undefined
}

function decimalOverload(
  op: ArithmeticOperator,
  a: DecimalType,
  b: DecimalType,
  agree: UnitEquality,
): Overload | Conflict | undefined {
  const bothLiteral = a.literal === true && b.literal === true
  const apart: Conflict = { conflict: [a.of, b.of] }
  if (op === '+' || op === '-') {
    if (b.literal) return { type: bothLiteral ? a : decimalOf(a.unit, a.of), op: `d${op}` }
    if (a.literal) return { type: b, op: `d${op}` }
    if (a.unit !== b.unit) return undefined
    return agree(a.of, b.of) ? { type: decimalOf(a.unit, a.of ?? b.of), op: `d${op}` } : apart
  }
  if (op !== '*' && op !== '/') return undefined
  if (bothLiteral) return { type: { k: 'decimal', unit: a.unit, literal: true }, op: `d${op}` }
  if (op === '*' && !b.literal && (a.literal || a.unit === 'none')) return { type: decimalOf(b.unit, b.of), op: 'd*' }
  if (b.literal || FACTORS.has(b.unit))
    return {
      type:
        op === '/' && a.unit === b.unit && !b.literal ? decimalOf('none') : decimalOf(a.unit, unitRefByFactor(a, b)),
      op: `d${op}`,
    }
  if (op === '*' && FACTORS.has(a.unit)) return { type: decimalOf(b.unit, unitRefByFactor(b, a)), op: 'd*' }
  if (op === '/' && a.unit === b.unit) return agree(a.of, b.of) ? { type: decimalOf('none'), op: 'd/' } : apart
  const resultUnit = (op === '*' ? PRODUCTS : QUOTIENTS)[`${a.unit} ${b.unit}`]
  if (resultUnit === undefined) return undefined
  const of = op === '*' ? unitRefOfProduct(a, b, agree) : unitRefOfQuotient(a, b, agree)
  return of === CONFLICT ? apart : { type: decimalOf(resultUnit, of), op: `d${op}` }
}

/** A rate converts money to another currency, which its type does not name. */
const unitRefByFactor = (value: DecimalType, factor: DecimalType): UnitRef | undefined =>
  value.of && value.unit === 'money' && factor.unit === 'rate' && !factor.literal ? UNKNOWN_UNIT : value.of

const CONFLICT = 'apart'

/** A price times a quantity of the same symbol is money of its quote currency; lots count anything. */
function unitRefOfProduct(a: DecimalType, b: DecimalType, agree: UnitEquality): UnitRef | undefined | typeof CONFLICT {
  const [price, quantity] = a.unit === 'price' ? [a, b] : [b, a]
  if (price.unit !== 'price' || quantity.unit !== 'quantity') return a.unit === 'lots' ? b.of : a.of
  if (quantity.of?.id === 'lost') return UNKNOWN_UNIT
  return price.of?.id === 'quote' && !agree(quantity.of, { id: 'base', of: price.of.of }) ? CONFLICT : price.of
}

/** Money by a price of its currency is a quantity of the symbol; money by a quantity is a price in the money's currency. */
function unitRefOfQuotient(a: DecimalType, b: DecimalType, agree: UnitEquality): UnitRef | undefined | typeof CONFLICT {
  if (b.unit === 'price') {
    if (!agree(a.of, b.of)) return CONFLICT
    return b.of?.id === 'quote' ? { id: 'base', of: b.of.of } : b.of && UNKNOWN_UNIT
  }
  if (b.unit === 'quantity' && b.of?.id === 'base') {
    const quote: UnitRef = { id: 'quote', of: b.of.of }
    return a.of && agree(a.of, quote) ? quote : a.of
  }
  return a.of
}

const int = (unit?: string): IntType => (unit === undefined ? { k: 'int' } : { k: 'int', unit })

function integerOverload(op: ArithmeticOperator, a: IntType, b: IntType): Overload | undefined {
  const lowered: BinaryOperator = op === '%' ? op : `i${op}`
  if (a.unit === undefined && b.unit === undefined)
    return { type: a.literal && b.literal ? { k: 'int', literal: true } : INT, op: lowered }
  const [left, right] = [a.literal ? undefined : a.unit, b.literal ? undefined : b.unit]
  if (op === '+') {
    if (left === 'unix' && right === 'unix') return undefined
    if (left === 'unix' || right === 'unix')
      return a.literal || b.literal || left === 'seconds' || right === 'seconds'
        ? { type: int('unix'), op: lowered }
        : undefined
    return left === right || a.literal || b.literal ? { type: int(left ?? right), op: lowered } : undefined
  }
  if (op === '-') {
    if (left === 'unix' && right === 'unix') return { type: int('seconds'), op: lowered }
    if (left === 'unix') return b.literal || right === 'seconds' ? { type: int('unix'), op: lowered } : undefined
    return left === right || a.literal || b.literal ? { type: int(left ?? right), op: lowered } : undefined
  }
  if (left === 'unix' || right === 'unix') return undefined
  if (op === '*')
    return left !== undefined && right !== undefined ? undefined : { type: int(left ?? right), op: lowered }
  if (left !== undefined && left === right) return { type: op === '/' ? INT : int(left), op: lowered }
  return right === undefined ? { type: int(left), op: lowered } : undefined
}

/** < <= > >=, and the units agree. */
export function orderingOverload(
  op: OrderingOperator,
  a: Type,
  b: Type,
  agree: UnitEquality,
): Overload | Conflict | undefined {
  if (a.k === 'decimal' && b.k === 'decimal')
    return !sameUnit(a, b)
      ? undefined
      : sameUnitRef(a, b, agree)
        ? { type: BOOL, op: `d${op}` }
        : { conflict: [a.of, b.of] }
  if (a.k === 'int' && b.k === 'int') return sameUnit(a, b) ? { type: BOOL, op } : undefined
  if ((a.k === 'int' || a.k === 'number') && (b.k === 'int' || b.k === 'number')) return { type: BOOL, op }
  if (a.k === 'string' && b.k === 'string') return { type: BOOL, op }
  return undefined
}

/** Whether two numbers have the same unit; a literal has the unit of the other. */
export const sameUnit = (a: DecimalType | IntType, b: DecimalType | IntType): boolean =>
  a.unit === b.unit || a.literal === true || b.literal === true

/** Literals match any currency or symbol. */
export const sameUnitRef = (a: DecimalType, b: DecimalType, agree: UnitEquality): boolean =>
  a.literal === true || b.literal === true || agree(a.of, b.of)

/** Evaluates an operation on literals at compile time. */
export function foldConstants(op: BinaryOperator, a: Expr, b: Expr): Expr | undefined {
  if (op === 's+' && typeof a === 'string' && typeof b === 'string') return a + b
  if (typeof a !== 'number' || typeof b !== 'number') return undefined
  const value = op === 'i+' ? a + b : op === 'i-' ? a - b : op === 'i*' ? a * b : undefined
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined
}
