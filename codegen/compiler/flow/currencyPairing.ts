import { literalUnitRef } from '../contract/unitRef.ts'
import type { UnitRef } from '../contract/unitRef.ts'
import { unitEqualityUnder } from '../infer/facts.ts'
import { WRONG_VALUE } from '../lower/compileContext.ts'
import type { CompileContext, Value } from '../lower/compileContext.ts'
import type { Schema } from '../contract/schema.ts'
import type { JsonNode } from '../source/source.ts'
import { nonNull, unitRefOfText } from '../infer/types.ts'
import type { DecimalType, Type } from '../infer/types.ts'

export interface GivenValue {
  name: string
  node: JsonNode
  value: Value
}

/** Checks that an amount and its sibling field named by "x-unit-ref" have the same currency or symbol. `together`: an amount without that field is an error. */
export function checkCurrencyPairing(
  given: readonly GivenValue[],
  properties: Readonly<Record<string, Schema>>,
  context: CompileContext,
  at: (name: string) => string,
  together = false,
): void {
  for (const item of given) {
    const { name, node, value } = item
    const sibling = currencyFieldOf(Object.hasOwn(properties, name) ? properties[name] : undefined)
    const amount = value.type && decimalIn(value.type)
    if (sibling === undefined || !amount?.of || amount.literal || amount.of.id === 'sibling') continue
    const text = given.find((givenValue) => givenValue.name === sibling)?.value
    if (together && !text) context.unit.emit({ event: 'currencyNotGiven', amount, field: sibling }, node, at(name))
    const expected = text ? unitRefOfValue(text) : defaultUnitRef(properties[sibling])
    if (!expected) continue
    const side: UnitRef =
      properties[sibling]?.format === 'symbol'
        ? { id: amount.unit === 'quantity' ? 'base' : 'quote', of: expected }
        : expected
    if (unitEqualityUnder(context.scope.facts)(amount.of, side)) continue
    context.unit.emit(
      { event: text ? 'otherCurrencyThanField' : 'otherCurrencyThanDefault', amount, field: sibling, given: expected },
      node,
      at(name),
    )
    item.value = WRONG_VALUE
  }
}

function currencyFieldOf(schema: Schema | undefined): string | undefined {
  const fieldName = schema?.['x-unit-ref'] ?? (schema?.items ? currencyFieldOf(schema.items) : undefined)
  return typeof fieldName === 'string' && /^[A-Za-z]/.test(fieldName) ? fieldName : undefined
}

function decimalIn(type: Type): DecimalType | undefined {
  const inner = nonNull(type)
  return inner.k === 'list' ? decimalIn(inner.of) : inner.k === 'decimal' ? inner : undefined
}

function unitRefOfValue(value: Value): UnitRef | undefined {
  if ('json' in value) return typeof value.json === 'string' ? literalUnitRef(value.json) : undefined
  const type = nonNull(value.type)
  return type.k === 'string' ? unitRefOfText(type) : undefined
}

const defaultUnitRef = (schema: Schema | undefined): UnitRef | undefined =>
  typeof schema?.default === 'string' ? literalUnitRef(schema.default) : undefined
