import type { Screen } from '../../src/core/program.ts'
import type { Contract } from './contract.ts'

/** A function of an immutable object, computed once for each: a source, a contract. */
export function memo<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { result: Result }>()
  return (key) => {
    const known = results.get(key) ?? { result: compute(key) }
    results.set(key, known)
    return known.result
  }
}

/** A function of a lowered screen and the contract, computed once for both. A changed screen or part gives another `Screen`. */
export function memoOfScreen<Result>(
  compute: (screen: Screen, contract: Contract) => Result,
): (screen: Screen, contract: Contract) => Result {
  const ofContract = memo((contract: Contract) => memo((screen: Screen) => compute(screen, contract)))
  return (screen, contract) => ofContract(contract)(screen)
}
