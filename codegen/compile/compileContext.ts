import type { Expr, Json, Node } from '../../src/core/program.ts'
import type { JsonNode } from './source.ts'
import type { Scope } from './infer/scope.ts'
import type { Type } from './types.ts'
import type { CompilationUnit } from './compilationUnit.ts'

/** A value of a document, lowered: known now, or to be evaluated. */
export type Value = { json: Json; type?: undefined } | { expr: Expr; type: Type }

export interface CompileContext {
  unit: CompilationUnit
  scope: Scope
  path: string
  /** The object whose members other members of the schema refer to ("x-payload-of": "call"). */
  holder?: JsonNode
  /** How nodes are compiled: given, since steps hold nodes and nodes hold steps. */
  nodes: (list: JsonNode | undefined, context: CompileContext) => Node[]
  /** Repeaters round this place. */
  repeaters?: number
  /** Surplus fields of an object are refused: the server would. */
  exact?: boolean
  /** What the steps here are started by; none for those of a form's or an action's own. */
  trigger?: Trigger
  /** Conditions under which the nodes here are drawn, by their keys. */
  drawn?: ReadonlySet<string>
  /** The steps here stand in the body of a sheet. */
  inSheet?: boolean
  /** The nodes here stand in the bar of the app. */
  inBar?: boolean
  /** The action that has ended the session before this. */
  ended?: string
}

/** What starts steps: an event of a widget, or without one the entering of the screen. */
export interface Trigger {
  widget?: string
  event: string
  /** It waits while its steps run. */
  guarded: boolean
}

export const WRONG_VALUE: Value = { json: null }

export function joinObject(parts: readonly { name: string; value: Value }[]): Value {
  if (parts.every(({ value }) => 'json' in value)) {
    return { json: Object.fromEntries(parts.map(({ name, value }) => [name, 'json' in value ? value.json : null])) }
  }
  return { expr: ['map', ...parts.flatMap(({ name, value }) => [name, toExpr(value)])], type: { k: 'unknown', why: 'it is an object of the document' } }
}

/** A value as an expression: literals stand for themselves, lists and objects become operations. */
export const toExpr = (value: Value): Expr => ('expr' in value ? value.expr : jsonToExpr(value.json))

export function jsonToExpr(json: Json): Expr {
  if (Array.isArray(json)) return ['list', ...json.map(jsonToExpr)]
  if (json !== null && typeof json === 'object') return ['map', ...Object.entries(json).flatMap(([name, held]) => [name, jsonToExpr(held)])]
  return json
}

