import type { GridProps } from '../../generated/widgets/Grid.ts'
import { cx } from '../cx.ts'
import { layoutClass } from '../layout.ts'
import css from './Grid.module.css'

export default function Grid({ columns = 2, gap = 'sm', padding, children }: GridProps) {
  return (
    <div className={cx(css.grid, layoutClass({ gap, padding }))} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {children}
    </div>
  )
}
