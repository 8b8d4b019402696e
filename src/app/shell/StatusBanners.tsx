import { useText } from '../../state/language.ts'
import { useOnline } from '../../state/network.ts'
import { useLiveStale } from '../../state/liveValues.ts'
import { useSession } from '../../state/session.ts'
import { cx } from '../../widgets/lib/cx.ts'
import css from './Shell.module.css'

/** Banners: sandbox, demo account, offline, stale prices. */
export function StatusBanners({ sandbox }: { sandbox: boolean }) {
  const t = useText()
  const { mode, user } = useSession()
  const online = useOnline()
  const stale = useLiveStale()
  const demo = mode === 'demo' && user !== null
  const old = online ? (stale ? t('shell.liveStale') : null) : t('shell.offline')

  return (
    <div className={css.marks}>
      {sandbox && <p className={cx(css.mark, css.sandbox)}>{t('shell.sandbox')}</p>}
      {demo && <p className={cx(css.mark, css.demo)}>{t('shell.demo')}</p>}
      <output className={cx(css.mark, old !== null && css.old)}>{old}</output>
    </div>
  )
}
