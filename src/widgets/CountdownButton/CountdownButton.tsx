import { useState } from 'react'
import { asSeconds } from '../../core/time.ts'
import type { CountdownButtonProps } from '../../generated/widgets/CountdownButton.ts'
import { useText } from '../../state/language.ts'
import { succeeded } from '../lib/handlerResult.ts'
import css from './CountdownButton.module.css'
import { useCooldown } from './useCooldown.ts'

export default function CountdownButton({
  label,
  seconds = asSeconds(60),
  storageKey,
  disabled = false,
  onPress,
}: CountdownButtonProps) {
  const t = useText()
  const cooldown = useCooldown(storageKey, seconds)
  const [busy, setBusy] = useState(false)
  const isCooling = cooldown.remaining > 0

  const press = async () => {
    if (busy || isCooling) return
    setBusy(true)
    if (await succeeded(() => onPress?.())) cooldown.start()
    setBusy(false)
  }

  return (
    <button
      type="button"
      className={css.button}
      disabled={disabled || busy || isCooling}
      aria-busy={busy}
      onClick={() => void press()}
    >
      {isCooling ? t('ui.resendIn', { seconds: cooldown.remaining }) : label}
    </button>
  )
}
