import type { StatProps } from '../../../generated/widgets/Stat.ts'
import { CashText } from '../lib/CashText.tsx'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import { toneClass } from '../lib/styles/typography.ts'
import css from './Stat.module.css'

export default function Stat({
  label,
  value,
  layout = 'stack',
  align = 'start',
  size = 'md',
  tone,
  icon,
  children,
  end,
}: StatProps) {
  return (
    <dl className={cx(css.stat, css[layout], css[`align-${align}`], size === 'sm' && css.small)}>
      <dt className={css.label}>
        {icon ? <Icon name={icon} size="xs" /> : null}
        {label}
      </dt>
      <dd className={cx(css.value, toneClass(tone))}>
        {children ??
          (value === undefined ? null : (
            <bdi>
              <CashText text={value} />
            </bdi>
          ))}
        {end}
      </dd>
    </dl>
  )
}
