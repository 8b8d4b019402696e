/** JSON with sorted keys, so that equal values give equal bytes. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, held]) => held !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonical(held)}`).join(',')}}`
  }
  return JSON.stringify(value)
}
