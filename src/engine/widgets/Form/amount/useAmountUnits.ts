import { useEffect, useEffectEvent, useState } from 'react'
import { compare, isDecimal } from '../../../language/values/decimal.ts'
import { useClient } from '../../../state/client/context.ts'
import { completeDecimal } from '../../Keypad/keys.ts'
import { amountOf, conversionOf, totalOf } from './conversion.ts'
import { optionText, useFormScope, type Options } from '../scope.ts'

/** Decimals of an amount in the other unit, which is money. */
const MONEY_DECIMALS = 2
const storageKey = (name: string) => `amountUnit.${name}`

interface AmountField {
  name: string
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

interface AmountUnits {
  /** Typed text, in the chosen unit; it may be ahead of the value ("12."). */
  current: string
  decimals: number
  /** The unit chosen. */
  unit: string | undefined
  /** The unit that can be chosen instead; null where there is only one. */
  otherUnit: string | null
  /** The amount in the unit that is not chosen, formatted; empty without an amount, null where there is only one unit. */
  converted: string | null
  /** Takes what is typed, in the unit chosen. */
  enter: (text: string) => void
  /** Completes a decimal in progress. */
  leave: () => void
  /** Chooses the other unit, and remembers it on the device. */
  swap: () => void
}

/** An amount field that is typed into in its own unit or, where the screen gives a conversion, in the money it is worth. */
export function useAmountUnits({ name, stored, options, decimals, set }: AmountField): AmountUnits {
  const { format } = useFormScope()
  const { storage } = useClient()
  const ownUnit = optionText(options, 'unit')
  const moneyUnit = optionText(options, 'conversionUnit') ?? null
  const conversion =
    moneyUnit === null
      ? null
      : conversionOf(
          options.conversionPrice,
          options.step,
          MONEY_DECIMALS,
          options.conversionRounding === 'down' ? 'down' : 'up',
        )
  const [typed, setTyped] = useState(stored)
  const [total, setTotal] = useState<Total>(NO_TOTAL)
  const [prefersMoney, setPrefersMoney] = useState(() => storage.readText(storageKey(name)) === 'money')
  const inMoney = prefersMoney && conversion !== null

  // A value from elsewhere replaces what is typed.
  const isTotalTyped = total.text !== '' && (total.amount === stored || total.replaced === stored)
  const current = inMoney
    ? isTotalTyped
      ? total.text
      : totalOf(stored, conversion)
    : completeDecimal(typed) === stored
      ? typed
      : stored

  // At another price the total typed buys another amount.
  const price = conversion?.price
  const [priceOfTotal, setPriceOfTotal] = useState(price)
  if (price !== priceOfTotal) {
    setPriceOfTotal(price)
    const amount = inMoney && isTotalTyped ? amountOf(completeDecimal(total.text), conversion) : stored
    if (amount !== stored) setTotal({ ...total, amount, replaced: stored })
  }
  const replacement = inMoney && isTotalTyped && total.amount !== stored ? total.amount : null
  const replace = useEffectEvent(set)
  useEffect(() => {
    if (replacement !== null) replace(replacement)
  }, [replacement])

  /** Worth of the amount after it is cut to whole steps, where that differs from the typed total. */
  const cutTotal = (amount: string): string => {
    const worth = conversion && totalOf(amount, conversion)
    const isCut = worth !== null && isDecimal(worth) && isDecimal(total.text) && compare(worth, total.text) !== 0
    return isCut && isTotalTyped ? ` = ${format.money(worth, moneyUnit ?? undefined)}` : ''
  }

  return {
    current,
    decimals: inMoney ? MONEY_DECIMALS : decimals,
    unit: inMoney ? (moneyUnit ?? undefined) : ownUnit,
    otherUnit: conversion === null ? null : inMoney ? (ownUnit ?? '') : moneyUnit,
    converted:
      conversion === null || moneyUnit === null
        ? null
        : !isDecimal(stored)
          ? ''
          : inMoney
            ? `≈ ${format.quantity(stored)} ${ownUnit ?? ''}${cutTotal(stored)}`
            : `≈ ${format.money(totalOf(stored, conversion), moneyUnit)}`,
    enter(text) {
      if (!inMoney) {
        setTyped(text)
        set(completeDecimal(text))
        return
      }
      const amount = text === '' ? '' : amountOf(completeDecimal(text), conversion)
      setTotal({ text, amount, replaced: null })
      set(amount)
    },
    leave() {
      setTyped(stored)
      setTotal((last) => ({ ...last, text: completeDecimal(last.text) }))
    },
    swap() {
      setPrefersMoney(!inMoney)
      setTyped(stored)
      setTotal(NO_TOTAL)
      storage.writeText(storageKey(name), inMoney ? null : 'money')
    },
  }
}
