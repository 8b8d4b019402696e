import type { GaugeProps } from '../../../generated/widgets/Gauge.ts'
import { useFormat } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import { shareOf } from '../lib/share.ts'
import { chartTone } from '../lib/styles/tones.ts'
import css from './Gauge.module.css'

/** Half a circle, from the left over the top to the right. */
const ARC = 'M 14 74 A 56 56 0 0 1 126 74'

export default function Gauge({ label, value, maximum = 100, word, tone = 'gold' }: GaugeProps) {
  const format = useFormat()
  const percent = shareOf(value, maximum) * 100
  const valueText = format.number(value)
  return (
    <div className={css.gauge}>
      <meter
        className={css.spoken}
        min={0}
        max={maximum}
        value={Math.min(value, maximum)}
        aria-label={label}
        aria-valuetext={word ? `${valueText}, ${word}` : valueText}
      />
      <svg viewBox="0 0 140 84" className={css.drawing} aria-hidden>
        <path d={ARC} className={css.track} />
        {percent > 0 ? (
          <path
            d={ARC}
            pathLength={100}
            strokeDasharray={`${percent} 200`}
            className={cx(css.arc, chartTone(tone, 0))}
          />
        ) : null}
      </svg>
      <span className={css.middle} aria-hidden>
        <bdi className={css.value}>{valueText}</bdi>
        {word ? <span className={css.word}>{word}</span> : null}
      </span>
    </div>
  )
}
