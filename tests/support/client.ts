import { createClient } from '../../src/engine/state/client/client.ts'
import { plugin } from '../../src/product/plugin.ts'

/** The client of tests: that of the product. */
export const client = createClient({ plugin })
