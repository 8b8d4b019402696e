import type { Rule } from '../rule.ts'
import { isExpected, showType } from '../infer/describeType.ts'
import type { StringType } from '../infer/types.ts'
import type { Message } from '../source/textCatalogue.ts'

const rule: Rule = {
  meta: {
    name: 'format-mismatch',
    severity: 'error',
    follows: {
      // The value that a field of the form sends is wrong in the form.
      'form-field': 'contract',
    },
    doc: 'A string of one format (address, route, icon, symbol, currency …) is not used where another format is expected.',
  },
  on: {
    otherFormat: ({ from, to }, report) =>
      report({
        ...isExpected(showType(from), to),
        suggestion: from.k === 'string' && to.k === 'string' ? hint(from, to) : undefined,
      }),
  },
}
export default rule

function hint(from: StringType, to: StringType): Message {
  if (from.enum !== undefined && from.format === undefined) return exampleOf(to)
  if (from.format === undefined)
    return { code: 'code/declareFormat', params: { type: showType(to), format: to.format ?? '' } }
  return { code: 'advice/readType', params: { type: showType(to) } }
}

/** Values of formats whose form a word does not say. */
const EXAMPLES: Readonly<Record<string, string>> = {
  address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  areaCode: '+49',
  cardNumber: '4242 4242 4242 4242',
  code: '123456',
  country: 'DE',
  currency: 'USDT',
  date: '2026-01-31',
  email: 'name@example.com',
  phone: '+49 15112345678',
  secondFactor: '123456',
  symbol: 'BTCUSDT',
  url: 'https://example.com/',
}
function exampleOf(type: StringType): Message {
  const example = EXAMPLES[type.format ?? '']
  return example === undefined
    ? { code: 'advice/writeType', params: { type: showType(type) } }
    : { code: 'advice/writeExample', params: { type: showType(type), example } }
}
