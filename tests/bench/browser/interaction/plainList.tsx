import { memo } from 'react'
import type { Instrument } from '../../interaction/facts.ts'
import { useHandMarket, useHandQuote } from './handMarket.ts'
import { rowTexts } from './market.ts'
import { MESSAGES } from './messages.ts'
import { page } from './page.tsx'
import './plain.css'

const PlainRow = memo(function PlainRow({ row }: { row: Instrument }) {
  const quote = useHandQuote(row)
  const texts = rowTexts(row, quote)
  return (
    <div className="row">
      <button type="button" aria-label={MESSAGES.watch.replace('{{name}}', row.name)} onClick={() => undefined}>
        ☆
      </button>
      <button type="button" onClick={() => undefined}>
        {texts.title}
      </button>
      <span>{texts.subtitle}</span>
      <span>{texts.price}</span>
      <span>{texts.change}</span>
    </div>
  )
})

function PlainList() {
  const market = useHandMarket()
  return (
    market && (
      <main>
        {market.map((row) => (
          <PlainRow key={row.symbol} row={row} />
        ))}
      </main>
    )
  )
}

page(() => <PlainList />)
