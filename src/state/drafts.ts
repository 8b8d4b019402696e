/** The values that the user has typed into one form, retained after its screen is closed. */
export interface Draft {
  read(field: string): unknown
  write(field: string, value: unknown): void
  clear(): void
}

/** Typed values not yet sent, in memory only: a reload, another user or another account starts empty. */
export interface Drafts {
  /** The draft of a form of a screen with these parameters. */
  of(screen: string, params: object, form: string): Draft
  /** Whether it has any value. */
  hasUnsaved(): boolean
  clear(): void
}

/** Maximum number of forms; the least recently used is removed first. */
const MAX_FORMS = 40
const MAX_LENGTH = 10_000
const MAX_DEPTH = 12

/** Creates an empty store of drafts. Values too large or of other types than JSON are not stored. */
export function createDrafts(): Drafts {
  const drafts = new Map<string, Map<string, unknown>>()

  function touch(key: string): Map<string, unknown> {
    const values = drafts.get(key) ?? new Map<string, unknown>()
    drafts.delete(key)
    drafts.set(key, values)
    for (const oldest of drafts.keys()) {
      if (drafts.size <= MAX_FORMS) break
      drafts.delete(oldest)
    }
    return values
  }

  return {
    of(screen, params, form) {
      const key = JSON.stringify([screen, params, form])
      return {
        read: (field) => drafts.get(key)?.get(field),
        write(field, value) {
          if (isStorable(value)) touch(key).set(field, value)
          else drafts.get(key)?.delete(field)
        },
        clear: () => void drafts.delete(key),
      }
    },
    hasUnsaved: () =>
      [...drafts.values()].some((values) => [...values.values()].some((value) => value !== '' && value !== null)),
    clear: () => drafts.clear(),
  }
}

/** Strings, numbers, booleans, and lists and objects of them; pictures are too large to store twice. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.length <= MAX_LENGTH
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return true
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  const inner: unknown[] = isPlain ? Object.values(value) : []
  // An item just added is still undefined.
  return isPlain && inner.length <= MAX_LENGTH && inner.every((one) => one === undefined || isStorable(one, depth + 1))
}
