import { useState } from 'react'
import type { CollapseProps } from '../../../generated/widgets/Collapse.ts'
import Icon from '../Icon/Icon.tsx'
import css from './Collapse.module.css'

export default function Collapse({ title, open = false, group, children, onToggle }: CollapseProps) {
  const [first] = useState(open)
  const [shown, setShown] = useState(open)
  return (
    <details
      className={css.collapse}
      name={group}
      open={first}
      onToggle={(event) => {
        if (event.target !== event.currentTarget || event.currentTarget.open === shown) return
        setShown(event.currentTarget.open)
        void onToggle?.({ open: event.currentTarget.open })
      }}
    >
      <summary className={css.title}>
        <span className={css.words}>{title}</span>
        <span className={css.arrow} aria-hidden>
          <Icon name="chevron-down" size="sm" />
        </span>
      </summary>
      <div className={css.content}>{children}</div>
    </details>
  )
}
