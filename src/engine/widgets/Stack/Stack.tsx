import type { StackProps } from '../../../generated/widgets/Stack.ts'
import { cx } from '../lib/styles/cx.ts'
import { layoutClass } from '../lib/styles/layout.ts'
import css from './Stack.module.css'

export default function Stack({ gap = 'md', padding, align = 'stretch', justify, grow, column, children }: StackProps) {
  return (
    <div
      className={cx(
        css.stack,
        column && css.column,
        align === 'end' && css.end,
        layoutClass({ gap, padding, align, justify, grow }),
      )}
    >
      {children}
    </div>
  )
}
