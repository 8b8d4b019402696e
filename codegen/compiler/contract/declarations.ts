import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import type { MutableSet } from '../flow/mutable.ts'
import type { Range } from '../source/source.ts'
import type { Schema } from './schema.ts'

export interface RouteInfo {
  id: string
  file: string
  access: readonly string[]
  /** Its parameters as an object. */
  paramSchema: Schema
}

export interface Declared {
  schema: Schema
  at: Range
  used: boolean
}

export interface State extends Declared {
  /** A step sets it. */
  set: boolean
}

export interface DeclaredQuery extends Declared {
  call: string
  paged: boolean
  /** Expression of the payload. */
  payload?: Expr
  /** Reads of the payload and the condition. */
  dependsOn?: MutableSet
}
