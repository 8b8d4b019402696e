import type { MoneyProps } from '../../generated/widgets/Money.ts'
import { useFormat } from '../../state/language.ts'
import { Figure } from '../Figure.tsx'
import { autoTone, typeClass } from '../type.ts'

export default function Money({ value, currency, hidden, signed, charged, tone, variant = 'body', weight }: MoneyProps) {
  const format = useFormat()
  return (
    <Figure
      text={value === null ? null : format.money(value, undefined, { roundingCurrency: currency, signed, round: charged ? 'up' : 'down' })}
      unit={currency}
      hidden={hidden}
      className={typeClass(variant, hidden ? 'default' : autoTone(tone, value), weight)}
    />
  )
}
