import type { Node } from '../../../../src/engine/language/expressions/program.ts'
import type { CompilationUnit } from '../../lower/compilationUnit.ts'
import type { CompileContext } from '../../lower/compileContext.ts'
import type { PartParam } from '../../parts/compiledPart.ts'
import type { JsonNode } from '../../source/source.ts'
import type { Keyword } from '../keyword.ts'

/** A keyword of a part. First all declare their names, then all are compiled; both in their order. An editor has those of screens. */
export interface PartKeyword extends Keyword {
  /** Adds to the unit what expressions of the part read. */
  declare?(value: JsonNode | undefined, part: PartInProgress): void
  /** Checks and lowers the value. */
  compile?(value: JsonNode | undefined, context: CompileContext): { root?: Node | undefined }
}

export interface PartInProgress {
  readonly unit: CompilationUnit
  readonly params: Map<string, PartParam>
}
