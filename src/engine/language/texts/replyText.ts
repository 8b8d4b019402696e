import { TIME_PARAMETERS } from '../../../generated/errors.ts'
import type { Formatter } from '../values/formatter.ts'
import type { TextOf } from './texts.ts'

type ReplyFormat = Pick<Formatter, 'price' | 'dateTime'>

function formatted(name: string, value: unknown, format: ReplyFormat): unknown {
  if (typeof value === 'string') return format.price(value)
  return typeof value === 'number' && TIME_PARAMETERS.has(name) ? format.dateTime(value) : value
}

/**
 * The text for a code of the contract, `error.<code>` or `success.<code>`. Decimals in its parameters are formatted for the locale, with the
 * digits they have, and times as date and time.
 */
export function replyText(
  kind: 'error' | 'success',
  { code, params = {} }: { code: string; params?: Readonly<Record<string, unknown>> },
  { textOf, format }: { textOf: TextOf; format: ReplyFormat },
): string {
  const args = Object.entries(params).map(([name, value]) => [name, formatted(name, value, format)])
  return textOf(`${kind}.${code}`, Object.fromEntries(args) as Record<string, unknown>)
}
