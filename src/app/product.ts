import { plugin } from '../product/plugin.ts'
import { capabilities } from '../generated/capabilities.ts'
import { services } from '../generated/services.ts'
import { replies } from '../generated/validators/replies.js'
import type { Action } from '../engine/language/action.ts'
import type { Capabilities } from '../engine/language/capabilities.ts'
import type { ClientPlugin } from '../engine/language/plugin.ts'
import type { Widget } from '../engine/renderer/plan.ts'
import type { Config } from './boot/config.ts'
import { createRegistry, type Module, type Registry, type SymbolOf } from './registry.ts'

/** A product as the app draws it. */
export interface Product {
  plugin: ClientPlugin<Config>
  registry: Registry
  /** Capabilities of this build, which screens may require. */
  capabilities: Capabilities
  /** The call of each service, and the validator of the data of its reply. */
  services: typeof services
  replies: typeof replies
}

/** The product of this build. */
export const product: Product = {
  plugin,
  registry: createRegistry(
    {
      widgets: import.meta.glob<Module<Widget>>([
        '../{engine,product}/widgets/*/*.tsx',
        '!../engine/widgets/lib/*.tsx',
        '!../{engine,product}/widgets/*/*.test.tsx',
      ]),
      actions: import.meta.glob<Action>(
        ['../{engine,product}/actions/*/*.ts', '!../{engine,product}/actions/*/*.test.ts'],
        {
          eager: true,
          import: 'default',
        },
      ),
      symbols: import.meta.glob<Module<SymbolOf>>('../product/widgets/*/DrawingOf.lazy.tsx'),
    },
    plugin.functions,
  ),
  capabilities,
  services,
  replies,
}
