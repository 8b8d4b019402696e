import type { Range } from '../source.ts'

/** Kind of a named symbol. States, queries and parameters belong to one screen or part; the others to the catalogue. */
export type SymbolKind = 'text' | 'part' | 'state' | 'query' | 'param' | 'call' | 'form' | 'route'

export interface SymbolRef {
  kind: SymbolKind
  name: string
  /** The file that a state, query or parameter belongs to; of a parameter in an address, the route of its screen. */
  owner?: string
}

/** A position of a file that names a symbol: the range has the name alone, without quotes. */
export interface Mention extends SymbolRef, Range {
  /** It is the declaration. */
  declares?: true
  /** The range has the beginning of the name: the rest is a value. */
  composed?: true
}
