import { useEffect, useState } from 'react'
import type { Instrument, Quote } from '../../interaction/facts.ts'
import { readRows, subscribe } from './market.ts'

/** Sets the quote of the row of a symbol. */
const rows = new Map<string, (quote: Quote) => void>()

/** The rows of a market written by hand; null until they are loaded. Each row hears its own quotes. */
export function useHandMarket(): readonly Instrument[] | null {
  const [market, setMarket] = useState<readonly Instrument[] | null>(null)
  useEffect(() => void readRows().then(setMarket), [])
  useEffect(
    () =>
      market === null
        ? undefined
        : subscribe(
            market.map(({ symbol }) => symbol),
            (quotes) => {
              for (const quote of quotes) rows.get(quote.symbol)?.(quote)
            },
          ),
    [market],
  )
  return market
}

/** The latest quote of a row. */
export function useHandQuote({ symbol, quote: first }: Instrument): Quote {
  const [quote, setQuote] = useState(first)
  useEffect(() => {
    rows.set(symbol, setQuote)
    return () => void rows.delete(symbol)
  }, [symbol])
  return quote
}
