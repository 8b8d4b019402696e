import { useId } from 'react'
import type { InstrumentIconProps } from '../../../generated/widgets/InstrumentIcon.ts'
import { cx } from '../../../engine/widgets/lib/styles/cx.ts'
import { coins, metals } from './art.ts'
import Flag from './CurrencyFlag.tsx'
import { draw } from './draw.tsx'
import css from './InstrumentIcon.module.css'
import { hueOf, pairOf } from './pair.ts'

export default function InstrumentIcon({ symbol, base, quote, size = 'md' }: InstrumentIconProps) {
  const pair = pairOf(symbol ?? '', base, quote)
  const metal = metals[pair.base]
  return (
    <span className={cx(css.icon, css[size])} aria-hidden="true">
      {pair.kind === 'metal' && metal ? <Metal tones={metal} /> : null}
      {pair.kind === 'crypto' ? <Coin name={pair.base} /> : null}
      {pair.kind === 'forex' && pair.quote === '' ? <Flag code={pair.base} className={css.round} /> : null}
      {pair.kind === 'forex' && pair.quote !== '' ? (
        <>
          <Flag code={pair.quote} className={cx(css.round, css.back)} />
          <Flag code={pair.base} className={cx(css.round, css.front)} />
        </>
      ) : null}
    </span>
  )
}

function Metal({ tones: [light, middle, deep] }: { tones: readonly [string, string, string] }) {
  const id = useId()
  return (
    <svg viewBox="0 0 24 24" className={css.round}>
      <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor={light} />
        <stop offset="0.55" stopColor={middle} />
        <stop offset="1" stopColor={deep} />
      </linearGradient>
      <path d="M0 0h24v24H0z" fill="#1d1b18" />
      <path d="M8.6 6.2h6.8l1.5 5H7.1z" fill={`url(#${id})`} />
      <path d="M4.5 12.3h6.7l1 5.5H3zM12.8 12.3h6.7l1.5 5.5h-7.2z" fill={`url(#${id})`} />
    </svg>
  )
}

function Coin({ name }: { name: string }) {
  const coin = Object.hasOwn(coins, name) ? coins[name] : undefined
  return (
    <svg viewBox="0 0 24 24" className={css.round}>
      <path d="M0 0h24v24H0z" fill={coin?.colour ?? `hsl(${hueOf(name)} 48% 40%)`} />
      {coin?.mark ? (
        draw(coin.mark)
      ) : (
        <text x="12" y="12.5" fill="#fff" className={css.letter}>
          {coin?.letter ?? name.slice(0, 1)}
        </text>
      )}
    </svg>
  )
}
