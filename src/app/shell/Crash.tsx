import { bootMessages } from '../boot/bootMessages.ts'
import { useLanguage } from '../../engine/state/language.ts'
import css from './Shell.module.css'

/** Last resort: plain elements, since a widget may be what failed, and texts that need no locale file. */
export function Crash({ onRetry }: { onRetry?: () => void }) {
  const language = useLanguage()
  const messages = bootMessages(document.documentElement.lang)
  const t = (key: 'shell.crashTitle' | 'shell.crashText' | 'shell.home' | 'ui.retry', fallback: string) =>
    language.has(key) ? language.text(key) : fallback
  return (
    <div className={css.crash} role="alert">
      <h1 className={css.crashTitle}>{t('shell.crashTitle', messages.title)}</h1>
      <p className={css.crashText}>{t('shell.crashText', messages.text)}</p>
      <div className={css.crashButtons}>
        <button type="button" className={css.crashButton} onClick={onRetry ?? (() => location.reload())}>
          {t('ui.retry', messages.retry)}
        </button>
        <a className={css.crashLink} href="#/" onClick={() => setTimeout(() => location.reload())}>
          {t('shell.home', messages.home)}
        </a>
      </div>
    </div>
  )
}
