import { createFunctionLoader } from '../../src/engine/language/expressions/functionLoader.ts'
import { plugin } from '../../src/product/plugin.ts'
import { client } from './client.ts'

// As the app at its start: the session is that of a visitor.
await client.session.start(() => Promise.reject(new Error('A visitor has no user.')))

/** Loads functions of the product as the app does. */
export const { load: loadFunctions } = createFunctionLoader(plugin.functions)
