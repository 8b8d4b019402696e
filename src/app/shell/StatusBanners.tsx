import { useClient } from '../../engine/state/client/context.ts'
import { useFormat, useText } from '../../engine/state/language.ts'
import { offlineSinceAtom, useOnline } from '../../engine/state/data/network.ts'
import { useSession } from '../../engine/state/session.ts'
import { useValue } from '../../engine/state/store.ts'
import { cx } from '../../engine/widgets/lib/styles/cx.ts'
import css from './Shell.module.css'

/**
 * Banners: sandbox, demo account, and one mark for offline, delayed prices or old data. The mark replaces that of the
 * sandbox, so that nothing below moves.
 */
export function StatusBanners({ sandbox }: { sandbox: boolean }) {
  const t = useText()
  const client = useClient()
  const { mode, user } = useSession()
  const online = useOnline()
  const stale = useValue(client.live.stale)
  const staleData = useValue(client.staleData.oldest)
  const demo = mode === 'demo' && user !== null
  const format = useFormat()
  // Re-renders the age.
  useValue(client.clock.minute)
  const offlineSince = useValue(offlineSinceAtom)
  const updatedAt = staleData ? staleData.updatedAt : offlineSince
  const ago = updatedAt === null ? null : format.ago(updatedAt)
  const old = !online
    ? ago === null
      ? t('shell.offline')
      : t('shell.offlineSince', { ago })
    : stale
      ? t('shell.liveStale')
      : !staleData
        ? null
        : ago === null
          ? t('shell.dataStale')
          : t('shell.dataStaleSince', { ago })

  return (
    <div className={css.marks}>
      <output className={cx(css.mark, old !== null && css.old)}>{old}</output>
      {sandbox && old === null && <p className={cx(css.mark, css.sandbox)}>{t('shell.sandbox')}</p>}
      {demo && <p className={cx(css.mark, css.demo)}>{t('shell.demo')}</p>}
    </div>
  )
}
