import type { CallDef, Json } from '../../../src/engine/language/expressions/program.ts'
import type { Slot } from '../parts/slot.ts'

/** Typed access to unchecked JSON; a value of another kind reads as empty. */
export const asRecord = (value: Json | undefined): Record<string, Json> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
/** The strings of a list; other items are left out. */
export const stringsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
/** The slots of a schema by name; empty if there are none. */
export const slotsOf = (value: Json | undefined): Record<string, Slot> =>
  Object.fromEntries(Object.entries(asRecord(value)).map(([name, slot]) => [name, asRecord(slot) as Slot]))

/** The paging of a call; undefined if `page`, `items` or `next` is missing. */
export function pagingOf(value: Json | undefined): CallDef['paging'] {
  const { page, items, next, key, after, cursor, back } = asRecord(value)
  return typeof page === 'string' && typeof items === 'string' && typeof next === 'string'
    ? {
        page,
        items,
        next,
        ...(typeof key === 'string' && { key }),
        ...(typeof after === 'string' && typeof cursor === 'string' && { after, cursor }),
        ...(back === true && { back }),
      }
    : undefined
}
