import { useEffect, useState } from 'react'
import { LOADING_DELAY_MS } from '../../engine/language/constants.ts'
import { useText } from '../../engine/state/language.ts'
import { useClient } from '../../engine/state/client/context.ts'
import { useValue } from '../../engine/state/store.ts'
import css from './Shell.module.css'

/** A progress line at the top during a call; most calls end before it would show. */
export function BusyBar() {
  const t = useText()
  const busy = useValue(useClient().ui.busyCount) > 0
  const [shown, show] = useState(false)
  useEffect(() => {
    if (!busy) return undefined
    const timer = setTimeout(() => show(true), LOADING_DELAY_MS)
    return () => {
      clearTimeout(timer)
      show(false)
    }
  }, [busy])
  if (!shown) return null
  return (
    <div className={css.busy}>
      <progress className={css.spoken} aria-label={t('shell.loading')} />
    </div>
  )
}
