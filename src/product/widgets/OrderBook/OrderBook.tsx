import { useMemo, useState } from 'react'
import { asPrice, asScale, commonDecimalPlaces, fromMinor, sub } from '../../../engine/language/values/decimal.ts'
import type { OrderBookProps } from '../../../generated/widgets/OrderBook.ts'
import { useFormat, useText } from '../../../engine/state/language.ts'
import { cx } from '../../../engine/widgets/lib/styles/cx.ts'
import Price from '../../../engine/widgets/Price/Price.tsx'
import { Choice } from './Choice.tsx'
import { DepthChart } from './DepthChart.tsx'
import { barScale, buyersShare, shownLevels, smoothedShare, type BookSide, type ShownLevel } from './levels.ts'
import { Side } from './Side.tsx'
import typography from '../../../engine/widgets/lib/styles/typography.module.css'
import css from './OrderBook.module.css'

/** Price steps of a group, in units of the last decimal of a price. */
const STEPS = [1, 10, 100] as const
const NONE: NonNullable<OrderBookProps['own']> = []

export default function OrderBook({
  label,
  bids,
  asks,
  own = NONE,
  precision: digits,
  base,
  currency,
  last = null,
  layout = 'columns',
  rows: count = 12,
  onPick,
}: OrderBookProps) {
  const t = useText()
  const format = useFormat()
  const precision = asScale(digits)
  const [ticks, setTicks] = useState<number>(1)
  const [view, setView] = useState('quantity')
  const buy = useMemo(
    () => shownLevels(bids, { side: 'buy', own, precision, ticks, count }),
    [bids, own, precision, ticks, count],
  )
  const sell = useMemo(
    () => shownLevels(asks, { side: 'sell', own, precision, ticks, count }),
    [asks, own, precision, ticks, count],
  )
  const quantityDigits = useMemo(
    () => commonDecimalPlaces([...bids, ...asks].map(({ quantity }) => quantity)),
    [bids, asks],
  )
  const scale = barScale([...buy, ...sell])
  const share = Math.round(useSmoothedShare(buyersShare(buy, sell), bids, asks))

  const sideOf = (side: BookSide, levels: readonly ShownLevel[]) => (
    <Side
      side={side}
      label={t(side === 'buy' ? 'book.buyers' : 'book.sellers')}
      levels={levels}
      precision={precision}
      quantityDigits={quantityDigits}
      scale={scale}
      showsTotals={view === 'total'}
      base={base}
      currency={currency}
      onPick={onPick && (({ price }) => void onPick({ price, side }))}
    />
  )

  if (buy.length + sell.length === 0) return <p className={css.empty}>{t('book.empty')}</p>
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  const middle = (
    <div className={css.middle}>
      {last === null ? null : (
        <Price value={last} precision={precision} tone="auto" variant="label" weight="semibold" flash={false} />
      )}
      {bid !== undefined && ask !== undefined ? (
        <span className={css.spread}>
          {t('detail.spread')} <bdi>{format.price(sub(ask, bid), precision)}</bdi>
        </span>
      ) : null}
    </div>
  )
  if (layout === 'stacked')
    return (
      <section aria-label={label} className={cx(css.book, css.stacked)}>
        {sideOf('sell', sell.toReversed())}
        {middle}
        {sideOf('buy', buy)}
      </section>
    )
  return (
    <section aria-label={label} className={cx(css.book, css.columns)}>
      <div className={css.tools}>
        <Choice
          label={t('book.view')}
          value={view}
          options={[
            { id: 'quantity', label: t('book.quantity') },
            { id: 'total', label: t('book.total') },
            { id: 'depth', label: t('book.depth') },
          ]}
          onChange={setView}
        />
        {middle}
        <Choice
          label={t('book.step')}
          value={String(ticks)}
          options={STEPS.map((step) => ({
            id: String(step),
            label: format.price(asPrice(fromMinor(BigInt(step), precision)), precision),
          }))}
          onChange={(value) => setTicks(Number(value))}
        />
      </div>
      {view === 'depth' ? (
        <DepthChart
          label={t('book.depth')}
          buy={buy}
          sell={sell}
          precision={precision}
          quantityDigits={quantityDigits}
          base={base}
        />
      ) : (
        <div className={css.sides}>
          {sideOf('buy', buy)}
          {sideOf('sell', sell)}
        </div>
      )}
      <div className={css.share}>
        <span className={typography.spoken}>
          {t('book.share', {
            buyers: format.percent(String(share)),
            sellers: format.percent(String(100 - share)),
          })}
        </span>
        <span className={css.shareBuy} aria-hidden="true">
          {format.percent(String(share))}
        </span>
        <span className={css.shareTrack} aria-hidden="true">
          <span className={css.shareFill} style={{ inlineSize: `${share}%` }} />
        </span>
        <span className={css.shareSell} aria-hidden="true">
          {format.percent(String(100 - share))}
        </span>
      </div>
    </section>
  )
}

/** The share of the buyers, smoothed over the states of the book. */
function useSmoothedShare(measured: number, bids: OrderBookProps['bids'], asks: OrderBookProps['asks']): number {
  const [shown, setShown] = useState({ bids, asks, share: measured })
  if (shown.bids === bids && shown.asks === asks) return shown.share
  const share = smoothedShare(shown.share, measured)
  setShown({ bids, asks, share })
  return share
}
