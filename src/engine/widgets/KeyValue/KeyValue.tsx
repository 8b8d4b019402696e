import type { KeyValueProps } from '../../../generated/widgets/KeyValue.ts'
import { CashText } from '../lib/CashText.tsx'
import { cx } from '../lib/styles/cx.ts'
import { toneClass } from '../lib/styles/typography.ts'
import css from './KeyValue.module.css'

export default function KeyValue({ rows, dividers, children }: KeyValueProps) {
  return (
    <div className={cx(css.rows, dividers && css.dividers)}>
      {rows.map(({ label, value, tone, strong }) => (
        <dl key={label} className={css.row}>
          <dt className={css.label}>{label}</dt>
          <dd className={cx(css.value, strong && css.strong, toneClass(tone))}>
            <bdi>
              <CashText text={value} />
            </bdi>
          </dd>
        </dl>
      ))}
      {children}
    </div>
  )
}
