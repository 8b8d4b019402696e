import type { Shell } from '../../src/engine/language/expressions/program.ts'
import type { Source } from './source/source.ts'
import type { CheckedScreen } from './compiledScreen.ts'
import type { RouteInfo } from './contract/declarations.ts'
import type { CompiledPart } from './parts/compiledPart.ts'
import type { Contract } from './contract/contract.ts'

export interface CheckedProject {
  /** A screen or part could not be parsed, so the names it uses are not known. */
  hasUnparsedFiles: boolean
  sources: ReadonlyMap<string, Source>
  screens: readonly CheckedScreen[]
  routes: ReadonlyMap<string, RouteInfo>
  parts: ReadonlyMap<string, CompiledPart>
  shell: Shell | undefined
  contract: Contract
  shellTexts: readonly string[]
  shellRoutes: readonly string[]
}
