import type { BadgeProps } from '../../../generated/widgets/Badge.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from './Badge.module.css'

export default function Badge({ text, tone = 'neutral', look = 'soft', icon }: BadgeProps) {
  return (
    <span className={cx(css.badge, css[tone], css[look])}>
      {icon ? <Icon name={icon} size="xs" /> : null}
      <bdi className={css.text}>{text}</bdi>
    </span>
  )
}
