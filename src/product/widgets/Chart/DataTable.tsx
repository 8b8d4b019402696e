import { useId, useState } from 'react'
import { useFormat, useText } from '../../../engine/state/language.ts'
import type { Candle, Interval } from './candles.ts'
import css from './Chart.module.css'
import { useCandleTime } from './Readout.tsx'

const PAGE = 20

/** The candles as a table, latest first, for screen readers: as they were when it was opened, since a ticking table cannot be read. */
export function DataTable({
  label,
  candles,
  interval,
  precision,
}: {
  label: string
  candles: readonly Candle[]
  interval: Interval
  precision: number
}) {
  const t = useText()
  const format = useFormat()
  const timeOf = useCandleTime(interval)
  const id = useId()
  const [rows, setRows] = useState<readonly Candle[] | null>(null)
  const [count, setCount] = useState(PAGE)
  const shown = rows?.slice(-count).toReversed() ?? []
  const price = (value: string) => format.price(value, precision)
  return (
    <section aria-label={label} className={rows ? css.sheet : undefined}>
      <button
        type="button"
        className={rows ? css.toggle : css.hidden}
        aria-expanded={rows !== null}
        aria-controls={rows ? id : undefined}
        onClick={() => {
          setRows(rows ? null : candles)
          setCount(PAGE)
        }}
      >
        {t(rows ? 'ui.chartTableHide' : 'ui.chartTable')}
      </button>
      {rows ? (
        <div id={id}>
          <table className={css.table}>
            <caption className={css.caption}>{label}</caption>
            <thead>
              <tr>
                {(
                  [
                    'ui.chartTime',
                    'ui.chartOpen',
                    'ui.chartHigh',
                    'ui.chartLow',
                    'ui.chartClose',
                    'ui.chartVolume',
                  ] as const
                ).map((key) => (
                  <th key={key} scope="col">
                    {t(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.time}>
                  <th scope="row">{timeOf(row.time)}</th>
                  <td>{price(row.open)}</td>
                  <td>{price(row.high)}</td>
                  <td>{price(row.low)}</td>
                  <td>{price(row.close)}</td>
                  <td>{format.quantity(row.volume)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {count < rows.length ? (
            <button type="button" className={css.toggle} onClick={() => setCount(count + PAGE)}>
              {t('ui.loadMore')}
            </button>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}
