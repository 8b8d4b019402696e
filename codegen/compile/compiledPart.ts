import type { Expr, Node } from '../../src/core/program.ts'
import type { Range } from './source.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { Schema } from './schema.ts'
import type { RefParam } from './refParam.ts'
import type { UsedNames } from './usedNames.ts'

export interface PartParam {
  schema: Schema
  required: boolean
  default?: Expr
  /** A by-reference parameter: a state that the part sets, or a query that it waits for. */
  ref?: RefParam
  at: Range
  used: boolean
}

/** A part checked separately; its uses put their arguments into `let`. */
export interface CompiledPart {
  id: string
  params: ReadonlyMap<string, PartParam>
  root: Node | undefined
  used: UsedNames
  /** Access rules that its calls require, each with the id of a call. */
  requiredRules: ReadonlyMap<string, string>
  /** Parameters whose values its calls that move money send. */
  sent: ReadonlySet<string>
  /** It closes the sheet it is drawn in. */
  closesSheet: boolean
  nodes: number
  depth: number
  repeaters: number
  diagnostics: Diagnostic[]
}
