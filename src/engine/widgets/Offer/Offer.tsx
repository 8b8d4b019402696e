import { use, useEffect, useState } from 'react'
import type { OfferProps } from '../../../generated/widgets/Offer.ts'
import { useText } from '../../state/language.ts'
import Icon from '../Icon/Icon.tsx'
import { useSecondsLeft, type RemainingTime } from '../lib/useSecondsLeft.ts'
import css from './Offer.module.css'
import { ExpiryContext } from './expiryContext.ts'

function fromNow(seconds: number): RemainingTime {
  const end = performance.now() + seconds * 1_000
  return () => end - performance.now()
}

export default function Offer({ seconds, moved = false }: OfferProps) {
  const t = useText()
  const reportExpiry = use(ExpiryContext)
  const secondsLeft = useSecondsLeft(seconds, fromNow, undefined)
  const isExpired = secondsLeft === 0
  // Irreversible: a button that changed back under the finger would confirm.
  const [reason, setReason] = useState<'ui.offerMoved' | 'ui.offerOld' | null>(null)
  if (reason === null && (moved || isExpired)) setReason(moved ? 'ui.offerMoved' : 'ui.offerOld')
  useEffect(() => reportExpiry(reason !== null), [reportExpiry, reason])
  return (
    <div>
      {/* Outside of the live region: a countdown is not read out each second. */}
      {reason === null ? (
        <p className={css.left}>
          <Icon name="clock" size="sm" tone="muted" />
          <span>{t('ui.offerLeft', { seconds: secondsLeft })}</span>
        </p>
      ) : null}
      <output className={css.offer}>
        {reason ? (
          <span className={css.over}>
            <Icon name="triangle-alert" size="sm" tone="warning" />
            <span>{t(reason)}</span>
          </span>
        ) : null}
      </output>
    </div>
  )
}
