export interface Slot {
  description?: string
  required?: boolean
}
