import { use, useEffect, useState } from 'react'
import type { OfferProps } from '../../generated/widgets/Offer.ts'
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
  const isExpired = useSecondsLeft(seconds, fromNow, undefined) === 0
  // Irreversible: a button that changed back under the finger would confirm.
  const [reason, setReason] = useState<'ui.offerMoved' | 'ui.offerOld' | null>(null)
  if (reason === null && (moved || isExpired)) setReason(moved ? 'ui.offerMoved' : 'ui.offerOld')
  useEffect(() => reportExpiry(reason !== null), [reportExpiry, reason])
  return (
    <output className={css.offer}>
      {reason ? (
        <span className={css.over}>
          <Icon name="triangle-alert" size="sm" tone="warning" />
          <span>{t(reason)}</span>
        </span>
      ) : null}
    </output>
  )
}
