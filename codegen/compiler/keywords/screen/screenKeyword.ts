import type { Screen } from '../../../../src/engine/language/expressions/program.ts'
import type { ScreenComparison } from '../../compare/screenComparison.ts'
import type { CompilationUnit } from '../../lower/compilationUnit.ts'
import type { CompileContext } from '../../lower/compileContext.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Declared } from '../../contract/declarations.ts'
import type { JsonSchema } from '../editorSchema.ts'
import type { JsonNode } from '../../source/source.ts'
import type { Keyword } from '../keyword.ts'

/** A keyword of a screen. First all declare their names, then all are compiled; both in their order. */
export interface ScreenKeyword extends Keyword {
  /** For editors. */
  schema(contract: Contract): JsonSchema
  /** Adds to the unit what expressions of the screen read. It gives the lowered members that are known by then. */
  declare?(value: JsonNode | undefined, screen: ScreenInProgress): Partial<Screen>
  /** Checks and lowers the value. */
  compile?(value: JsonNode | undefined, screen: CompilingScreen): Partial<Screen>
  /** Describes a change of it. */
  compare?(before: Screen, after: Screen, comparison: ScreenComparison): void
}

/** A screen whose keywords are being compiled, in their order. */
export interface ScreenInProgress {
  readonly unit: CompilationUnit
  readonly fields: Readonly<Record<string, JsonNode>>
  /** The members lowered so far. */
  readonly lowered: Readonly<Partial<Screen>>
  /** Parameters of the route, with their types. */
  readonly params: Map<string, Declared>
  readonly nodes: CompileContext['nodes']
  readonly node: CompileContext['node']
}

export interface CompilingScreen extends ScreenInProgress {
  /** Context of the keyword, with all names that the screen declares. */
  readonly context: CompileContext
  /** Queries that nodes wait for, show the error of, or give to a part. */
  readonly handledQueries: ReadonlySet<string>
}
