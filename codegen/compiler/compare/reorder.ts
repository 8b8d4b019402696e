/** How items of two versions of a list are compared. */
export interface ItemComparison<T> {
  /** Without any change. */
  same(a: T, b: T): boolean
  /** Two versions of one item. */
  alike(a: T, b: T): boolean
  /** Kind of an item: items of different kinds are different items. */
  kindOf(item: T): unknown
}

/** The part of a list in which two versions differ. */
export interface ChangedPart<T> {
  /** Where it begins in both versions. */
  index: number
  removed: readonly T[]
  added: readonly T[]
}

/** Two versions of a list without the items that both begin and end with. */
export function changedPart<T>(
  before: readonly T[],
  after: readonly T[],
  { same }: Pick<ItemComparison<T>, 'same'>,
): ChangedPart<T> {
  const sameAt = (i: number, j: number): boolean => same(before[i] as T, after[j] as T)
  const shorter = Math.min(before.length, after.length)
  let index = 0
  while (index < shorter && sameAt(index, index)) index += 1
  let last = 0
  while (last < shorter - index && sameAt(before.length - 1 - last, after.length - 1 - last)) last += 1
  return {
    index,
    removed: before.slice(index, before.length - last),
    added: after.slice(index, after.length - last),
  }
}

/**
 * For each item of the new version the index of the same item in the old one, changed or not; undefined for a new one.
 */
export function pairsOf<T>(
  { removed, added }: Pick<ChangedPart<T>, 'removed' | 'added'>,
  { same, alike }: Pick<ItemComparison<T>, 'same' | 'alike'>,
): (number | undefined)[] {
  const free = new Set(removed.keys())
  const take = (found: number | undefined): number | undefined => {
    if (found !== undefined) free.delete(found)
    return found
  }
  const unchanged = added.map((item) => take([...free].find((at) => same(removed[at] as T, item))))
  return unchanged.map(
    (at, index) => at ?? take([...free].find((other) => alike(removed[other] as T, added[index] as T))),
  )
}

/**
 * For each item of the new order its index in the old one, where the items are the same, some of them changed. The
 * items keep their positions unless an unchanged item is at another position. Undefined where items are added or
 * removed.
 */
export function orderOf<T>(
  { removed, added }: Pick<ChangedPart<T>, 'removed' | 'added'>,
  { same, alike, kindOf }: ItemComparison<T>,
): number[] | undefined {
  if (removed.length !== added.length) return undefined
  const isMoved = removed.some((item, index) => added.some((other, at) => at !== index && same(item, other)))
  if (!isMoved && removed.every((item, index) => kindOf(item) === kindOf(added[index] as T))) return [...removed.keys()]
  const order = pairsOf({ removed, added }, { same, alike })
  return order.every((at) => at !== undefined) ? order : undefined
}

/**
 * The indexes in the new order of the items that were moved: the fewest that explain the change. Of two swapped items
 * the lower one has moved up.
 */
export function movedItems(order: readonly number[]): number[] {
  // The longest increasing part of the order stays.
  const lengths: number[] = []
  const before: number[] = []
  for (const [index, at] of order.entries()) {
    let best = -1
    for (let one = 0; one < index; one += 1)
      if ((order[one] ?? 0) < at && (best === -1 || (lengths[one] ?? 0) > (lengths[best] ?? 0))) best = one
    lengths[index] = (best === -1 ? 0 : (lengths[best] ?? 0)) + 1
    before[index] = best
  }
  const stays = new Set<number>()
  for (let one = lengths.lastIndexOf(Math.max(...lengths)); one >= 0; one = before[one] ?? -1) stays.add(one)
  return [...order.keys()].filter((index) => !stays.has(index))
}
