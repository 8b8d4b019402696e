import { isRegistered, registerFunctions } from './functions.ts'

let chunkLoaded = false

/** Whether a function of that name can be called, or can never be: the product's functions are loaded, or it is the engine's. */
export const isFunctionLoaded = (name: string): boolean => chunkLoaded || isRegistered(name)

/** Loads the product's functions, a separate chunk. Rejects when it cannot be loaded. */
export async function loadProductFunctions(): Promise<void> {
  const { implementations } = await import('../product/functions.ts')
  registerFunctions(implementations)
  chunkLoaded = true
}
