import type { RowProps } from '../../../generated/widgets/Row.ts'
import { clamp } from '../lib/clamp.ts'
import { cx } from '../lib/styles/cx.ts'
import { layoutClass } from '../lib/styles/layout.ts'
import css from './Row.module.css'

export default function Row({
  gap = 'sm',
  padding,
  align = 'center',
  justify,
  wrap,
  scroll,
  grow,
  equal,
  height,
  children,
}: RowProps) {
  return (
    <div
      className={cx(
        css.row,
        wrap && css.wrap,
        scroll && css.scroll,
        equal && css.equal,
        height !== undefined && css.known,
        layoutClass({ gap, padding, align, justify, grow }),
      )}
      style={height === undefined ? undefined : { containIntrinsicBlockSize: `auto ${clamp(height, 24, 400)}px` }}
    >
      {children}
    </div>
  )
}
