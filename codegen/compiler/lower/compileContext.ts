import type { Expr, Json, Node } from '../../../src/engine/language/expressions/program.ts'
import type { JsonNode } from '../source/source.ts'
import { WRONG_TYPED } from '../infer/inference.ts'
import type { Scope } from '../infer/scope.ts'
import type { Type } from '../infer/types.ts'
import type { CompilationUnit } from './compilationUnit.ts'

/** A value of a document, lowered: known now, or to be evaluated. */
export type Value = { json: Json; type?: undefined } | { expr: Expr; type: Type }

export interface CompileContext {
  unit: CompilationUnit
  scope: Scope
  path: string
  /** The object that contains the value; annotations such as "x-payload-of": "call" name its members. */
  holder?: JsonNode
  /** Compiles nodes. Injected, since steps and nodes contain one another and would import in a circle. */
  nodes: (list: JsonNode | undefined, context: CompileContext) => Node[]
  /** Compiles one node. */
  node: (node: JsonNode, context: CompileContext) => Node | undefined
  /** Number of enclosing repeaters. */
  repeaters?: number
  /** Greatest number of times that the enclosing repeaters make of a node; Infinity where a list has no maximum. */
  rows?: number
  /** Directly in the slot of a virtual list. */
  inVirtualList?: boolean
  /** Additional fields of an object are errors, as on the server. */
  exact?: boolean
  /** Event that starts the steps; undefined for steps of a form or an action. */
  trigger?: Trigger
  /** Inside the body of a sheet. */
  inSheet?: boolean
  /** Inside the app bar. */
  inBar?: boolean
  /** Name of the earlier action that ended the session. */
  ended?: string
}

/** Event that starts steps; without a widget: entering the screen. */
export interface Trigger {
  widget?: string
  name: string
  /** The widget ignores further events while the steps run. */
  guarded: boolean
}

/** A value with an error that is reported. */
export const WRONG_VALUE: Value = WRONG_TYPED

/** An object of compiled members: JSON if all of them are, else an expression of an unknown type. */
export function joinObject(parts: readonly { name: string; value: Value }[]): Value {
  if (parts.every(({ value }) => 'json' in value)) {
    return { json: Object.fromEntries(parts.map(({ name, value }) => [name, 'json' in value ? value.json : null])) }
  }
  return {
    expr: ['map', ...parts.flatMap(({ name, value }) => [name, toExpr(value)])],
    type: { k: 'unknown', why: 'it is an object of the document' },
  }
}

/** A value as an expression: literals are unchanged, lists and objects become operations. */
export const toExpr = (value: Value): Expr => ('expr' in value ? value.expr : jsonToExpr(value.json))

/** JSON as an expression: literals are unchanged, lists and objects become operations. */
export function jsonToExpr(json: Json): Expr {
  if (Array.isArray(json)) return ['list', ...json.map(jsonToExpr)]
  if (json !== null && typeof json === 'object')
    return ['map', ...Object.entries(json).flatMap(([name, value]) => [name, jsonToExpr(value)])]
  return json
}
