import type { Node } from '../../../../src/engine/language/expressions/program.ts'
import type { NodeComparison } from '../../compare/nodeComparison.ts'
import type { CompileContext } from '../../lower/compileContext.ts'
import type { Widget } from '../../contract/contract.ts'
import type { JsonSchema } from '../editorSchema.ts'
import type { JsonNode } from '../../source/source.ts'
import type { Keyword } from '../keyword.ts'

/** A keyword of a node. It lowers to the member of `Node` with its name, unless `compile` differs. */
export interface NodeKeyword extends Keyword {
  /** Nodes that may have it: widgets, uses of parts, or both. */
  readonly of: 'widget' | 'part' | 'both'
  /** The keyword beside which it has a meaning; what this lowers to has the same name. */
  readonly needs?: keyof Node
  /** Its schema for editors, in a node of this widget or in the use of a part; undefined where it cannot be written. */
  schema(at: SchemaPlace): JsonSchema | undefined
  /** Checks a node, whether it has the keyword or not. */
  check?(node: NodeInProgress): void
  /** Checks and lowers the value. */
  compile?(value: JsonNode, node: NodeInProgress): CompiledKeyword
  /** Names of the queries whose loading or failure a node with this value handles. */
  queriesHandled?(value: JsonNode): string[]
  /** Combines its values at the use of a part and at the part's root. Without this the use replaces the root's value. */
  join?<T>(use: T, root: T): T
  /** The node with the by-reference parameters of a part replaced by the states and queries of its user. */
  substitute?(node: Node, refs: RefNames): Node
  /** Describes a change of it. Without this its new and old value are named. */
  compare?(before: Node, after: Node, comparison: NodeComparison): void
}

/** `widget`: that of the node; undefined in the use of a part. `parts`: ids of all parts. */
export interface SchemaPlace {
  readonly widget: Widget | undefined
  readonly parts: readonly string[]
}

/** The lowered members, and the context of the following keywords and of all in the node. */
export interface CompiledKeyword {
  readonly node?: Partial<Node>
  readonly inside?: Partial<CompileContext>
}

/** A node whose keywords are being compiled, in their order. */
export interface NodeInProgress {
  readonly fields: Readonly<Record<string, JsonNode>>
  /** The keywords of all nodes, with the other words for each. */
  readonly keywords: readonly Keyword[]
  /** Undefined in the use of a part. */
  readonly widget: Widget | undefined
  /** Path of the node. */
  readonly path: string
  /** Context of the keyword: it has what the keywords before have added. */
  readonly context: CompileContext
  /** Context of the keyword, as it is around the node. */
  readonly outer: CompileContext
  /** The members lowered so far. */
  readonly lowered: Readonly<Partial<Node>>
}

/** Names of by-reference parameters, as the user of a part has them. */
export interface RefNames {
  pathOf(name: string): string
  /** The query has data wherever the part is rendered. */
  isLoaded(name: string): boolean
}
