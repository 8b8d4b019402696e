import type { TabBarProps } from '../../generated/widgets/TabBar.ts'
import { cx } from '../cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from './TabBar.module.css'

export default function TabBar({ items, selected, label, onSelect }: TabBarProps) {
  return (
    <nav className={css.bar} aria-label={label}>
      {items.map(({ route, label: words, icon, count = 0 }) => {
        const current = route === selected
        return (
          <button
            key={route}
            type="button"
            className={cx(css.tab, current && css.current)}
            aria-current={current ? 'page' : undefined}
            onClick={() => void onSelect?.({ route })}
          >
            <span className={css.mark}>
              <Icon name={icon} />
              {count > 0 ? <span className={css.count}>{count > 99 ? '99+' : count}</span> : null}
            </span>
            <span className={css.words}>{words}</span>
          </button>
        )
      })}
    </nav>
  )
}
