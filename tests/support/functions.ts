import { createFunctionLoader } from '../../src/engine/language/expressions/functionLoader.ts'
import { setLiveKeys } from '../../src/engine/state/data/liveValues.ts'
import { startSession } from '../../src/engine/state/session.ts'
import { plugin } from '../../src/product/plugin.ts'

// The product's live values and account modes, as the app sets them at its start: the session is that of a visitor.
setLiveKeys(plugin.liveKeys)
await startSession(() => Promise.reject(new Error('A visitor has no user.')), plugin.modes)

/** Loads functions of the product as the app does. */
export const { load: loadFunctions } = createFunctionLoader(plugin.functions)
