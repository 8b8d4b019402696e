import { compare } from '../../../engine/language/values/decimal.ts'
import { useLayer } from '../../../engine/state/layers.ts'
import { useFormat, useText } from '../../../engine/state/language.ts'
import { cx } from '../../../engine/widgets/lib/styles/cx.ts'
import type { ChartProps } from '../../../generated/widgets/Chart.ts'
import css from './Chart.module.css'

interface LinesProps extends Required<Pick<ChartProps, 'lines'>>, Pick<ChartProps, 'precision' | 'onAdjust'> {
  /** They are in view. Otherwise only a screen reader has them, and what can be changed by them appears on focus. */
  isOpen: boolean
  onClose: () => void
}

/** The user's lines as text, the highest price first. */
export function Lines({ lines, precision, isOpen, onClose, onAdjust }: LinesProps) {
  const t = useText()
  const format = useFormat()
  useLayer(isOpen, () => {
    onClose()
    return true
  })
  return (
    <div className={cx(isOpen && css.listed)}>
      <ul className={css.lines} aria-label={t('ui.chartLines')}>
        {lines
          .toSorted((a, b) => compare(b.price, a.price))
          .map(({ id, kind, price, movable, label }) => {
            const line = `${label} · ${format.price(price, precision)}`
            return (
              <li key={id}>
                {movable && onAdjust ? (
                  <button
                    type="button"
                    className={isOpen ? css.lineButton : css.hidden}
                    aria-label={t('ui.chartAdjust', { line })}
                    onClick={() => {
                      onClose()
                      void onAdjust({ id, kind, price })
                    }}
                  >
                    {isOpen ? line : t('ui.chartAdjust', { line })}
                  </button>
                ) : (
                  <span className={isOpen ? css.line : css.spoken}>{line}</span>
                )}
              </li>
            )
          })}
      </ul>
      {isOpen ? (
        <button type="button" className={css.toggle} onClick={onClose}>
          {t('keypad.done')}
        </button>
      ) : null}
    </div>
  )
}
