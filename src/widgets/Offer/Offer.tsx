import { use, useEffect, useState } from 'react'
import type { OfferProps } from '../../generated/widgets/Offer.ts'
import { useText } from '../../state/language.ts'
import Icon from '../Icon/Icon.tsx'
import { useSecondsLeft, type Rest } from '../useSecondsLeft.ts'
import css from './Offer.module.css'
import { Lapse } from './lapse.ts'

function fromNow(seconds: number): Rest {
  const end = performance.now() + seconds * 1_000
  return () => end - performance.now()
}

export default function Offer({ seconds, moved = false }: OfferProps) {
  const t = useText()
  const lapse = use(Lapse)
  const old = useSecondsLeft(seconds, fromNow, undefined) === 0
  // Irreversible: a button that changed back under the finger would confirm.
  const [why, setWhy] = useState<'ui.offerMoved' | 'ui.offerOld' | null>(null)
  if (why === null && (moved || old)) setWhy(moved ? 'ui.offerMoved' : 'ui.offerOld')
  useEffect(() => lapse(why !== null), [lapse, why])
  return (
    <output className={css.offer}>
      {why ? (
        <span className={css.over}>
          <Icon name="triangle-alert" size="sm" tone="warning" />
          <span>{t(why)}</span>
        </span>
      ) : null}
    </output>
  )
}
