import type { FunctionImplementation } from '../core/functionEnv.ts'
import type { LiveValue } from '../core/product.ts'
import type { Signature } from '../core/signature.ts'
import type { Quote } from '../generated/entities.ts'

/** The key under which a live value is subscribed and read. */
export const keyOf = (value: LiveValue): string => (value as LiveValue & Quote).symbol

/** Functions for expressions that read live values. They are in the first load: screens show their values at once. */
export const signatures = {
  quote: {
    params: ['string<symbol>'],
    result: 'Quote?',
    call: 'function',
    doc: 'The live quote of a symbol; null until the first one arrives.',
    ticks: true,
    fieldsFromArguments: { symbol: 0 },
  },
} satisfies Record<string, Signature>

/** By the names of the signatures. */
export const implementations = {
  quote: ([symbol], env) => env.live(String(symbol)),
} satisfies Record<keyof typeof signatures, FunctionImplementation>
