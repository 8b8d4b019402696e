import type { ReactNode } from 'react'
import { cx } from '../../lib/styles/cx.ts'
import Icon from '../../Icon/Icon.tsx'
import css from '../Form.module.css'

/** The filled box round an input: icon before, unit or button after. */
export function InputFrame({
  icon,
  before,
  after,
  tall = false,
  children,
}: {
  icon?: string | undefined
  before?: ReactNode
  after?: ReactNode
  tall?: boolean
  children: ReactNode
}) {
  return (
    <div className={cx(css.box, tall && css.tall)}>
      {icon && (
        <span className={css.icon}>
          <Icon name={icon} size="sm" />
        </span>
      )}
      {before}
      {children}
      {after}
    </div>
  )
}
