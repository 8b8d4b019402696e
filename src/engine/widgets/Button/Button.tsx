import type { ButtonProps } from '../../../generated/widgets/Button.ts'
import { usePress } from '../../renderer/press.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import typography from '../lib/styles/typography.module.css'
import css from './Button.module.css'

export default function Button(props: ButtonProps) {
  const {
    label,
    about,
    variant = 'primary',
    size = 'md',
    icon,
    chosen,
    iconOnly,
    dot,
    full,
    disabled,
    pressed,
    onPress,
  } = props
  const { busy, press } = usePress(onPress)
  const t = useText()
  const visibleLabel = icon && iconOnly ? null : label
  // aria-disabled keeps the focus where it is while the handler runs; usePress drops presses meanwhile.
  return (
    <button
      type="button"
      className={cx(
        css.button,
        css[variant],
        css[size],
        chosen && css.chosen,
        full && css.full,
        visibleLabel === null && css.square,
      )}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-pressed={pressed}
      aria-label={visibleLabel === null ? [label, about].join(' ').trim() : undefined}
      onClick={press}
    >
      <span className={css.face}>
        <span className={cx(css.inside, dot && css.dot, busy && css.away)}>
          {icon ? <Icon name={icon} size={size === 'sm' ? 'xs' : 'sm'} /> : null}
          {visibleLabel === null ? null : (
            <span className={css.words}>
              {visibleLabel}
              {about ? (
                <>
                  {' '}
                  <span className={typography.spoken}>{about}</span>
                </>
              ) : null}
            </span>
          )}
          {variant === 'choice' ? <Icon name="chevron-down" size="xs" /> : null}
        </span>
        {busy ? (
          <>
            <span className={css.spinner} aria-hidden="true" />
            <span className={typography.spoken}>{t('ui.busy')}</span>
          </>
        ) : null}
      </span>
    </button>
  )
}
