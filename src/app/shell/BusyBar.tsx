import { useEffect, useState } from 'react'
import { LOADING_DELAY_MS } from '../../core/constants.ts'
import { useText } from '../../state/language.ts'
import { useBusy } from '../../state/ui.ts'
import css from './Shell.module.css'

/** A line that runs along the top while the reader waits for a call; most calls are over before it would show. */
export function BusyBar() {
  const t = useText()
  const busy = useBusy()
  const [shown, show] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => show(true), LOADING_DELAY_MS)
    return () => {
      clearTimeout(timer)
      show(false)
    }
  }, [busy])
  return shown ? <div className={css.busy} role="progressbar" aria-label={t('shell.loading')} /> : null
}
