import { asDecimal, div, mul, round, sign, sub } from '../../../engine/language/values/decimal.ts'
import type { Decimal } from '../../../engine/language/values/units.ts'
import type { ChartProps } from '../../../generated/widgets/Chart.ts'
import { useFormat, useText } from '../../../engine/state/language.ts'
import { cx } from '../../../engine/widgets/lib/styles/cx.ts'
import type { Candle } from './candles.ts'
import css from './Chart.module.css'
import { candleTime } from './canvas/ticks.ts'

interface ReadoutProps extends Pick<ChartProps, 'interval' | 'precision'> {
  row: Candle
  /** The crosshair is in the left half: show the values in the right one. */
  inLeftHalf: boolean
}

/** Per cent from open to close, with the digits that are shown: sign and colour are those of the shown number. */
const changeOf = ({ open, close }: Candle): Decimal =>
  sign(open) === 0 ? asDecimal('0') : round(mul(div(sub(close, open), open, 8), '100'), 2, 'half-up')

/** When a candle began, as far as its length asks for. */
export const useCandleTime = (interval: ChartProps['interval']): ((time: number) => string) =>
  candleTime(interval, useFormat())

/** The values of the candle under the crosshair, as the decimals they are. */
export function Readout({ row, inLeftHalf, interval, precision }: ReadoutProps) {
  const t = useText()
  const format = useFormat()
  const timeOf = useCandleTime(interval)
  const change = changeOf(row)
  const tone = [css.down, undefined, css.up][sign(change) + 1]
  const rows: [label: string, value: string, tone?: string][] = [
    [t('ui.chartTime'), timeOf(row.time)],
    [t('ui.chartOpen'), format.price(row.open, precision)],
    [t('ui.chartHigh'), format.price(row.high, precision)],
    [t('ui.chartLow'), format.price(row.low, precision)],
    [t('ui.chartClose'), format.price(row.close, precision), tone],
    [t('ui.chartChange'), format.percent(change, { signed: true }), tone],
    [t('ui.chartVolume'), format.quantity(row.volume)],
  ]
  return (
    <dl className={cx(css.readout, inLeftHalf && css.far)} data-readout="">
      {rows.map(([label, value, color]) => (
        <div key={label} className={css.pair}>
          <dt>{label}</dt>
          <dd className={color}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The same in a sentence. */
export function useCandleDescription(interval: ChartProps['interval'], precision: number): (row: Candle) => string {
  const t = useText()
  const format = useFormat()
  const timeOf = useCandleTime(interval)
  return ({ time, open, high, low, close }) =>
    t('ui.chartCandle', {
      time: timeOf(time),
      open: format.price(open, precision),
      high: format.price(high, precision),
      low: format.price(low, precision),
      close: format.price(close, precision),
    })
}
