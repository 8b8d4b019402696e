import type { DonutProps } from '../../../generated/widgets/Donut.ts'
import { useFormat } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import { chartTone } from '../lib/styles/tones.ts'
import css from './Donut.module.css'
import { arcs, percents } from './shares.ts'

export default function Donut({ label, items, center }: DonutProps) {
  const format = useFormat()
  const values = items.map(({ value }) => value)
  const shares = percents(values)
  const sum = values.reduce((all, value) => all + value, 0)
  return (
    <div className={css.donut}>
      <div className={css.ring} aria-hidden>
        <svg viewBox="0 0 120 120" className={css.drawing}>
          <circle cx="60" cy="60" r="48" className={css.track} />
          {arcs(values).map(({ index, start, length }) => (
            <circle
              key={index}
              cx="60"
              cy="60"
              r="48"
              pathLength={100}
              strokeDasharray={`${length} ${100 - length}`}
              strokeDashoffset={-start}
              transform="rotate(-90 60 60)"
              className={cx(css.arc, chartTone(items[index]?.tone, index))}
            />
          ))}
        </svg>
        <span className={css.middle}>
          <bdi className={css.sum}>{format.number(sum)}</bdi>
          {center ? <span className={css.center}>{center}</span> : null}
        </span>
      </div>
      <table className={css.legend}>
        <caption className={css.caption}>{label}</caption>
        <tbody>
          {items.map((item, index) => (
            <tr key={item.label}>
              <th scope="row" className={css.name}>
                <span className={cx(css.dot, chartTone(item.tone, index))} aria-hidden />
                {item.label}
              </th>
              <td className={css.value}>{format.number(item.value)}</td>
              <td className={css.share}>{format.percent(shares[index] ?? '0')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
