import type { RowProps } from '../../../generated/widgets/Row.ts'
import { cx } from '../lib/styles/cx.ts'
import { layoutClass } from '../lib/styles/layout.ts'
import css from './Row.module.css'

export default function Row({ gap = 'sm', padding, align = 'center', justify, wrap, grow, equal, children }: RowProps) {
  return (
    <div
      className={cx(css.row, wrap && css.wrap, equal && css.equal, layoutClass({ gap, padding, align, justify, grow }))}
    >
      {children}
    </div>
  )
}
