import { asDecimal, div, mul, round, sign, sub } from '../../../engine/language/values/decimal.ts'
import type { Decimal } from '../../../engine/language/values/units.ts'
import type { ChartProps } from '../../../generated/widgets/Chart.ts'
import { useFormat, useText } from '../../../engine/state/language.ts'
import type { Candle } from './candles.ts'
import css from './Chart.module.css'
import { candleTime } from './canvas/ticks.ts'

interface ReadoutProps extends Pick<ChartProps, 'interval' | 'precision'> {
  row: Candle
}

/** Per cent from open to close, with the digits that are shown: sign and colour are those of the shown number. */
const changeOf = ({ open, close }: Candle): Decimal =>
  sign(open) === 0 ? asDecimal('0') : round(mul(div(sub(close, open), open, 8), '100'), 2, 'half-up')

/** When a candle began, as far as its length asks for. */
export const useCandleTime = (interval: ChartProps['interval']): ((time: number) => string) =>
  candleTime(interval, useFormat())

/** The values of the candle under the crosshair, as the decimals they are, in one line above the prices: what does not fit is left out. */
export function Readout({ row, interval, precision }: ReadoutProps) {
  const t = useText()
  const format = useFormat()
  const timeOf = useCandleTime(interval)
  const change = changeOf(row)
  const tone = [css.down, undefined, css.up][sign(change) + 1]
  const price = (value: Candle['open']) => format.price(value, precision)
  const values: [label: string, short: string | null, value: string][] = [
    [t('ui.chartOpen'), t('ui.chartOpenShort'), price(row.open)],
    [t('ui.chartHigh'), t('ui.chartHighShort'), price(row.high)],
    [t('ui.chartLow'), t('ui.chartLowShort'), price(row.low)],
    [t('ui.chartClose'), t('ui.chartCloseShort'), price(row.close)],
    [t('ui.chartChange'), null, format.percent(change, { signed: true })],
    [t('ui.chartVolume'), t('ui.chartVolumeShort'), format.quantity(row.volume)],
    [t('ui.chartTime'), null, timeOf(row.time)],
  ]
  return (
    <dl className={css.readout} data-readout={timeOf(row.time)}>
      {values.map(([label, short, value]) => (
        <div key={label} className={css.pair}>
          <dt aria-label={label} title={label} className={short === null ? css.unnamed : undefined}>
            {short ?? label}
          </dt>
          <dd className={tone}>{value}</dd>
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
