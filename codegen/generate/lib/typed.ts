import type { Schema } from './schema.ts'
import { isTypedKind, kindOf, type TypedKind } from '../../../src/engine/language/texts/typedText.ts'

/** The fields of a payload that people type, each with its normalizer: that of its format, or the one that `x-typed` names. */
export function typedFields(properties: readonly (readonly [string, Schema])[]): Record<string, TypedKind> {
  return Object.fromEntries(
    properties.flatMap(([name, { format, 'x-typed': typed }]) => {
      if (typed === undefined || typed === false) return []
      if (typed === true) return [[name, kindOf(format)]]
      if (!isTypedKind(typed)) throw new Error(`"x-typed" of ${name} names no parser of language/texts/typedText.ts.`)
      return [[name, typed]]
    }),
  )
}
