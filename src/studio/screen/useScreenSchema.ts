import type { Schema } from '../../../codegen/compiler/service/index.ts'
import { useWorkspaceState } from '../model/context.tsx'

interface ScreenSchema {
  properties?: Readonly<Record<string, Schema>>
}

const NONE: Readonly<Record<string, Schema>> = {}

/** The schema of the screen language for the members of a screen; empty until the compiler has read the catalogue. */
export const useScreenSchema = (): Readonly<Record<string, Schema>> =>
  (useWorkspaceState((state) => state.schema) as ScreenSchema | null)?.properties ?? NONE
