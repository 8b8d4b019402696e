import type { Screen } from '../../../src/engine/language/expressions/program.ts'
import type { Contract, Vocabulary } from '../contract/contract.ts'

/** A function of an immutable object, computed once for each: a source, a contract. */
export function memo<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { result: Result }>()
  return (key) => {
    const known = results.get(key) ?? { result: compute(key) }
    results.set(key, known)
    return known.result
  }
}

/**
 * A function of a lowered screen and the contract without its texts and forms, computed once for both. A changed screen,
 * part or form gives another `Screen`.
 */
export function memoOfScreen<Result>(
  compute: (screen: Screen, vocabulary: Vocabulary) => Result,
): (screen: Screen, contract: Vocabulary | Contract) => Result {
  const ofVocabulary = memo((vocabulary: Vocabulary) => memo((screen: Screen) => compute(screen, vocabulary)))
  return (screen, contract) => ofVocabulary('vocabulary' in contract ? contract.vocabulary : contract)(screen)
}
