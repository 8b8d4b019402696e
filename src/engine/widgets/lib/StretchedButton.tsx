import { usePress } from '../../renderer/press.ts'
import css from './StretchedButton.module.css'

interface StretchedButtonProps {
  onPress: (() => void | Promise<void>) | undefined
  label?: string | undefined
  /** Ids of the elements that name it, when there is no label. */
  labelledBy?: string | undefined
  disabled?: boolean | undefined
  current?: boolean | undefined
}

/**
 * Makes a complete surface pressable without nesting controls: the button lies under the content, and the content lets
 * presses through except on its own controls. The surface has class `surface` of StretchedButton.module.css, the content `content`.
 */
export function StretchedButton({ onPress, label, labelledBy, disabled, current }: StretchedButtonProps) {
  const { busy, press } = usePress(onPress)
  return (
    <button
      type="button"
      className={css.button}
      aria-label={label}
      aria-labelledby={label ? undefined : labelledBy}
      aria-current={current ? 'true' : undefined}
      aria-busy={busy || undefined}
      disabled={disabled}
      onClick={press}
    />
  )
}
