import type { ErrorStateProps } from '../../../generated/widgets/ErrorState.ts'
import { useText } from '../../state/language.ts'
import Button from '../Button/Button.tsx'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from '../EmptyState/EmptyState.module.css'

export default function ErrorState({ title, text, compact, onRetry, children }: ErrorStateProps) {
  const t = useText()
  return (
    <div role="alert" className={cx(css.state, compact && css.compact)}>
      <Icon name="circle-alert" size={compact ? 'md' : 'lg'} tone="danger" plate />
      <p className={css.title}>{title ?? t('ui.errorTitle')}</p>
      <p className={css.text}>{text ?? t('ui.errorText')}</p>
      {onRetry ? <Button label={t('ui.retry')} icon="refresh-cw" variant="secondary" onPress={onRetry} /> : null}
      {children}
    </div>
  )
}
