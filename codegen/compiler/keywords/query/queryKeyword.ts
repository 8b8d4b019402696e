import type { Node, Query } from '../../../../src/engine/language/expressions/program.ts'
import type { ChangeDetail } from '../../compare/change.ts'
import type { Describer } from '../../compare/nodeComparison.ts'
import type { CompileContext } from '../../lower/compileContext.ts'
import type { Call } from '../../contract/contract.ts'
import type { JsonSchema } from '../editorSchema.ts'
import type { Scope } from '../../infer/scope.ts'
import type { JsonNode } from '../../source/source.ts'
import type { Keyword } from '../keyword.ts'

/** A keyword of a query. */
export interface QueryKeyword extends Keyword {
  /** Its expression decides what is sent: the query depends on what it reads. */
  readonly isSent?: boolean
  /** For editors. */
  readonly schema: JsonSchema
  /** Checks a query, whether it has the keyword or not. */
  check?(query: QueryInProgress): void
  /** Checks and lowers the value. */
  compile(value: JsonNode, query: QueryInProgress): CompiledQueryKeyword
  /** Describes a change of it. */
  compare(before: Query, after: Query, comparison: QueryComparison): void
}

/** The lowered members, and the scope of the following keywords. */
export interface CompiledQueryKeyword {
  readonly query?: Partial<Query>
  readonly scope?: Scope
}

/** A query whose keywords are being compiled, in their order. */
export interface QueryInProgress {
  readonly call: Call
  readonly fields: Readonly<Record<string, JsonNode>>
  /** Path of the query. */
  readonly path: string
  /** Context of the keyword: it has what the keywords before have added. */
  readonly context: CompileContext
  /** Context of the keyword, as it is around the query. */
  readonly outer: CompileContext
  /** The same, with data of the query. */
  readonly loaded: CompileContext
  /** The members lowered so far. */
  readonly lowered: Readonly<Partial<Query>>
}

export interface QueryComparison {
  readonly name: string
  readonly describer: Describer
  report(detail: ChangeDetail): void
  /** Reports a detail that begins with the query. */
  reportOfQuery(detail: ChangeDetail): void
  /** Differences between two lists of nodes. */
  nodes(before: readonly Node[], after: readonly Node[]): ChangeDetail[]
}
