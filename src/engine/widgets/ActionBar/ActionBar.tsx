import type { ActionBarProps } from '../../../generated/widgets/ActionBar.ts'
import { cx } from '../lib/styles/cx.ts'
import bar from '../lib/styles/actionBar.module.css'
import css from './ActionBar.module.css'

export default function ActionBar({ children }: ActionBarProps) {
  return (
    <div className={cx(bar.bar, css.buttons)} data-action-bar="">
      {children}
    </div>
  )
}
