import { createAtom, get, set, type Atom } from './store.ts'

const baseUnresolvedPaymentsAtom = createAtom<readonly string[]>([])
/** The calls of the user's unresolved payments: the outcome of each is unknown, and it is not being sent for the first time. */
export const unresolvedPaymentsAtom: Atom<readonly string[]> = baseUnresolvedPaymentsAtom

export function setUnresolvedPayments(calls: readonly string[]): void {
  const known = get(baseUnresolvedPaymentsAtom)
  if (calls.length !== known.length || calls.some((call) => !known.includes(call)))
    set(baseUnresolvedPaymentsAtom, calls)
}
