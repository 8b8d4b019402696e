import type { NODE_TRAITS } from '../../engine/language/expressions/nodeTraits.ts'

/** The members of a node that the inspector shows. */
export interface NodeValue extends Partial<Record<typeof NODE_TRAITS.awaits, string>> {
  widget?: string
  part?: string
  props?: Record<string, unknown>
  visible?: string
  each?: string
  key?: string
  showErrorOf?: readonly string[]
  on?: Record<string, unknown[]>
}
