import { useState } from 'react'
import { asSeconds } from '../../language/values/time.ts'
import type { CountdownButtonProps } from '../../../generated/widgets/CountdownButton.ts'
import { useText } from '../../state/language.ts'
import { succeeded } from '../lib/handlerResult.ts'
import css from './CountdownButton.module.css'
import { useCooldown } from './useCooldown.ts'

/** A screen reader reads out each new name of the focused button: the name changes once in this time. */
const NAME_STEP_SECONDS = 10

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

  const spokenSeconds = Math.min(seconds, Math.ceil(cooldown.remaining / NAME_STEP_SECONDS) * NAME_STEP_SECONDS)

  const press = async () => {
    if (busy || isCooling) return
    setBusy(true)
    if (await succeeded(() => onPress?.())) cooldown.start()
    setBusy(false)
  }

  // aria-disabled keeps the focus, from the press to the end of the cooldown.
  return (
    <button
      type="button"
      className={css.button}
      disabled={disabled}
      aria-disabled={busy || isCooling || undefined}
      aria-busy={busy}
      aria-label={isCooling ? t('ui.resendIn', { seconds: spokenSeconds }) : undefined}
      onClick={() => void press()}
    >
      {isCooling ? t('ui.resendIn', { seconds: cooldown.remaining }) : label}
    </button>
  )
}
