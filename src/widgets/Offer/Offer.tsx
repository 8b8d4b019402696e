import { use, useEffect } from 'react'
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
  const over = moved || old
  useEffect(() => lapse(over), [lapse, over])
  return (
    <output className={css.offer}>
      {over ? (
        <span className={css.over}>
          <Icon name="triangle-alert" size="sm" tone="warning" />
          <span>{t(moved ? 'ui.offerMoved' : 'ui.offerOld')}</span>
        </span>
      ) : null}
    </output>
  )
}
