import { createAtom, get, set, type Atom } from '../store.ts'

/** The calls of the user's unresolved payments: the outcome of each is unknown, and it is not being sent for the first time. */
export function createUnresolvedPayments() {
  const base = createAtom<readonly string[]>([])
  const atom: Atom<readonly string[]> = base
  return {
    atom,
    set(calls: readonly string[]): void {
      const known = get(base)
      if (calls.length !== known.length || calls.some((call) => !known.includes(call))) set(base, calls)
    },
  }
}

export type UnresolvedPayments = ReturnType<typeof createUnresolvedPayments>
