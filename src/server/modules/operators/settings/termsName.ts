import { canonicalJson } from '../../../../engine/language/values/canonicalJson.ts'
import { refuse } from '../../../kit/errors.ts'
import { sha256 } from '../../../kit/random.ts'

/** Letters that distinguish two versions of some terms. */
const LENGTH = 16

/** Names terms by their content. A quote has the name, and an order under other terms is refused. */
export const termsName = (terms: object): string => sha256(canonicalJson(terms)).slice(0, LENGTH)

/** Throws `quoteExpired` unless `confirmed`, if given, names the terms in force. */
export function checkTerms(confirmed: string | null | undefined, inForce: object): void {
  if (typeof confirmed === 'string' && confirmed !== termsName(inForce)) throw refuse('quoteExpired')
}
