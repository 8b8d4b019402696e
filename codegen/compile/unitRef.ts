/**
 * What a decimal is of (money of a currency, a price of a symbol), or which text a text is, told without running anything.
 * A value that is not known is called by the expression it is read from: the same expression is the same value.
 */
export type Identity =
  | { id: 'literal'; value: string }
  /** `pair`: what a symbol deals in and what it is paid in, where the contract says so. */
  | { id: 'value'; key: string; pair?: Pair }
  /** The currency that a symbol's prices are in, or what its quantities are of. */
  | { id: 'quote' | 'base'; of: Identity }
  /** A property beside the decimal; "^" before it: of the object that holds this one. Settled when the decimal is read. */
  | { id: 'sibling'; name: string }
  /** It has left the row that told it. */
  | { id: 'lost' }

export interface Pair {
  base?: Identity
  quote?: Identity
}

/** Whether two identities are proved to be the same. Where nothing is said of one, it is not in question. */
export type Agree = (a: Identity | undefined, b: Identity | undefined) => boolean

export const LOST: Identity = { id: 'lost' }
export const literalIdentity = (value: string): Identity => ({ id: 'literal', value })
export const valueIdentity = (key: string, pair?: Pair): Identity => ({ id: 'value', key, ...(pair ? { pair } : {}) })

/** What "x-of" says: "=USDT" is a literal, "@state.currency" a value (only within the compiler), anything else a property. */
export function identityOf(keyword: string): Identity {
  if (keyword.startsWith('=')) return literalIdentity(keyword.slice(1))
  return keyword.startsWith('@') ? valueIdentity(keyword.slice(1)) : { id: 'sibling', name: keyword }
}

/** One text for every way to say the same identity; `known` gives the one of a value. Undefined: it cannot be told. */
function canonical(identity: Identity, known: (key: string) => string): string | undefined {
  switch (identity.id) {
    case 'literal':
      return JSON.stringify(identity.value)
    case 'value':
      return known(identity.key)
    case 'sibling':
      return `.${identity.name}`
    case 'lost':
      return undefined
    default: {
      const told = identity.of.id === 'value' ? identity.of.pair?.[identity.id] : undefined
      const of = canonical(told ?? identity.of, known)
      return told || of === undefined ? of : `${identity.id}(${of})`
    }
  }
}

/** Agreement where `known` says what is known of a value: its literal, or the one of several equal expressions that stands for all. */
export function agreement(known: (key: string) => string): Agree {
  const agree: Agree = (a, b) => {
    if (!a || !b) return true
    if ((a.id === 'quote' || a.id === 'base') && a.id === b.id && agree(a.of, b.of)) return true
    const left = canonical(a, known)
    return left !== undefined && left === canonical(b, known)
  }
  return agree
}

export const sameIdentity: Agree = agreement((key) => key)

/** Whether a key speaks of a variable. */
export const mentions = (key: string, name: string): boolean => new RegExp(`(^|[^.\\w])${name}\\b`).test(key)

/** The identity once a variable is out of sight. */
export function withoutName(identity: Identity, name: string): Identity {
  switch (identity.id) {
    case 'value': {
      if (mentions(identity.key, name)) return LOST
      const { base, quote } = identity.pair ?? {}
      const pair: Pair = { ...(base ? { base: withoutName(base, name) } : {}), ...(quote ? { quote: withoutName(quote, name) } : {}) }
      return identity.pair ? { ...identity, pair } : identity
    }
    case 'quote':
    case 'base': {
      const of = withoutName(identity.of, name)
      return of.id === 'lost' ? of : { ...identity, of }
    }
    default:
      return identity
  }
}

/** A key that reads as its author wrote it. */
export const isShort = (key: string): boolean => /^[\w.()[\]]+$/.test(key) && key.length <= 40

/** An identity in words, as it stands after "of". */
export function showIdentity(identity: Identity): string {
  switch (identity.id) {
    case 'literal':
      return identity.value
    case 'value':
      return isShort(identity.key) ? identity.key : 'what an expression gives'
    case 'quote':
    case 'base':
      return showIdentity(identity.of)
    case 'sibling':
      return `its ${identity.name.replace('^', '')}`
    case 'lost':
      return 'something that cannot be told'
  }
}
