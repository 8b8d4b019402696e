import { memo, useMemo } from 'react'
import { commonDecimalPlaces } from '../../../engine/language/values/decimal.ts'
import type { TradeTapeProps } from '../../../generated/widgets/TradeTape.ts'
import { useFormat, useText } from '../../../engine/state/language.ts'
import { cx } from '../../../engine/widgets/lib/styles/cx.ts'
import typography from '../../../engine/widgets/lib/styles/typography.module.css'
import css from './TradeTape.module.css'

type TradeRowProps = Omit<TradeTapeProps['trades'][number], 'id'> & {
  precision: number
  quantityDigits: number
  isLarge: boolean
}

/** How many times the mean quantity a large trade has at least. */
const LARGE = 3

/** One trade. A new one renders no other, unless it changes the digits or the mean. */
const TradeRow = memo(function TradeRow({
  time,
  side,
  price,
  quantity,
  precision,
  quantityDigits,
  isLarge,
}: TradeRowProps) {
  const t = useText()
  const format = useFormat()
  return (
    <tr className={isLarge ? css.large : undefined}>
      <td className={css.time}>
        <bdi>{format.time(time)}</bdi>
      </td>
      <td className={cx(css.price, css[side])}>
        <span className={css.arrow} aria-hidden="true">
          {side === 'buy' ? '↑' : '↓'}
        </span>
        <bdi>{format.price(price, precision)}</bdi>
        <span className={typography.spoken}>{t(side === 'buy' ? 'tape.bought' : 'tape.sold')}</span>
      </td>
      <td className={css.quantity}>
        <bdi>{format.price(quantity, quantityDigits)}</bdi>
      </td>
    </tr>
  )
})

export default function TradeTape({ label, trades, precision, base, currency, rows = 20 }: TradeTapeProps) {
  const t = useText()
  const [quantityDigits, large] = useMemo(() => {
    const quantities = trades.map(({ quantity }) => Number(quantity))
    const mean = quantities.reduce((sum, quantity) => sum + quantity, 0) / quantities.length
    return [commonDecimalPlaces(trades.map(({ quantity }) => quantity)), LARGE * mean]
  }, [trades])
  if (trades.length === 0) return <p className={css.empty}>{t('tape.empty')}</p>
  return (
    <table className={css.tape} aria-label={label}>
      <thead>
        <tr>
          <th scope="col" className={css.time}>
            {t('tape.time')}
          </th>
          <th scope="col" className={css.price}>
            {t('tape.price')} <bdi>{currency}</bdi>
          </th>
          <th scope="col" className={css.quantity}>
            {t('tape.quantity')} <bdi>{base}</bdi>
          </th>
        </tr>
      </thead>
      <tbody>
        {trades.slice(0, rows).map(({ id, time, side, price, quantity }) => (
          <TradeRow
            key={id}
            time={time}
            side={side}
            price={price}
            quantity={quantity}
            precision={precision}
            quantityDigits={quantityDigits}
            isLarge={Number(quantity) >= large}
          />
        ))}
      </tbody>
    </table>
  )
}
