import { common, separate } from '../../../product/functions/chunks.ts'
import type { LoadFunctions } from './functionEnv.ts'
import { isRegistered, registerFunctions } from './functions.ts'

const chunks: Readonly<Record<string, LoadFunctions>> = separate
const loaded = new Set<LoadFunctions>()

const chunkOf = (name: string): LoadFunctions => (Object.hasOwn(chunks, name) && chunks[name]) || common

/** Whether a function of that name can be called, or can never be: its chunk is loaded, or it is the engine's. */
export const isFunctionLoaded = (name: string): boolean => isRegistered(name) || loaded.has(chunkOf(name))

/** Loads the chunks of these functions. Rejects when one cannot be loaded. */
export async function loadFunctions(names: readonly string[]): Promise<void> {
  await load(names.filter((name) => !isFunctionLoaded(name)).map(chunkOf))
}

/** Loads all functions of the product. Rejects when a chunk cannot be loaded. */
export const loadProductFunctions = (): Promise<void> => load([common, ...Object.values(chunks)])

async function load(wanted: readonly LoadFunctions[]): Promise<void> {
  await Promise.all(
    [...new Set(wanted)].map(async (chunk) => {
      const { implementations } = await chunk()
      registerFunctions(implementations)
      loaded.add(chunk)
    }),
  )
}
