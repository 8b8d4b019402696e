import type { Expr } from '../../../src/core/program.ts'
import type { Type } from '../types.ts'
import { BOOL, INT, NUMBER, STRING } from '../types.ts'

/** The typed operation that an operator on two known operands means; undefined when there is none. */
export interface Overload {
  type: Type
  op: string
}

/** What multiplying one unit with another gives. A plain decimal and a rate are factors of anything. */
const PRODUCTS: Record<string, string> = {
  'price quantity': 'money', 'quantity price': 'money', 'price lots': 'money', 'lots price': 'money',
  'lots quantity': 'quantity', 'quantity lots': 'quantity', 'lots money': 'money', 'money lots': 'money',
}
const QUOTIENTS: Record<string, string> = {
  'money price': 'quantity', 'money quantity': 'price', 'money lots': 'money', 'quantity lots': 'quantity',
}
const FACTORS = new Set(['none', 'rate'])

type DecimalType = Type & { k: 'decimal' }
type IntType = Type & { k: 'int' }
const dec = (unit: string, literal = false): DecimalType => ({ k: 'decimal', unit, ...(literal ? { literal } : {}) })

export function arithmetic(op: string, a: Type, b: Type): Overload | undefined {
  if (a.k === 'string' && b.k === 'string' && op === '+') return { type: STRING, op: 's+' }
  if (a.k === 'decimal' && b.k === 'decimal') return decimals(op, a, b)
  if (a.k === 'int' && b.k === 'int') return ints(op, a, b)
  if (a.k === 'number' && b.k === 'number' && op !== '%') return { type: NUMBER, op }
  return undefined
}

function decimals(op: string, a: DecimalType, b: DecimalType): Overload | undefined {
  const bothLiteral = a.literal === true && b.literal === true
  if (op === '+' || op === '-') {
    if (a.unit === b.unit || b.literal) return { type: bothLiteral ? a : dec(a.unit), op: `d${op}` }
    return a.literal ? { type: b, op: `d${op}` } : undefined
  }
  if (op === '*') {
    const unit = a.literal || FACTORS.has(a.unit) ? b.unit : b.literal || FACTORS.has(b.unit) ? a.unit : PRODUCTS[`${a.unit} ${b.unit}`]
    return unit === undefined ? undefined : { type: dec(unit, bothLiteral), op: 'd*' }
  }
  if (op === '/') {
    const unit = b.literal || FACTORS.has(b.unit) ? (a.unit === b.unit && !b.literal ? 'none' : a.unit) : a.unit === b.unit ? 'none' : QUOTIENTS[`${a.unit} ${b.unit}`]
    return unit === undefined ? undefined : { type: dec(unit, bothLiteral), op: 'd/' }
  }
  return undefined
}

const int = (unit?: string): IntType => (unit === undefined ? { k: 'int' } : { k: 'int', unit })

function ints(op: string, a: IntType, b: IntType): Overload | undefined {
  const lowered = op === '/' ? 'i/' : op
  if (a.unit === undefined && b.unit === undefined) return { type: a.literal && b.literal ? { k: 'int', literal: true } : INT, op: lowered }
  const [left, right] = [a.literal ? undefined : a.unit, b.literal ? undefined : b.unit]
  if (op === '+') {
    if (left === 'unix' && right === 'unix') return undefined
    if (left === 'unix' || right === 'unix') return a.literal || b.literal || left === 'seconds' || right === 'seconds' ? { type: int('unix'), op } : undefined
    return left === right || a.literal || b.literal ? { type: int(left ?? right), op } : undefined
  }
  if (op === '-') {
    if (left === 'unix' && right === 'unix') return { type: int('seconds'), op }
    if (left === 'unix') return b.literal || right === 'seconds' ? { type: int('unix'), op } : undefined
    return left === right || a.literal || b.literal ? { type: int(left ?? right), op } : undefined
  }
  if (left === 'unix' || right === 'unix') return undefined
  if (op === '*') return left !== undefined && right !== undefined ? undefined : { type: int(left ?? right), op: lowered }
  if (left !== undefined && left === right) return { type: op === '/' ? INT : int(left), op: lowered }
  return right === undefined ? { type: int(left), op: lowered } : undefined
}

/** < <= > >=, and the units agree. */
export function ordering(op: string, a: Type, b: Type): Overload | undefined {
  if (a.k === 'decimal' && b.k === 'decimal') return sameUnit(a, b) ? { type: BOOL, op: `d${op}` } : undefined
  if (a.k === 'int' && b.k === 'int') return sameUnit(a, b) ? { type: BOOL, op } : undefined
  if ((a.k === 'int' || a.k === 'number') && (b.k === 'int' || b.k === 'number')) return { type: BOOL, op }
  if (a.k === 'string' && b.k === 'string') return { type: BOOL, op }
  return undefined
}

export const sameUnit = (a: DecimalType | IntType, b: DecimalType | IntType): boolean => a.unit === b.unit || a.literal === true || b.literal === true

/** An operation on literals is done now. */
export function fold(op: string, a: Expr, b: Expr): Expr | undefined {
  if (op === 's+' && typeof a === 'string' && typeof b === 'string') return a + b
  if (typeof a !== 'number' || typeof b !== 'number') return undefined
  const value = op === '+' ? a + b : op === '-' ? a - b : op === '*' ? a * b : undefined
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined
}
