import { pathKey, readsPath } from '../infer/astKey.ts'
import type { AstKey } from '../infer/astKey.ts'

/**
 * Static reference to the currency or symbol of a decimal, or to the value of a text.
 * An unknown value is identified by the key of its expression: equal keys are equal values.
 */
export type UnitRef =
  | { id: 'literal'; value: string }
  /** `pair`: what a symbol deals in and what it is paid in, where the contract says so. */
  | { id: 'value'; key: AstKey; pair?: Pair }
  /** The currency that a symbol's prices are in, or what its quantities are of. */
  | { id: 'quote' | 'base'; of: UnitRef }
  | SiblingRef
  /** Unknown: the value is outside of the row whose field names its currency. */
  | { id: 'lost' }

/** A sibling property of the decimal; `outer`: of the object around it. Resolved when the decimal is read. */
export interface SiblingRef {
  id: 'sibling'
  name: string
  outer?: true
}

export interface Pair {
  base?: UnitRef
  quote?: UnitRef
}

/** Whether two unit references are proved equal; an absent one equals any. */
export type UnitEquality = (a: UnitRef | undefined, b: UnitRef | undefined) => boolean

export const UNKNOWN_UNIT: UnitRef = { id: 'lost' }
/** A currency or symbol that is known at compile time. */
export const literalUnitRef = (value: string): UnitRef => ({ id: 'literal', value })
/** A currency or symbol that is the value of the expression with this key. */
export const valueUnitRef = (key: AstKey, pair?: Pair): UnitRef => ({ id: 'value', key, ...(pair ? { pair } : {}) })

/**
 * The reference that "x-unit-ref" names: "=USDT" is a literal, "@state.currency" a value (only within the compiler),
 * "^currency" a property of the object around, anything else a property beside the decimal.
 */
export function parseUnitRef(keyword: string): UnitRef {
  if (keyword.startsWith('=')) return literalUnitRef(keyword.slice(1))
  if (keyword.startsWith('@')) return valueUnitRef(pathKey(...keyword.slice(1).split('.')))
  return keyword.startsWith('^')
    ? { id: 'sibling', name: keyword.slice(1), outer: true }
    : { id: 'sibling', name: keyword }
}

/** Canonical text of a unit reference; `known` maps the key of a value to its representative. Undefined if unknown. */
function canonical(identity: UnitRef, known: (key: AstKey) => string): string | undefined {
  switch (identity.id) {
    case 'literal':
      return JSON.stringify(identity.value)
    case 'value':
      return known(identity.key)
    case 'sibling':
      return `.${identity.outer ? '^' : ''}${identity.name}`
    case 'lost':
      return undefined
    default: {
      const paired = identity.of.id === 'value' ? identity.of.pair?.[identity.id] : undefined
      const of = canonical(paired ?? identity.of, known)
      return paired || of === undefined ? of : `${identity.id}(${of})`
    }
  }
}

/** Equality of unit references. `known` maps a key to its literal or to the representative of its equality class. */
export function equalityBy(known: (key: AstKey) => string): UnitEquality {
  const agree: UnitEquality = (a, b) => {
    if (!a || !b) return true
    if ((a.id === 'quote' || a.id === 'base') && a.id === b.id && agree(a.of, b.of)) return true
    const left = canonical(a, known)
    return left !== undefined && left === canonical(b, known)
  }
  return agree
}

export const sameUnitRef: UnitEquality = equalityBy(({ text }) => text)

/** The unit reference outside the scope of a variable: unknown if it references that variable. */
export function withoutVariable(identity: UnitRef, name: string): UnitRef {
  switch (identity.id) {
    case 'value': {
      if (readsPath(identity.key, [name])) return UNKNOWN_UNIT
      const { base, quote } = identity.pair ?? {}
      const pair: Pair = {
        ...(base ? { base: withoutVariable(base, name) } : {}),
        ...(quote ? { quote: withoutVariable(quote, name) } : {}),
      }
      return identity.pair ? { ...identity, pair } : identity
    }
    case 'quote':
    case 'base': {
      const of = withoutVariable(identity.of, name)
      return of.id === 'lost' ? of : { ...identity, of }
    }
    default:
      return identity
  }
}

/** Whether a key is short enough to be shown in a message. */
export const isReadable = ({ text }: AstKey): boolean => /^[\w.()[\]]+$/.test(text) && text.length <= 40

/** A unit reference as text, for use after "of". */
export function showUnitRef(identity: UnitRef): string {
  switch (identity.id) {
    case 'literal':
      return identity.value
    case 'value':
      return isReadable(identity.key) ? identity.key.text : 'the value of an expression'
    case 'quote':
    case 'base':
      return showUnitRef(identity.of)
    case 'sibling':
      return `its ${identity.name}`
    case 'lost':
      return 'an unknown value'
  }
}
