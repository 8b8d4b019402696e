import type { Formatter } from './formatter.ts'
import type { TextOf } from './texts.ts'

/** The text for a code of the contract, `error.<code>` or `success.<code>`. Decimals in its parameters are formatted for the locale, with the digits they have. */
export function replyText(
  kind: 'error' | 'success',
  { code, params = {} }: { code: string; params?: Readonly<Record<string, unknown>> },
  { textOf, format }: { textOf: TextOf; format: Pick<Formatter, 'price'> },
): string {
  const args = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? format.price(value) : value,
  ])
  return textOf(`${kind}.${code}`, Object.fromEntries(args) as Record<string, unknown>)
}
