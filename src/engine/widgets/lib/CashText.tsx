import { cashPlacesOf } from '../../language/values/cash.ts'
import css from './CashText.module.css'

/** An amount with more than two decimals: before the third, from it on, and its currency. */
const LONG_AMOUNT = /^(.*\d[.,]\d\d)(\d+)(\u00a0([A-Z]+)\W*)$/

/** A text whose decimals beyond cents are small, where it is an amount of cash: the same text, read at a glance. */
export function CashText({ text }: { text: string }) {
  const [, cents, rest, unit, currency] = LONG_AMOUNT.exec(text) ?? []
  if (currency === undefined || cashPlacesOf(currency) === undefined) return text
  return (
    <>
      {cents}
      <span className={css.rest}>{rest}</span>
      {unit}
    </>
  )
}
