import type { Json } from '../../../src/core/program.ts'
import { showType } from '../../compile/describeType.ts'
import type { Report, Rule, Suggestion } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'
import type { Schema } from '../../compile/schema.ts'
import { typeOf } from '../../compile/types.ts'

const rule: Rule = {
  name: 'invalid-literal',
  severity: 'error',
  doc: 'A literal meets its schema: length, range, format.',
}
export default rule

export const notAddress = (): Report => ({
  rule,
  message: 'An address begins with https:// or with one slash.',
})

/** A literal against one keyword of its schema, and the value of the keyword. */
export const beyondLimit = (keyword: string, limit: Json, schema: Schema): Report => ({
  rule,
  message: describeLimit(keyword, limit, schema),
})

function describeLimit(keyword: string, limit: Json, schema: Schema): string {
  switch (keyword) {
    case 'minimum':
      return `This is below the least value, ${String(limit)}.`
    case 'maximum':
      return `This is above the greatest value, ${String(limit)}.`
    case 'minLength':
      return `This is shorter than ${String(limit)} characters.`
    case 'maxLength':
      return `This is longer than ${String(limit)} characters.`
    case 'minItems':
      return `This list needs at least ${String(limit)} items.`
    case 'maxItems':
      return `This list takes at most ${String(limit)} items.`
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

export const intervalTooShort = (): Report => ({ rule, message: 'The shortest interval is 1 second.' })

export const routeParameterType = (types: readonly string[]): Report => ({
  rule,
  message: `A parameter of a route is of type ${types.join(', ')}.`,
})

export const wrongDefault = (): Report => ({
  rule,
  message: 'The default is not what the parameter may be.',
})
