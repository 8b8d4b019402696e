import { createFunctionLoader } from '../../src/engine/language/expressions/functionLoader.ts'
import { setLiveKeys } from '../../src/engine/state/data/liveValues.ts'
import { plugin } from '../../src/product/plugin.ts'

// The product's live values, as the app registers them at its start.
setLiveKeys(plugin.liveKeys)

/** Loads functions of the product as the app does. */
export const { load: loadFunctions } = createFunctionLoader(plugin.functions)
