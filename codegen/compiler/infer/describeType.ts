import type { Message } from '../source/textCatalogue.ts'
import { isEmptyItem } from './joinTypes.ts'
import type { DecimalType, Type } from './types.ts'
import { isReadable, showUnitRef } from '../contract/unitRef.ts'
import type { UnitRef } from '../contract/unitRef.ts'

const UNIT_NAMES: Record<string, string> = {
  money: 'money',
  price: 'a price',
  quantity: 'a quantity',
  percent: 'a percentage',
  lots: 'lots',
  rate: 'a rate',
  none: 'a plain decimal',
  any: 'a decimal',
  seconds: 'a length in seconds',
  unix: 'a time',
}
const unitName = (unit: string): string =>
  (Object.hasOwn(UNIT_NAMES, unit) ? UNIT_NAMES[unit] : undefined) ?? `a decimal in ${unit}`

const FORMAT_NAMES: Record<string, string> = {
  url: 'an address',
  route: 'a route',
  icon: 'an icon',
  symbol: 'a symbol',
  currency: 'a currency',
  country: 'a country',
  id: 'an id',
  text: 'a text',
  email: 'an e-mail address',
  phone: 'a phone number',
  date: 'a date',
  lang: 'a language',
  address: 'an address of a chain',
  areaCode: 'an area code',
  cardNumber: 'a card number',
  code: 'a code',
  secondFactor: 'a code of an authenticator app, or a recovery code',
  coordinates: 'a place (two coordinates)',
}

/** A type as text, for messages. */
export function showType(type: Type): string {
  switch (type.k) {
    case 'string':
      if (type.enum)
        return type.enum.length === 1
          ? `"${type.enum[0]}"`
          : `one of ${type.enum
              .slice(0, 6)
              .map((value) => `"${value}"`)
              .join(', ')}${type.enum.length > 6 ? ', …' : ''}`
      return type.format === undefined ? 'a string' : (FORMAT_NAMES[type.format] ?? `a string (${type.format})`)
    case 'bool':
      return 'true or false'
    case 'int':
      return type.unit === undefined ? 'a whole number' : unitName(type.unit)
    case 'number':
      return 'a number'
    case 'decimal':
      return unitName(type.unit)
    case 'list':
      return isEmptyItem(type.of) ? 'an empty list' : `a list of ${showType(type.of).replace(/^(a|an) /, '')}`
    case 'map':
      return `a map of ${showType(type.of).replace(/^(a|an) /, '')}`
    case 'object':
      return type.name === undefined
        ? `an object {${[...type.fields.keys()].slice(0, 6).join(', ')}${type.fields.size > 6 ? ', …' : ''}}`
        : `an object (${type.name})`
    case 'union':
      return `one of several objects distinguished by "${type.tag}"`
    case 'null':
      return 'null'
    case 'nullable':
      return `${showType(type.of)} or null`
    case 'unknown':
      return `unknown (${type.why})`
    case 'file':
      return 'a file'
    case 'wrong':
      return 'wrong'
  }
}

/** A decimal with its currency or symbol, as text. */
export function showAmount({ unit, of }: DecimalType): string {
  const name = unitName(unit)
  if (!of) return name
  if (of.id === 'lost') return `${name} of an unknown ${unit === 'money' ? 'currency' : 'symbol'}`
  if (of.id !== 'quote' && of.id !== 'base')
    return unit === 'price' ? `${name} in ${showUnitRef(of)}` : `${name} of ${showUnitRef(of)}`
  if (unit !== 'money') return `${name} of ${showUnitRef(of.of)}`
  const currency = currencyOfSymbol(of)
  return currency ? `${name} of ${showUnitRef(currency)}` : `${name} in the currency of ${showUnitRef(of.of)}`
}

/** The currency of a symbol, if the contract defines it. */
const currencyOfSymbol = (identity: UnitRef): UnitRef | undefined =>
  (identity.id === 'quote' || identity.id === 'base') && identity.of.id === 'value'
    ? identity.of.pair?.[identity.id]
    : undefined

/** Advice for two amounts whose currencies are not proved equal. */
export function unitMismatchHint(a: UnitRef | undefined, b: UnitRef | undefined): Message {
  if (a?.id === 'lost' || b?.id === 'lost') return { code: 'advice/filterByCurrency' }
  const bothOfSymbols = a && b && 'of' in a && 'of' in b
  const [left, right] = [a, b].map(
    (identity) =>
      identity && exprOf(bothOfSymbols && 'of' in identity ? identity.of : (currencyOfSymbol(identity) ?? identity)),
  )
  if (left === undefined || right === undefined || left === right || (left.startsWith("'") && right.startsWith("'")))
    return { code: 'advice/convertOne' }
  return {
    code: 'advice/compareFirst',
    params: { comparison: left.startsWith("'") ? `${right} == ${left}` : `${left} == ${right}` },
  }
}

/** Advice for an amount beside a currency or symbol that is not its own. */
export function labelHint(amount: UnitRef | undefined, label: UnitRef | undefined): Message {
  const compare = unitMismatchHint(amount, label)
  const own = amount && exprOf(currencyOfSymbol(amount) ?? amount)
  return own === undefined || label?.id !== 'literal' || own.startsWith("'")
    ? compare
    : { code: 'advice/ownLabel', params: { own, label: label.value } }
}

/** An identity as an expression, when it is short enough to be written. */
function exprOf(identity: UnitRef): string | undefined {
  if (identity.id === 'literal') return `'${identity.value}'`
  return identity.id === 'value' && isReadable(identity.key) ? identity.key.text : undefined
}

/** Makes the first letter a capital: for a type at the beginning of a message. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A value of another type than the expected one; `value`: its description. */
export const isExpected = (value: string, expected: Type): Message => ({
  code: 'isExpected',
  params: { value, expected: showType(expected) },
})

/** Contexts that need two values of one type. */
export type TypesOf = 'items' | 'operands' | 'branches'

const DIFFERENCES: Readonly<Record<TypesOf, string>> = {
  items: 'differentItems',
  operands: 'differentOperands',
  branches: 'differentBranches',
}

/** Two types that should be one; `op`: the operator of operands. */
export const describeDifference = (of: TypesOf, a: Type, b: Type, op = '+'): Message => ({
  code: DIFFERENCES[of],
  params: { left: showType(a), right: showType(b), op },
})
