import type { Json } from '../../../src/core/program.ts'
import { showType } from '../../compile/describeType.ts'
import type { Report, Rule, Suggestion } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'
import type { Schema } from '../../compile/schema.ts'
import { typeOf } from '../../compile/types.ts'

const rule: Rule = {
  name: 'invalid-literal',
  severity: 'error',
  follows: { 'impossible-schema': 'near' },
  doc: 'A literal meets its schema: length, range, format.',
}
export default rule

export const notAddress = (): Report => ({
  rule,
  message: 'An address begins with https:// or with one slash.',
  suggestion: 'Write the address with https://.',
})

/** A literal against one keyword of its schema, and the value of the keyword. */
export const beyondLimit = (keyword: string, limit: Json, schema: Schema): Report => ({
  rule,
  message: describeLimit(keyword, limit, schema),
  suggestion: adviceFor(keyword, schema),
})

/** What to write, from the range or the format of the place. */
function adviceFor(keyword: string, { minimum, maximum, format }: Schema): string | undefined {
  if (keyword === 'minimum' || keyword === 'maximum') {
    if (minimum !== undefined && maximum !== undefined) return `Write a number from ${minimum} to ${maximum}.`
    return minimum === undefined ? `Write at most ${maximum}.` : `Write at least ${minimum}.`
  }
  if (keyword === 'minItems') return 'Add the items that are missing.'
  if (keyword === 'maxItems') return 'Remove items.'
  if (keyword === 'minLength') return 'Write a longer text.'
  if (keyword === 'maxLength') return 'Write a shorter text.'
  if (keyword !== 'format' || format === undefined) return undefined
  const example = EXAMPLES[format]
  return `${example === undefined ? 'Write a value of this form' : `Write it like "${example}"`}, or an expression with "=".`
}

const EXAMPLES: Readonly<Record<string, string>> = {
  areaCode: '+44',
  code: '123456',
  country: 'DE',
  currency: 'USDT',
  date: '2026-01-31',
  decimal: '0.5',
  email: 'name@example.com',
  id: 'order-1',
  lang: 'en',
  phone: '+44 7700900123',
  symbol: 'BTCUSDT',
}

function describeLimit(keyword: string, limit: Json, schema: Schema): string {
  switch (keyword) {
    case 'minimum':
      return `This is below the least value, ${String(limit)}.`
    case 'maximum':
      return `This is above the greatest value, ${String(limit)}.`
    case 'minLength':
      return `This is shorter than ${String(limit)} ${limit === 1 ? 'character' : 'characters'}.`
    case 'maxLength':
      return `This is longer than ${String(limit)} ${limit === 1 ? 'character' : 'characters'}.`
    case 'minItems':
      return `This list needs at least ${String(limit)} ${limit === 1 ? 'item' : 'items'}.`
    case 'maxItems':
      return `This list takes at most ${String(limit)} ${limit === 1 ? 'item' : 'items'}.`
    case 'format':
      return `This is not ${showType(typeOf({ type: 'string', format: String(limit), ...(schema['x-unit'] === undefined ? {} : { 'x-unit': schema['x-unit'] }) }))}.`
    default:
      return 'This does not have the form that is expected here.'
  }
}

/** `fix`: the address with a slash before it. */
export const notRoute = (fix: Suggestion | undefined): Report => ({
  rule,
  message: 'A route is a path like /news/list.',
  suggestion: fix,
})

export const noNavigationBar = (name: string, kinds: readonly string[]): Report => ({
  rule,
  message: `"${name}" is no kind of navigation bar: ${kinds.join(', ')}.`,
  suggestion: didYouMean(name, kinds),
})

export const intervalOutOfRange = (seconds: number): Report => ({
  rule,
  message: 'An interval is from 1 to 3600 seconds.',
  suggestion: seconds < 1 ? 'Write a number from 1 to 3600.' : 'Write it in seconds, not in milliseconds.',
})

export const routeParameterType = (types: readonly string[]): Report => ({
  rule,
  message: `A parameter of a route is of type ${types.join(', ')}.`,
  suggestion: 'Write one of these types; a list or an object does not fit into an address.',
})

export const wrongDefault = (): Report => ({
  rule,
  message: 'The default is not what the parameter may be.',
  suggestion: 'Write a default of its type, format and enumeration.',
})
