import type { Screen } from '../../src/core/program.ts'
import type { Finding } from './diagnostics.ts'
import type { UsedNames } from './usedNames.ts'

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
