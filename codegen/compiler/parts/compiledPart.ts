import type { Expr, Node } from '../../../src/engine/language/expressions/program.ts'
import type { Range } from '../source/source.ts'
import type { Finding } from '../source/findings/diagnostics.ts'
import type { Schema } from '../contract/schema.ts'
import type { RefParam } from './refParam.ts'
import type { UsedNames } from '../source/names/usedNames.ts'
import { memo } from '../source/memo.ts'

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
  rows: number
  diagnostics: Finding[]
}

/** A part, or why it cannot be used. */
export type PartAnswer = CompiledPart | 'missing' | 'unparsed' | 'cyclic' | 'deep'

/** The part's interface without positions and findings; a cache key. */
const readByUsers = memo((part: CompiledPart): string => {
  const { params, used, diagnostics: _, requiredRules, sent, ...rest } = part
  const { mentions: __, ...names } = used
  return JSON.stringify([
    rest,
    [...params].map(([name, { at: ___, ref, ...param }]) => [name, param, ref && kept(ref)]),
    Object.values(names).map((kind) => [...kind]),
    [...requiredRules],
    [...sent],
  ])
})

const kept = (ref: RefParam): unknown =>
  'state' in ref
    ? [ref.state.schema, ref.state.used, ref.state.set]
    : [ref.query.call, ref.query.schema, ref.query.used, ref.query.paged]

/** Whether a screen or part that uses a part is compiled to the same with another answer for it. */
export const sameForUsers = (partAnswer: PartAnswer, other: PartAnswer): boolean =>
  partAnswer === other ||
  (typeof partAnswer === 'object' && typeof other === 'object' && readByUsers(partAnswer) === readByUsers(other))
