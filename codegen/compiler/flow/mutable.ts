import type { Operation, Root } from '../../../src/engine/language/expressions/program.ts'
import type { MemberPath } from '../infer/astKey.ts'

/**
 * A value that changes while a screen is open: a state, the current values of a form, the response of a query, a member of the session.
 * `refetched`: a query whose response is replaced by another one, so that it is not null in between.
 */
export interface Mutable {
  readonly kind: 'state' | 'form' | 'query' | 'refetched' | 'session'
  /** Its name in the lowered form. */
  readonly name: string
}

/** An immutable set of mutable values, each identified by its kind and name. */
export class MutableSet implements Iterable<Mutable> {
  readonly #members: ReadonlyMap<string, Mutable>

  constructor(members: Iterable<Mutable> = []) {
    this.#members = new Map([...members].map((member) => [idOf(member), member]))
  }

  get size(): number {
    return this.#members.size
  }

  has(value: Mutable): boolean {
    return this.#members.has(idOf(value))
  }

  [Symbol.iterator](): Iterator<Mutable> {
    return this.#members.values()
  }
}

const idOf = ({ kind, name }: Mutable): string => `${kind} ${name}`

const KINDS: { readonly [root in Root]?: Mutable['kind'] } = {
  state: 'state',
  forms: 'form',
  data: 'query',
  session: 'session',
}

/** The mutable value that an operation reads. */
export function mutableReadBy(operation: Operation): Mutable | undefined {
  const kind = operation[0] === '@' ? KINDS[operation[1]] : undefined
  return kind && { kind, name: String(operation[2]) }
}

/** The paths by which expressions of a screen read a mutable value; of a query, its value and its status. */
export function pathsOf({ kind, name }: Mutable): readonly MemberPath[] {
  if (kind === 'query' || kind === 'refetched') return [[name], ['queries', name]]
  return [[kind === 'form' ? 'forms' : kind, name]]
}
