/** The values that the user has typed into one form, retained after its screen is closed. */
export interface Draft {
  read(field: string): unknown
  write(field: string, value: unknown): void
  clear(): void
}

/** Choices of the user on one screen, such as its tab. */
export interface Choices {
  /** A form of the screen has typed values that were not sent: it was filled in under these choices. */
  readonly hasDraft: boolean
  /** The values are from before the page was loaded again: the visit goes on. */
  readonly afterReload: boolean
  /** The value before the page was loaded again, or of the visit that left the draft; undefined: none. */
  read(name: string): unknown
  write(name: string, value: unknown): void
}

/** Typed values not yet sent; another user or another account starts empty. */
export interface Drafts {
  /** The draft of a form of a screen with these parameters. */
  of(screen: string, params: object, form: string): Draft
  /** The choices of a screen with these parameters, for one visit: a later visit starts without, unless a form has a draft. */
  choicesOf(screen: string, params: object): Choices
  /** Whether a form has any value. */
  hasUnsaved(): boolean
  clear(): void
  /** Everything as JSON, for `restore` after a reload; null: nothing. */
  serialize(): string | null
  /** Adds what `serialize` returned. Anything else is ignored. */
  restore(text: string): void
}

type Values = Map<string, unknown>

/** Maximum number of forms, and of screens with choices; the least recently used is removed first, but no choices of a screen with a draft. */
const MAX_FORMS = 40
const MAX_LENGTH = 10_000
const MAX_DEPTH = 12

/** Creates an empty store of drafts. Values too large or of other types than JSON are not stored. */
export function createDrafts(): Drafts {
  const drafts = new Map<string, Values>()
  const choices = new Map<string, Values>()
  /** Choices from before a reload, until their screen is entered. */
  const restoredChoices = new Map<string, Values>()

  function touch(all: Map<string, Values>, key: string): Values {
    const values = all.get(key) ?? new Map<string, unknown>()
    all.delete(key)
    all.set(key, values)
    for (const oldest of all.keys()) {
      if (all.size <= MAX_FORMS) break
      // A draft without the choices that it was made under would come back beside others.
      if (all === drafts || (oldest !== key && !hasDraftOf(oldest))) all.delete(oldest)
    }
    return values
  }

  /** Whether a form of the screen with this key has typed values. */
  function hasDraftOf(screen: string): boolean {
    const ofForms = `${screen.slice(0, -1)},`
    return [...drafts].some(([form, values]) => form.startsWith(ofForms) && hasValue(values))
  }

  return {
    of(screen, params, form) {
      const key = JSON.stringify([screen, params, form])
      return {
        read: (field) => drafts.get(key)?.get(field),
        write(field, value) {
          if (isStorable(value)) touch(drafts, key).set(field, value)
          else drafts.get(key)?.delete(field)
        },
        clear: () => void drafts.delete(key),
      }
    },
    choicesOf(screen, params) {
      const key = JSON.stringify([screen, params])
      const hasDraft = hasDraftOf(key)
      const restored = restoredChoices.get(key)
      const before = restored ?? (hasDraft ? choices.get(key) : undefined) ?? new Map<string, unknown>()
      restoredChoices.delete(key)
      choices.delete(key)
      for (const [name, value] of before) touch(choices, key).set(name, value)
      return {
        hasDraft,
        afterReload: restored !== undefined,
        read: (name) => before.get(name),
        write(name, value) {
          if (isStorable(value)) touch(choices, key).set(name, value)
          else choices.get(key)?.delete(name)
        },
      }
    },
    hasUnsaved: () => [...drafts.values()].some(hasValue),
    clear() {
      for (const all of [drafts, choices, restoredChoices]) all.clear()
    },
    serialize() {
      const stored = {
        drafts: entriesOf(drafts),
        choices: entriesOf(new Map([...restoredChoices, ...choices])),
      }
      return stored.drafts.length + stored.choices.length === 0 ? null : JSON.stringify(stored)
    },
    restore(text) {
      const stored = parse(text)
      for (const [key, values] of readEntries(stored?.drafts)) drafts.set(key, values)
      for (const [key, values] of readEntries(stored?.choices)) restoredChoices.set(key, values)
    },
  }
}

const hasValue = (values: Values): boolean => [...values.values()].some((value) => value !== '' && value !== null)

const entriesOf = (all: ReadonlyMap<string, Values>) =>
  [...all].filter(([, values]) => values.size > 0).map(([key, values]) => [key, [...values]] as const)

function parse(text: string): { drafts?: unknown; choices?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

const isEntry = (value: unknown): value is [string, unknown] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string'

function readEntries(stored: unknown): [string, Values][] {
  const list: unknown[] = Array.isArray(stored) ? stored.slice(-2 * MAX_FORMS) : []
  return list.filter(isEntry).map(([key, values]) => {
    const pairs: unknown[] = Array.isArray(values) ? values : []
    return [key, new Map(pairs.filter(isEntry).filter(([, value]) => isStorable(value)))]
  })
}

/** Strings, numbers, booleans, and lists and objects of them; pictures are too large to store twice. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.length <= MAX_LENGTH
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return true
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // The objects of an expression have no prototype.
  const isPlain = Array.isArray(value) || prototype === Object.prototype || prototype === null
  const inner: unknown[] = isPlain ? Object.values(value) : []
  // An item just added is still undefined.
  return (
    isPlain && inner.length <= MAX_LENGTH && inner.every((item) => item === undefined || isStorable(item, depth + 1))
  )
}
