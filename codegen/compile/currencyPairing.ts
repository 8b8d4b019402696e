import { agreeFirst, showAmount } from './assign.ts'
import { literalIdentity, showIdentity } from './unitRef.ts'
import type { Identity } from './unitRef.ts'
import { agreeing } from './infer/facts.ts'
import type { Place, Value } from './compileContext.ts'
import type { Schema } from './schema.ts'
import type { JsonNode } from './source.ts'
import { nonNull, settledIdentity } from './types.ts'
import type { DecimalType, Type } from './types.ts'
import currencyMismatch from '../check/rules/currency-mismatch.ts'

export interface Given {
  name: string
  node: JsonNode
  value: Value
}

/** Amounts that stand beside the text that says what they are of, by "x-of": the two belong together. `together`: one without the other is told. */
export function checkBeside(given: readonly Given[], properties: Readonly<Record<string, Schema>>, place: Place, at: (name: string) => string, together = false): void {
  for (const { name, node, value } of given) {
    const beside = ofWhat(Object.hasOwn(properties, name) ? properties[name] : undefined)
    const amount = value.type && amountIn(value.type)
    if (beside === undefined || !amount?.of || amount.literal || amount.of.id === 'sibling') continue
    const text = given.find((one) => one.name === beside)?.value
    if (together && !text) place.unit.report(currencyMismatch, node, at(name), `This is ${showAmount(amount)}, and "${beside}", which says what the field is of, is not given beside it.`, `Give "${beside}" too.`)
    const wanted = text ? identityOfValue(text) : defaultOf(properties[beside])
    if (!wanted) continue
    const side: Identity = properties[beside]?.format === 'symbol' ? { id: amount.unit === 'quantity' ? 'base' : 'quote', of: wanted } : wanted
    if (agreeing(place.scope.facts)(amount.of, side)) continue
    place.unit.report(currencyMismatch, node, at(name), `This is ${showAmount(amount)}, and "${beside}" beside it says ${showIdentity(wanted)}.`, agreeFirst(amount.of, side))
  }
}

function ofWhat(schema: Schema | undefined): string | undefined {
  const found = schema?.['x-of'] ?? (schema?.items ? ofWhat(schema.items) : undefined)
  return typeof found === 'string' && /^[A-Za-z]/.test(found) ? found : undefined
}

function amountIn(type: Type): DecimalType | undefined {
  const inner = nonNull(type)
  return inner.k === 'list' ? amountIn(inner.of) : inner.k === 'decimal' ? inner : undefined
}

function identityOfValue(value: Value): Identity | undefined {
  if ('json' in value) return typeof value.json === 'string' ? literalIdentity(value.json) : undefined
  const type = nonNull(value.type)
  return type.k === 'string' ? settledIdentity(type) : undefined
}

const defaultOf = (schema: Schema | undefined): Identity | undefined => (typeof schema?.default === 'string' ? literalIdentity(schema.default) : undefined)
