import type { CSSProperties } from 'react'
import type { GridProps } from '../../../generated/widgets/Grid.ts'
import { cx } from '../lib/styles/cx.ts'
import { layoutClass } from '../lib/styles/layout.ts'
import { clamp } from '../lib/clamp.ts'
import css from './Grid.module.css'

export default function Grid({ columns = 2, narrow = columns, gap = 'sm', padding, children }: GridProps) {
  const count = clamp(columns, 1, 6)
  const narrowCount = clamp(narrow, 1, 6)
  return (
    <div
      className={cx(css.grid, layoutClass({ gap, padding }))}
      style={{ '--columns': count, '--narrow': narrowCount, '--few': Math.min(narrowCount, 2) } as CSSProperties}
    >
      {children}
    </div>
  )
}
