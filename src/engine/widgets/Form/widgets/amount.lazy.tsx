import SwapGlyph from 'lucide-react/icons/arrow-left-right'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { decimalPlaces, fromMinor, isDecimal, sign } from '../../../language/values/decimal.ts'
import type { Decimal } from '../../../language/values/units.ts'
import { isolated } from '../../../language/texts/direction.ts'
import { numberCharacters } from '../../../language/texts/typedText.ts'
import { decimalMark } from '../../../language/values/formatter.ts'
import { hasOtherCurrency } from '../../../language/values/typedNumber.ts'
import { cx } from '../../lib/styles/cx.ts'
import { useComposition } from '../../lib/useComposition.ts'
import { pressKey, type Key } from '../../Keypad/keys.ts'
import {
  completeRefused,
  formatEditing,
  readAmount,
  refusedValue,
  typeAmount,
  type TypedAmount,
} from '../amount/amount.ts'
import { isComplete } from '../inputs/completeText.ts'
import { AmountSlider } from '../amount/AmountSlider.tsx'
import { ShareChips } from '../amount/ShareChips.tsx'
import { percentOfMaximum, shareInSteps } from '../amount/shares.ts'
import { InputFrame } from '../inputs/InputFrame.tsx'
import { optionNumber, optionText, useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'
import { DockedKeypad } from '../amount/DockedKeypad.tsx'
import { useAmountUnits } from '../amount/useAmountUnits.ts'
import fields from '../Form.module.css'
import css from './amount.module.css'

/** Shows a decimal amount with its unit. While it is edited, the keypad is open and the digits are not grouped. */
export default function AmountWidget({
  id,
  name,
  label,
  value,
  rawErrors,
  placeholder,
  required,
  disabled,
  readonly,
  options,
  onChange: set,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  const { t, format, afterPress } = useFormScope()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  /** Whether a pointer has set the caret, and no key has moved it since. */
  const isPointed = useRef(false)
  const selectsAll = useRef(false)
  const [open, setOpen] = useState(false)
  /** The last digit was one decimal too many, and is left out. */
  const [isExcess, setExcess] = useState(false)
  const stored = typeof value === 'string' ? value : ''
  const ownDecimals = isDecimal(options.step) ? decimalPlaces(options.step) : optionNumber(options, 'decimals', 2)
  const {
    current,
    decimals,
    unit,
    converted,
    otherUnit,
    enter: store,
    leave,
    swap,
  } = useAmountUnits({
    name,
    label,
    stored,
    options,
    decimals: ownDecimals,
    set,
  })
  const [typed, setTyped] = useState<TypedAmount>({ value: '', refused: null, byOtherMark: false })
  /** The text on display that is no amount, until the value is another one. */
  const refused = typed.refused !== null && stored === refusedValue(typed.refused) ? typed.refused : null
  const maximum = options.shares === false ? null : (optionText(options, 'maximum') ?? null)
  const limit = isDecimal(maximum) && sign(maximum) > 0 ? maximum : '0'
  const step = optionText(options, 'step') ?? fromMinor(1n, ownDecimals)
  /** The last share of the maximum that was chosen, and its amount, which is cut to the step. */
  const [share, setShare] = useState<{ percent: number; amount: string } | null>(null)

  /** A price has all decimals of its step. */
  const complete = (amount: Decimal): string =>
    options.price === true && decimalPlaces(amount) < ownDecimals
      ? format.price(amount, ownDecimals)
      : format.number(amount)
  const shown =
    refused ?? (open ? formatEditing(current, format.lang) : isDecimal(current) ? complete(current) : current)

  useLayoutEffect(() => {
    // Ungrouped the text is another, which would leave the caret behind it: a complete selection stays complete, to be replaced.
    if (selectsAll.current) input.current?.select()
    selectsAll.current = false
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  /** Runs before its text is drawn ungrouped; the microtask sees a selection that follows the focus. */
  const enter = (target: HTMLInputElement) => {
    const { value } = target
    if (value === formatEditing(current, format.lang)) return
    selectsAll.current = isAllSelected(target)
    queueMicrotask(() => {
      if (target.value === value) selectsAll.current = isAllSelected(target)
    })
  }
  const type = (next: string, at: number) => {
    caret.current = Math.min(at, next.length)
    setExcess(false)
    store(next)
  }
  const takeShare = (percent: number) => {
    const amount = shareInSteps(limit, percent, step)
    setShare({ percent, amount })
    if (open && otherUnit === null) type(amount, amount.length)
    else set(amount)
  }
  const noteExcess = (digit: string) =>
    setExcess(digit === '.' ? decimals === 0 : current.includes('.') && /\d/.test(digit))
  const press = (key: Key) => {
    const element = input.current
    const start = element?.selectionStart ?? shown.length
    const end = element?.selectionEnd ?? start
    if (refused !== null) {
      const from = key === 'delete' && end === start ? Math.max(0, start - 1) : start
      const letter = key === 'delete' ? '' : key === '.' ? decimalMark(format.lang) : key
      change(refused.slice(0, from) + letter + refused.slice(end), from + letter.length, false)
      return
    }
    if (end > start) {
      const remaining = { value: current.slice(0, start) + current.slice(end), caret: start }
      const edit = key === 'delete' ? remaining : pressKey(remaining, key, decimals)
      type(edit.value, edit.caret)
      return
    }
    const edit = pressKey({ value: current, caret: start }, key, decimals)
    type(edit.value, edit.caret)
    if (edit.value === current) noteExcess(key)
  }
  const replace = (text: string): TypedAmount | null => {
    const value = readAmount(text, '', format.lang, decimals, true, unit)
    return value === null ? null : { value, refused: null, byOtherMark: false }
  }
  const typeKey = (text: string): TypedAmount | null => {
    const byOtherMark = refused === null && typed.byOtherMark && typed.value === current
    return typeAmount(text, { value: current, refused, byOtherMark }, format.lang, decimals)
  }
  const change = (text: string, at: number, complete: boolean) => {
    if (complete && hasOtherCurrency(text, unit)) {
      setTyped({ value: current, refused: text, byOtherMark: false })
      set(refusedValue(text), { __errors: ['form.otherCurrency'] })
      return
    }
    const result = complete ? replace(text) : typeKey(text)
    if (result === null) {
      caret.current = Math.max(0, at - 1)
      if (refused === null) store(current)
      noteExcess(numberCharacters(text.slice(at - 1, at)))
      return
    }
    setTyped(result)
    if (result.refused === null) return type(result.value, at + result.value.length - text.length)
    caret.current = at + result.refused.length - text.length
    set(refusedValue(result.refused))
  }
  const composition = useComposition<HTMLInputElement>(shown, (text, element, event) =>
    change(text, element.selectionStart ?? text.length, isComplete(event, text, shown)),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    isPointed.current = false
    if (event.key !== 'Escape' || !open) return
    event.preventDefault()
    event.stopPropagation()
    setOpen(false)
  }

  const withUnit = (amount: string) => isolated([amount, unit].join('\u00a0').trim(), format.lang)
  const chosen = share?.amount === stored ? share.percent : null
  const percent = percentOfMaximum(stored, limit)
  const isCut = chosen !== null && chosen !== percent && stored !== ''
  const shares = {
    label: `${label}: ${t('form.share')}`,
    amount: stored,
    maximum: limit,
    step,
    chosen,
    disabled: disabled === true || readonly === true,
    onShare: takeShare,
  }

  return (
    <>
      <InputFrame
        after={
          otherUnit === null ? (
            unit && <span className={css.unit}>{unit}</span>
          ) : (
            <button
              type="button"
              className={css.unitSwap}
              aria-label={`${label}: ${t('form.enterIn', { unit: otherUnit })}`}
              disabled={disabled === true || readonly === true}
              onClick={swap}
            >
              {unit || label}
              <SwapGlyph size={14} strokeWidth={2} aria-hidden />
            </button>
          )
        }
      >
        <input
          ref={input}
          id={id}
          name={name}
          type="text"
          inputMode="none"
          autoComplete="off"
          dir="ltr"
          className={cx(fields.input, css.amount, converted !== null && css.twoLines)}
          placeholder={placeholder || undefined}
          required={required}
          disabled={disabled}
          readOnly={readonly}
          aria-invalid={rawErrors ? true : undefined}
          aria-describedby={cx(describedBy, converted && `${id}__converted`) || undefined}
          {...composition}
          enterKeyHint="go"
          onFocus={({ target }) => {
            if (readonly) return
            enter(target)
            setOpen(true)
          }}
          onPointerDown={() => {
            isPointed.current = true
          }}
          onClick={({ currentTarget }) => {
            setOpen(readonly !== true)
            leaveEmptyStart(currentTarget)
          }}
          // The keypad moves the field as it opens: a tap that ends beside it is no click.
          onSelect={({ currentTarget }) => {
            if (isPointed.current) leaveEmptyStart(currentTarget)
          }}
          onBlur={(event) => {
            if (event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-dock]')) return
            const amount = refused === null ? null : completeRefused(refused, format.lang, decimals)
            setExcess(false)
            if (amount === null) leave()
            else store(amount)
            // The keypad closes, and the elements below it move up. The press may have focused this field again.
            afterPress(() => setOpen(document.activeElement === input.current && input.current?.readOnly === false))
          }}
          onKeyDown={onKeyDown}
        />
        {converted ? (
          <span className={css.converted} id={`${id}__converted`}>
            <bdi dir="ltr">{converted}</bdi>
          </span>
        ) : null}
        {open && (
          <DockedKeypad
            field={input}
            decimals={decimals}
            // Its chips stay in view above the keys.
            maximum={options.chips === true ? null : maximum}
            onKey={press}
            onShare={takeShare}
            onDone={() => {
              setOpen(false)
              input.current?.blur()
            }}
          />
        )}
      </InputFrame>
      {options.slider === true && <AmountSlider {...shares} />}
      {options.chips === true && <ShareChips {...shares} />}
      <output className={isExcess || isCut ? fields.hint : fields.spoken}>
        {isExcess && t('form.step', { step: withUnit(format.number(fromMinor(1n, decimals))) })}
        {isCut && `= ${withUnit(format.quantity(current))} (${format.percent(String(percent))})`}
      </output>
    </>
  )
}

/** The digits are at the end of the field: a tap on the space before them would have the next digit multiply the amount, and nothing to delete. */
function leaveEmptyStart(input: HTMLInputElement): void {
  const { length } = input.value
  if (input.selectionEnd === 0) input.setSelectionRange(length, length)
}

const isAllSelected = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  value !== '' && selectionStart === 0 && selectionEnd === value.length
