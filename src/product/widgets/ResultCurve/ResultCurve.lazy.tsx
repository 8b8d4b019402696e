import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { withLatinDigits, withMinus } from '../../../engine/language/values/formatter.ts'
import { useFormat, useText } from '../../../engine/state/language.ts'
import { autoTone, typeClass } from '../../../engine/widgets/lib/styles/typography.ts'
import type { ResultCurveProps } from '../../../generated/widgets/ResultCurve.ts'
import { drawCurve } from './curve.ts'
import css from './ResultCurve.module.css'
import { pointsOf } from './series.ts'

/** Shows the curve, the day and the total under the finger (the period without one), and the table on request. */
export default function ResultCurve({ label, first, last, days, currency, hidden = false }: ResultCurveProps) {
  const t = useText()
  const format = useFormat()
  const id = useId()
  const host = useRef<HTMLElement>(null)
  const points = useMemo(() => pointsOf({ first, last, days }), [first, last, days])
  const [inspected, setInspected] = useState<number | null>(null)
  const [hasTable, setHasTable] = useState(false)
  const amountOf = (value: string | null): string =>
    hidden ? t('ui.hiddenAmount') : format.money(value ?? '0', currency, { signed: true, round: 'nearest' })
  const axisLabel = useMemo(() => {
    const short = new Intl.NumberFormat(withLatinDigits(format.lang), {
      notation: 'compact',
      maximumSignificantDigits: 3,
    })
    // A tick at 0 may be −0.
    return (value: number): string => (hidden ? '' : withMinus(short.format(value || 0)))
  }, [format, hidden])

  useEffect(() => {
    const element = host.current
    // Without it the table remains.
    if (!element || typeof ResizeObserver === 'undefined') return
    const { destroy } = drawCurve(element, points, { axisLabel, inspect: setInspected })
    return destroy
  }, [points, axisLabel])

  const shown = inspected === null ? undefined : points[inspected]
  return (
    <div className={css.curve}>
      <p className={css.readout}>
        <bdi className={css.day}>{shown ? shown.day : `${first} – ${last}`}</bdi>
        {shown ? (
          <bdi className={typeClass('label', hidden ? 'default' : autoTone('auto', shown.total), 'semibold')}>
            {amountOf(shown.total)}
          </bdi>
        ) : null}
      </p>
      <figure
        ref={host}
        className={css.drawing}
        aria-label={`${label}: ${first} – ${last}, ${amountOf(points.at(-1)?.total ?? null)}`}
      />
      <button
        type="button"
        className={css.toggle}
        aria-expanded={hasTable}
        aria-controls={hasTable ? id : undefined}
        onClick={() => setHasTable(!hasTable)}
      >
        {t(hasTable ? 'ui.chartTableHide' : 'ui.chartTable')}
      </button>
      {hasTable ? (
        <table id={id} className={css.table}>
          <caption className={css.caption}>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{t('resultCurve.day')}</th>
              <th scope="col" className={css.amount}>
                {t('resultCurve.total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, total }) => (
              <tr key={day}>
                <th scope="row">
                  <bdi>{day}</bdi>
                </th>
                <td className={css.amount}>
                  <bdi>{amountOf(total)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  )
}
