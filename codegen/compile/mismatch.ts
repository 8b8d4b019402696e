import type { Mismatch } from './assign.ts'
import type { Rule } from './diagnostics.ts'
import currencyMismatch from '../check/rules/currency-mismatch.ts'
import enumValue from '../check/rules/enum-value.ts'
import formatMismatch from '../check/rules/format-mismatch.ts'
import nullableValue from '../check/rules/nullable-value.ts'
import typeMismatch from '../check/rules/type-mismatch.ts'
import unitMismatch from '../check/rules/unit-mismatch.ts'
import untypedValue from '../check/rules/untyped-value.ts'

const RULES: Record<Mismatch['kind'], Rule> = {
  type: typeMismatch,
  field: typeMismatch,
  unit: unitMismatch,
  currency: currencyMismatch,
  null: nullableValue,
  enum: enumValue,
  format: formatMismatch,
  unknown: untypedValue,
}

/** The rule under which a mismatch of types is reported. */
export const ruleOfMismatch = (problem: Mismatch): Rule => RULES[problem.kind]
