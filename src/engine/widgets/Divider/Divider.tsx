import type { DividerProps } from '../../../generated/widgets/Divider.ts'
import { cx } from '../lib/styles/cx.ts'
import css from './Divider.module.css'

export default function Divider({ space = 'none', inset }: DividerProps) {
  return <hr className={cx(css.line, css[`space-${space}`], inset && css.inset)} />
}
