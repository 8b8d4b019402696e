import { useState } from 'react'
import { asSeconds } from '../../core/time.ts'
import type { CountdownButtonProps } from '../../generated/widgets/CountdownButton.ts'
import { useText } from '../../state/language.ts'
import { succeeded } from '../settled.ts'
import css from './CountdownButton.module.css'
import { useRest } from './rest.ts'

export default function CountdownButton({ label, seconds = asSeconds(60), storageKey, disabled = false, onPress }: CountdownButtonProps) {
  const t = useText()
  const rest = useRest(storageKey, seconds)
  const [busy, setBusy] = useState(false)
  const resting = rest.left > 0

  const press = async () => {
    if (busy || resting) return
    setBusy(true)
    if (await succeeded(() => onPress?.())) rest.start()
    setBusy(false)
  }

  return (
    <button type="button" className={css.button} disabled={disabled || busy || resting} aria-busy={busy} onClick={() => void press()}>
      {resting ? t('ui.resendIn', { seconds: rest.left }) : label}
    </button>
  )
}
