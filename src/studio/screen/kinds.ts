import type { PropertySchema } from '../model/vocabulary.ts'

/** A kind of value that parameters and states have, by words. */
export interface ValueKind {
  title: string
  schema: PropertySchema
}

/** The kinds of parameters: an address has no lists and no groups. */
export const PARAM_KINDS: readonly ValueKind[] = [
  { title: 'a text', schema: { type: 'string' } },
  { title: 'the id of something', schema: { type: 'string', format: 'id' } },
  { title: 'a currency', schema: { type: 'string', format: 'currency' } },
  { title: 'a market', schema: { type: 'string', format: 'symbol' } },
  { title: 'a whole number', schema: { type: 'integer' } },
  { title: 'yes or no', schema: { type: 'boolean' } },
]
