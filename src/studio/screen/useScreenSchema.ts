import type { Schema } from '../../../codegen/compiler/service/index.ts'
import { useWorkspaceState } from '../model/context.tsx'

interface ScreenSchema {
  properties?: Readonly<Record<string, Schema>>
}

/** Before the compiler has read the catalogue. */
export const NO_MEMBERS: Readonly<Record<string, Schema>> = {}

/** The schema of the screen language for the members of a screen; `NO_MEMBERS` until the compiler has read the catalogue. */
export const useScreenSchema = (): Readonly<Record<string, Schema>> =>
  (useWorkspaceState((state) => state.schema) as ScreenSchema | null)?.properties ?? NO_MEMBERS
