import type { CallDef, Json } from '../../src/core/program.ts'
import type { Slot } from './slot.ts'

/** Typed access to unchecked JSON; a value of another kind reads as empty. */
export const asRecord = (value: Json | undefined): Record<string, Json> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
export const stringsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
export const slotsOf = (value: Json | undefined): Record<string, Slot> =>
  Object.fromEntries(Object.entries(asRecord(value)).map(([name, slot]) => [name, asRecord(slot) as Slot]))

export function pagingOf(value: Json | undefined): CallDef['paging'] {
  const { page, items, next, back } = asRecord(value)
  return typeof page === 'string' && typeof items === 'string' && typeof next === 'string'
    ? { page, items, next, ...(back === true && { back }) }
    : undefined
}
