import { beforeCommit } from '../storage/transaction.ts'

/** Ids of the postings and holds of a transaction that belong to no receipt yet. */
export interface Movements {
  postings: string[]
  held: string[]
  released: string[]
}

/**
 * Reasons of postings without a receipt: a correction has a separate record with two signatures, an opening balance has
 * no call.
 */
export const WITHOUT_RECEIPT: readonly string[] = ['opening', 'correction']

const movementsOf = new WeakMap<object, Movements>()
const none = (): Movements => ({ postings: [], held: [], released: [] })

/** Notes a posting or a hold of a transaction. The transaction is rolled back unless a receipt takes it before the end. */
export function noteMovement(trx: object, kind: keyof Movements, id: string): void {
  const known = movementsOf.get(trx)
  const movements = known ?? none()
  movements[kind].push(id)
  if (known) return
  movementsOf.set(trx, movements)
  beforeCommit(trx, () => {
    const [left] = Object.values(movementsOf.get(trx) ?? none()).flat()
    if (left !== undefined) throw new Error(`The posting or hold ${left} has no receipt`)
  })
}

/** Returns the movements since the last receipt, and forgets them. */
export function takeMovements(trx: object): Movements {
  const taken = { ...(movementsOf.get(trx) ?? none()) }
  Object.assign(movementsOf.get(trx) ?? {}, none())
  return taken
}
