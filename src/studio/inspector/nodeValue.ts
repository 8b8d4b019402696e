/** The members of a node that the inspector shows. */
export interface NodeValue {
  widget?: string
  part?: string
  props?: Record<string, unknown>
  visible?: string
  each?: string
  key?: string
  waitFor?: string
  showErrorOf?: readonly string[]
  on?: Record<string, unknown[]>
}
