import type { TabBarProps } from '../../../generated/widgets/TabBar.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from './TabBar.module.css'

interface ShellProps extends TabBarProps {
  /** The app's own: a finger is on the tab, and will most likely press it. */
  onTouch?: (route: string) => void
}

export default function TabBar({ items, selected, label, onSelect, onTouch }: ShellProps) {
  return (
    <nav className={css.bar} aria-label={label}>
      {items.map(({ route, label: tabLabel, icon, count = 0 }) => {
        const current = route === selected
        return (
          <button
            key={route}
            type="button"
            className={cx(css.tab, current && css.current)}
            aria-current={current ? 'page' : undefined}
            onPointerDown={() => onTouch?.(route)}
            onClick={() => void onSelect?.({ route })}
          >
            <span className={css.mark}>
              <Icon name={icon} />
              {count > 0 ? <span className={css.count}>{count > 99 ? '99+' : count}</span> : null}
            </span>
            <span className={css.words}>{tabLabel}</span>
          </button>
        )
      })}
    </nav>
  )
}
