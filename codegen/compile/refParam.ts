import type { DeclaredQuery, State } from './declarations.ts'

/** A parameter passed by reference: a state that the part may set, or a query that it may wait for. */
export type RefParam = { state: State } | { query: DeclaredQuery }
