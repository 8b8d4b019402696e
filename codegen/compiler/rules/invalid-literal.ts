import type { Rule } from '../rule.ts'
import type { Json } from '../../../src/engine/language/expressions/program.ts'
import { showType } from '../infer/describeType.ts'
import { didYouMean } from '../source/names/nearest.ts'
import type { Schema } from '../contract/schema.ts'
import { typeOf } from '../infer/types.ts'
import type { Message } from '../source/textCatalogue.ts'

const rule: Rule = {
  meta: {
    name: 'invalid-literal',
    severity: 'error',
    doc: 'A literal meets its schema: length, range, format.',
  },
  on: {
    routeParameterType: ({ types }, report) =>
      report({ code: 'routeParameterType', params: { types: types.join(', ') } }),
    invalidDefault: (_, report) => report({ code: 'wrongDefault' }),
    literalBeyondLimit: ({ keyword, limit, schema }, report) =>
      report({ ...describeLimit(keyword, limit, schema), suggestion: adviceFor(keyword, schema) }),
    invalidAddress: (_, report) => report({ code: 'notAddress' }),
    intervalOutOfRange: ({ seconds }, report) => report({ code: seconds < 1 ? 'intervalTooShort' : 'intervalTooLong' }),
    unknownNavigationBar: ({ name, kinds }, report) =>
      report({
        code: 'noNavigationBar',
        params: { name, kinds: kinds.join(', ') },
        suggestion: didYouMean(name, kinds),
      }),
    invalidRoute: ({ fix }, report) => report({ code: 'notRoute', suggestion: fix }),
  },
}
export default rule

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
