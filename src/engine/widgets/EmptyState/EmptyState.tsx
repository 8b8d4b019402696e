import type { EmptyStateProps } from '../../../generated/widgets/EmptyState.ts'
import Button from '../Button/Button.tsx'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from './EmptyState.module.css'

export default function EmptyState({
  title,
  text,
  icon = 'inbox',
  compact,
  action,
  onPress,
  children,
}: EmptyStateProps) {
  return (
    <div className={cx(css.state, compact && css.compact)}>
      <Icon name={icon} size={compact ? 'md' : 'lg'} tone="faint" plate />
      <p className={css.title}>{title}</p>
      {text ? <p className={css.text}>{text}</p> : null}
      {action && onPress ? <Button label={action} variant="secondary" onPress={onPress} /> : null}
      {children}
    </div>
  )
}
