import type { BarsProps } from '../../../generated/widgets/Bars.ts'
import { useFormat } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import { shareOf } from '../lib/share.ts'
import { chartTone } from '../lib/styles/tones.ts'
import css from './Bars.module.css'

const WIDTH = 100

/** Width of a bar in hundredths; any value above 0 is visible. */
export function widthOf(value: number, total: number): number {
  const share = shareOf(value, total)
  return share > 0 ? Math.max(share * WIDTH, 1) : 0
}

/** Read from left to right in every language, as a fraction is. */
const ratio = (part: string, total: string): string => `\u2066${part} / ${total}\u2069`

export default function Bars({ label, items }: BarsProps) {
  const format = useFormat()
  const greatest = Math.max(0, ...items.map(({ value }) => value))
  return (
    <table className={css.bars}>
      <caption className={css.caption}>{label}</caption>
      <tbody>
        {items.map(({ label: name, value, of, amount, tone }, index) => (
          <tr key={name}>
            <th scope="row" className={cx(css.name, amount !== undefined && css.half)}>
              {name}
              <svg viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" className={css.drawing} aria-hidden>
                <rect width={WIDTH} height="8" className={css.track} />
                <rect
                  width={widthOf(value, of ?? greatest)}
                  height="8"
                  className={cx(css.bar, chartTone(tone, index))}
                />
              </svg>
            </th>
            <td className={cx(css.value, amount !== undefined && css.amount)}>
              {amount ?? (of === undefined ? format.number(value) : ratio(format.number(value), format.number(of)))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
