import type { Screen } from '../../src/engine/language/expressions/program.ts'
import type { Finding } from './source/findings/diagnostics.ts'
import type { UsedNames } from './source/names/usedNames.ts'

export interface CompiledScreen {
  /** Nodes, those of parts counted where they are used. */
  nodes: number
  screen: Screen | undefined
  used: UsedNames
  diagnostics: Finding[]
}

export interface CheckedScreen extends CompiledScreen {
  file: string
  route: string
}
