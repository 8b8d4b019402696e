/** Whether `a` and `b` render the same. Values created by an evaluation are compared by content, data by identity. */
export function sameValue(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > 5) return false
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i], depth + 1))
  // Objects created by an evaluation have no prototype. Those of a reply do, and keep their identity while unchanged.
  if (Object.getPrototypeOf(a) !== null || Object.getPrototypeOf(b) !== null) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every(
      (name) =>
        name in b && sameValue((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name], depth + 1),
    )
  )
}
