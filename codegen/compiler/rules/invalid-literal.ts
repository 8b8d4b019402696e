import type { Json } from '../../../src/engine/language/expressions/program.ts'
import { showType } from '../infer/describeType.ts'
import type { Report, Rule, Advice } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'
import type { Schema } from '../contract/schema.ts'
import { typeOf } from '../infer/types.ts'
import type { Message } from '../source/textCatalogue.ts'

const rule: Rule = {
  name: 'invalid-literal',
  severity: 'error',
  follows: { 'impossible-schema': 'near' },
  doc: 'A literal meets its schema: length, range, format.',
}
export default rule

export const notAddress = (): Report => ({
  rule,
  code: 'notAddress',
})

/** A literal against one keyword of its schema, and the value of the keyword. */
export const beyondLimit = (keyword: string, limit: Json, schema: Schema): Report => ({
  rule,
  ...describeLimit(keyword, limit, schema),
  suggestion: adviceFor(keyword, schema),
})

/** Advice on the value, from its range or its format. */
function adviceFor(keyword: string, { minimum, maximum, format }: Schema): Message | undefined {
  if (keyword === 'minimum' || keyword === 'maximum') {
    const code = minimum === undefined ? 'atMost' : maximum === undefined ? 'atLeast' : 'between'
    return { code: `advice/${code}`, params: { least: minimum ?? 0, most: maximum ?? 0 } }
  }
  const isLength =
    keyword === 'minItems' || keyword === 'maxItems' || keyword === 'minLength' || keyword === 'maxLength'
  if (isLength) return { code: `advice/${keyword}` }
  if (keyword !== 'format' || format === undefined) return undefined
  const example = EXAMPLES[format]
  return example === undefined ? { code: 'code/form' } : { code: 'code/example', params: { example } }
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

function describeLimit(keyword: string, limit: Json, schema: Schema): Message {
  switch (keyword) {
    case 'minimum':
    case 'maximum':
      return { code: keyword, params: { limit: String(limit) } }
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return { code: keyword, params: { count: Number(limit) } }
    case 'format': {
      const unit = schema['x-unit'] === undefined ? {} : { 'x-unit': schema['x-unit'] }
      return { code: 'format', params: { type: showType(typeOf({ type: 'string', format: String(limit), ...unit })) } }
    }
    default:
      return { code: 'otherForm' }
  }
}

/** `fix`: the address with a slash before it. */
export const notRoute = (fix: Advice | undefined): Report => ({
  rule,
  code: 'notRoute',
  suggestion: fix,
})

export const noNavigationBar = (name: string, kinds: readonly string[]): Report => ({
  rule,
  code: 'noNavigationBar',
  params: { name, kinds: kinds.join(', ') },
  suggestion: didYouMean(name, kinds),
})

export const intervalOutOfRange = (seconds: number): Report => ({
  rule,
  code: seconds < 1 ? 'intervalTooShort' : 'intervalTooLong',
})

export const routeParameterType = (types: readonly string[]): Report => ({
  rule,
  code: 'routeParameterType',
  params: { types: types.join(', ') },
})

export const wrongDefault = (): Report => ({
  rule,
  code: 'wrongDefault',
})
