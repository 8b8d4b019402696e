import { useEffect, useEffectEvent, useState } from 'react'
import { compare, decimalPlaces, isDecimal, mul } from '../../../language/values/decimal.ts'
import { isolated } from '../../../language/texts/direction.ts'
import { useClient } from '../../../state/client/context.ts'
import { completeDecimal } from '../../Keypad/keys.ts'
import { amountOf, conversionOf, totalOf, type Conversion } from './conversion.ts'
import { optionText, useFormScope, type Options } from '../scope.ts'

/** Decimals of an amount of money. */
const MONEY_DECIMALS = 2
const storageKey = (name: string) => `amountUnit.${name}`
/** Stored where the user has chosen the own unit. */
const OWN = 'own'

interface AmountField {
  name: string
  /** Names the own unit where that has no symbol. */
  label: string
  /** The value of the field, in its own unit; "" for none. */
  stored: string
  options: Options
  /** Decimals of the own unit. */
  decimals: number
  set: (amount: string) => void
}

/** The total typed last, the amount it was converted into, and the value that this amount replaces since the price has changed. */
interface Total {
  text: string
  amount: string
  replaced: string | null
}
const NO_TOTAL: Total = { text: '', amount: '', replaced: null }

/** A unit that an amount can be converted into: the money it is worth, or the quantity that it is. */
interface OtherUnit {
  id: 'money' | 'size'
  unit: string
  conversion: Conversion
}

/** The units that the screen gives conversions for. */
function otherUnitsOf(options: Options): OtherUnit[] {
  const { step, conversionPrice, conversionSize } = options
  const units: { id: OtherUnit['id']; unit: string | undefined; conversion: Conversion | null }[] = [
    {
      id: 'money',
      unit: optionText(options, 'conversionUnit'),
      conversion: conversionOf(
        conversionPrice,
        step,
        MONEY_DECIMALS,
        options.conversionRounding === 'down' ? 'down' : 'up',
      ),
    },
    {
      id: 'size',
      unit: optionText(options, 'conversionSizeUnit'),
      // Every multiple of the step has these decimals.
      conversion:
        isDecimal(conversionSize) && isDecimal(step)
          ? conversionOf(conversionSize, step, decimalPlaces(mul(conversionSize, step)), 'down')
          : null,
    },
  ]
  return units.flatMap(({ id, unit, conversion }) =>
    unit === undefined || conversion === null ? [] : [{ id, unit, conversion }],
  )
}

interface AmountUnits {
  /** Typed text, in the chosen unit; it may be ahead of the value ("12."). */
  current: string
  decimals: number
  /** The unit chosen. */
  unit: string | undefined
  /** The unit that is chosen next; null where there is only one. */
  otherUnit: string | null
  /** The amount in the units that are not chosen, formatted; empty without an amount, null where there is only one unit. */
  converted: string | null
  /** Takes what is typed, in the unit chosen. */
  enter: (text: string) => void
  /** Completes a decimal in progress. */
  leave: () => void
  /** Chooses the next unit, and remembers it on the device. */
  swap: () => void
}

/** An amount field that is typed into in its own unit or, where the screen gives conversions, in the money it is worth or as a quantity. */
export function useAmountUnits({ name, label, stored, options, decimals, set }: AmountField): AmountUnits {
  const { format } = useFormScope()
  const { storage } = useClient()
  const named = optionText(options, 'unit')
  const ownUnit = named === '' ? (optionText(options, 'conversionOwnUnit') ?? '') : named
  const ownName = ownUnit === '' ? label : (ownUnit ?? '')
  // Conversions run left to right in every language.
  const ownShown = isolated(ownName, 'en')
  const others = otherUnitsOf(options)
  const [typed, setTyped] = useState(stored)
  const [total, setTotal] = useState<Total>(NO_TOTAL)
  const [preferred, setPreferred] = useState(() => storage.readText(storageKey(name)))
  const initial = options.conversionSizeFirst === true ? 'size' : null
  const chosen = others.find(({ id }) => id === (preferred ?? initial)) ?? null

  // A value from elsewhere replaces what is typed.
  const isTotalTyped = total.text !== '' && (total.amount === stored || total.replaced === stored)
  const current = chosen
    ? isTotalTyped
      ? total.text
      : totalOf(stored, chosen.conversion)
    : completeDecimal(typed) === stored
      ? typed
      : stored

  // At another price the total typed buys another amount.
  const price = chosen?.conversion.price
  const [priceOfTotal, setPriceOfTotal] = useState(price)
  if (price !== priceOfTotal) {
    setPriceOfTotal(price)
    const amount = chosen && isTotalTyped ? amountOf(completeDecimal(total.text), chosen.conversion) : stored
    if (amount !== stored) setTotal({ ...total, amount, replaced: stored })
  }
  const replacement = chosen && isTotalTyped && total.amount !== stored ? total.amount : null
  const replace = useEffectEvent(set)
  useEffect(() => {
    if (replacement !== null) replace(replacement)
  }, [replacement])

  const formatIn = ({ id, unit, conversion }: OtherUnit): string =>
    id === 'money'
      ? format.money(totalOf(stored, conversion), unit)
      : `${format.quantity(totalOf(stored, conversion))} ${unit}`

  /** The amount after it is cut to whole steps, where that differs from the typed total. */
  const cutTotal = (unit: OtherUnit): string => {
    const worth = totalOf(stored, unit.conversion)
    const isCut = isDecimal(worth) && isDecimal(total.text) && compare(worth, total.text) !== 0
    return isCut && isTotalTyped ? ` = ${formatIn(unit)}` : ''
  }

  const convertedText = (): string =>
    [
      ...(chosen ? [`${format.quantity(stored)} ${ownShown}${cutTotal(chosen)}`] : []),
      ...others.filter((other) => other !== chosen).map(formatIn),
    ].join(' · ')

  const next = chosen ? others[others.indexOf(chosen) + 1] : others[0]
  return {
    current,
    decimals: chosen ? chosen.conversion.decimals : decimals,
    unit: chosen ? chosen.unit : ownUnit,
    otherUnit: others.length === 0 ? null : next ? next.unit : ownName,
    converted: others.length === 0 ? null : isDecimal(stored) ? `≈ ${convertedText()}` : '',
    enter(text) {
      if (!chosen) {
        setTyped(text)
        set(completeDecimal(text))
        return
      }
      const amount = text === '' ? '' : amountOf(completeDecimal(text), chosen.conversion)
      setTotal({ text, amount, replaced: null })
      set(amount)
    },
    leave() {
      setTyped(stored)
      setTotal((last) => ({ ...last, text: completeDecimal(last.text) }))
    },
    swap() {
      const id = next ? next.id : OWN
      setPreferred(id)
      setTyped(stored)
      setTotal(NO_TOTAL)
      storage.writeText(storageKey(name), id)
    },
  }
}
