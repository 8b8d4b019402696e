import type { FieldKind } from './contract.ts'

/** The kinds of field that few forms have, each in a chunk of its own: fields/<kind>.lazy.tsx. A form is drawn when those of its fields are there. */
const files = import.meta.glob<FieldKind>('./fields/*.lazy.tsx', { import: 'default' })
const loaded = new Map<string, FieldKind>()
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.slice('./fields/'.length, -'.lazy.tsx'.length), load]))

/** A late kind that is there. */
export const lateKind = (kind: string): FieldKind | undefined => loaded.get(kind)

/** Whether a kind of that name is still to come. */
export const isFieldAwaited = (kind: string): boolean => loaders.has(kind) && !loaded.has(kind)

/** Gets the late ones among these kinds, without a list all of them. Rejects when one cannot be had. */
export async function loadFields(kinds: Iterable<string> = loaders.keys()): Promise<void> {
  await Promise.all(
    [...new Set(kinds)].map(async (kind) => {
      const load = isFieldAwaited(kind) ? loaders.get(kind) : undefined
      if (load) loaded.set(kind, await load())
    }),
  )
}
