import type { MoneyProps } from '../../../generated/widgets/Money.ts'
import { useFormat } from '../../state/language.ts'
import { NumberText } from '../lib/NumberText.tsx'
import { autoTone, typeClass } from '../lib/styles/typography.ts'

export default function Money({
  value,
  currency,
  hidden,
  signed,
  charged,
  settled,
  exact,
  tone,
  variant = 'body',
  weight,
}: MoneyProps) {
  const format = useFormat()
  return (
    <NumberText
      text={
        value === null
          ? null
          : format.money(value, undefined, {
              roundingCurrency: currency,
              signed,
              round: exact ? undefined : settled ? 'nearest' : charged ? 'up' : 'down',
            })
      }
      unit={currency}
      hidden={hidden}
      className={typeClass(variant, hidden ? 'default' : autoTone(tone, value), weight)}
    />
  )
}
