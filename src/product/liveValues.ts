import type { FunctionImplementation } from '../engine/language/expressions/functionEnv.ts'
import type { LiveValue } from '../engine/language/plugin.ts'
import type { Signature } from '../engine/language/expressions/signature.ts'
import type { Depth, Inbox, Quote, Tape } from '../generated/entities.ts'

export const DEPTH_MODES = ['real', 'demo'] as const satisfies readonly Depth['mode'][]

export const depthPrefix = (mode: Depth['mode']): string => `depth:${mode}:`
export const depthKey = (symbol: string, mode: Depth['mode']): string => depthPrefix(mode) + symbol
/** Key of the messages to a user. */
export const inboxKey = (user: string): string => `inbox:${user}`
export const tradesKey = (symbol: string): string => `trades:${symbol}`

/** The key under which a live value is subscribed and read. */
export function keyOf(value: LiveValue): string {
  if ('user' in value) return inboxKey((value as LiveValue & Inbox).user)
  const { symbol } = value as LiveValue & Pick<Quote, 'symbol'>
  if ('bids' in value) return depthKey(symbol, (value as LiveValue & Depth).mode)
  return 'trades' in (value as LiveValue & Partial<Tape>) ? tradesKey(symbol) : symbol
}

/** Keys of the values that are of the tick of this one: of a quote the order books, of a book the quote. */
export function sameTickKeys(value: LiveValue): readonly string[] {
  if (isQuote(value)) return DEPTH_MODES.map((mode) => depthKey(value.symbol, mode))
  return isDepth(value) ? [value.symbol] : []
}

/** Whether a quote and an order book are of one tick, by the best prices; a side without levels is of any. */
export function areOfOneTick(a: LiveValue, b: LiveValue): boolean {
  const [quote, book] = isQuote(a) ? [a, b] : [b, a]
  if (!isQuote(quote) || !isDepth(book)) return true
  const [bid, ask] = [book.bids[0]?.price ?? quote.bid, book.asks[0]?.price ?? quote.ask]
  return bid === quote.bid && ask === quote.ask
}

const isQuote = (value: LiveValue): value is LiveValue & Quote => 'last' in value
const isDepth = (value: LiveValue): value is LiveValue & Depth => 'bids' in value

/** Functions for expressions that read live values. They are in the first load: screens show their values at once. */
export const signatures = {
  quote: {
    params: ['string<symbol>'],
    result: 'Quote?',
    call: 'function',
    doc: 'The live quote of a symbol; null until the first one arrives.',
    ticks: true,
    environment: true,
    fieldsFromArguments: { symbol: 0 },
  },
  depth: {
    params: ['string<symbol>', "'real'|'demo'"],
    result: 'Depth?',
    call: 'function',
    doc: 'The live order book of a symbol, with the resting orders of real or demo accounts; null until the first one arrives, and where the server has none.',
    ticks: true,
    environment: true,
    fieldsFromArguments: { symbol: 0 },
  },
  trades: {
    params: ['string<symbol>'],
    result: 'Tape?',
    call: 'function',
    doc: 'The live trades of a symbol, latest first; null until the first ones arrive, and where the server has none.',
    ticks: true,
    environment: true,
    fieldsFromArguments: { symbol: 0 },
  },
} satisfies Record<string, Signature>

/** By the names of the signatures. */
export const implementations = {
  quote: ([symbol], env) => env.live(String(symbol)),
  depth: ([symbol, mode], env) => env.live(depthKey(String(symbol), mode === 'demo' ? 'demo' : 'real')),
  trades: ([symbol], env) => env.live(tradesKey(String(symbol))),
} satisfies Record<keyof typeof signatures, FunctionImplementation>
