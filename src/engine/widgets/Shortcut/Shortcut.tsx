import type { ShortcutProps } from '../../../generated/widgets/Shortcut.ts'
import { usePress } from '../../renderer/press.ts'
import Icon from '../Icon/Icon.tsx'
import css from './Shortcut.module.css'

export default function Shortcut({ label, icon, badge, disabled, onPress }: ShortcutProps) {
  const { busy, press } = usePress(onPress)
  return (
    <button
      type="button"
      className={css.tile}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
    >
      <span className={css.plate}>
        <Icon name={icon} tone="gold" />
        {badge ? <bdi className={css.badge}>{badge}</bdi> : null}
      </span>
      <span className={css.words}>{label}</span>
    </button>
  )
}
