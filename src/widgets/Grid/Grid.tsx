import type { GridProps } from '../../generated/widgets/Grid.ts'
import { cx } from '../cx.ts'
import { layoutClass } from '../layout.ts'
import { within } from '../within.ts'
import css from './Grid.module.css'

export default function Grid({ columns = 2, gap = 'sm', padding, children }: GridProps) {
  return (
    <div className={cx(css.grid, layoutClass({ gap, padding }))} style={{ gridTemplateColumns: `repeat(${within(columns, 1, 6)}, minmax(0, 1fr))` }}>
      {children}
    </div>
  )
}
