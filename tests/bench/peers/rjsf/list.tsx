import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { useEffect, useState } from 'react'
import { page } from '../../browser/interaction/page.tsx'
import { readRows, rowTexts, subscribe } from '../../browser/interaction/market.ts'
import type { Instrument, Quote } from '../../interaction/facts.ts'
import { Show } from './show.tsx'

const text = { type: 'string' } as const
const schema: RJSFSchema = { type: 'array', items: { type: 'object', properties: { watch: text, title: text, subtitle: text, price: text, change: text } } }
const pressed = { 'ui:options': { pressed: true } }
const uiSchema: UiSchema = { items: { 'ui:look': 'row', watch: pressed, title: pressed } }

const itemOf = (row: Instrument, quote: Quote) => ({ watch: '☆', ...rowTexts(row, quote) })

function RjsfList({ market }: { market: readonly Instrument[] }) {
  const [items, setItems] = useState(() => market.map((row) => itemOf(row, row.quote)))
  useEffect(() => {
    const places = new Map(market.map(({ symbol }, i) => [symbol, i]))
    return subscribe([...places.keys()], (quotes) =>
      setItems((before) => {
        const after = [...before]
        for (const quote of quotes) {
          const place = places.get(quote.symbol) ?? -1
          const row = market[place]
          if (row) after[place] = itemOf(row, quote)
        }
        return after
      }),
    )
  }, [market])
  return <Show schema={schema} uiSchema={uiSchema} data={items} />
}

function Loaded() {
  const [market, setMarket] = useState<readonly Instrument[] | null>(null)
  useEffect(() => void readRows().then(setMarket), [])
  return market && <RjsfList market={market} />
}

page(() => <Loaded />)
