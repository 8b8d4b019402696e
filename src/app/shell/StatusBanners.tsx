import { useText } from '../../state/language.ts'
import { useOnline } from '../../state/network.ts'
import { useLiveStale } from '../../state/liveValues.ts'
import { useSession } from '../../state/session.ts'
import { useStaleData } from '../../state/staleData.ts'
import { cx } from '../../widgets/lib/cx.ts'
import css from './Shell.module.css'

/** Banners: sandbox, demo account, and one mark for offline, delayed prices or old data. It takes the place of the sandbox mark, so that nothing below moves. */
export function StatusBanners({ sandbox }: { sandbox: boolean }) {
  const t = useText()
  const { mode, user } = useSession()
  const online = useOnline()
  const stale = useLiveStale()
  const staleData = useStaleData()
  const demo = mode === 'demo' && user !== null
  const old = !online ? t('shell.offline') : stale ? t('shell.liveStale') : staleData ? t('shell.dataStale') : null

  return (
    <div className={css.marks}>
      <output className={cx(css.mark, old !== null && css.old)}>{old}</output>
      {sandbox && old === null && <p className={cx(css.mark, css.sandbox)}>{t('shell.sandbox')}</p>}
      {demo && <p className={cx(css.mark, css.demo)}>{t('shell.demo')}</p>}
    </div>
  )
}
