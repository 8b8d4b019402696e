import type { PluginFunctions } from '../plugin.ts'
import type { LoadFunctions } from './functionEnv.ts'
import { isRegistered, registerFunctions, registerLiveFunctions } from './functions.ts'

export interface FunctionLoader {
  /** Whether a function of that name can be called, or can never be: its chunk is loaded, or it is the engine's. */
  isLoaded(name: string): boolean
  /** Loads the chunks of these functions. Rejects when one cannot be loaded. */
  load(names: readonly string[]): Promise<void>
  /** Loads all functions of the product. Rejects when a chunk cannot be loaded. */
  loadAll(): Promise<void>
}

/** Registers the product's live functions, and loads its others in chunks. */
export function createFunctionLoader({ live, common, separate }: PluginFunctions): FunctionLoader {
  registerLiveFunctions(live)
  const loaded = new Set<LoadFunctions>()
  const chunkOf = (name: string): LoadFunctions => (Object.hasOwn(separate, name) && separate[name]) || common
  const isLoaded = (name: string): boolean => isRegistered(name) || loaded.has(chunkOf(name))

  async function loadChunks(wanted: readonly LoadFunctions[]): Promise<void> {
    await Promise.all(
      [...new Set(wanted)].map(async (chunk) => {
        const { implementations } = await chunk()
        registerFunctions(implementations)
        loaded.add(chunk)
      }),
    )
  }

  return {
    isLoaded,
    load: (names) => loadChunks(names.filter((name) => !isLoaded(name)).map(chunkOf)),
    loadAll: () => loadChunks([common, ...Object.values(separate)]),
  }
}
