import DoneGlyph from 'lucide-react/icons/check'
import DeleteGlyph from 'lucide-react/icons/delete'
import type { KeyboardEvent, PointerEvent } from 'react'
import { decimalMark } from '../../language/values/formatter.ts'
import { useFormat, useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import type { Key } from './keys.ts'
import css from './Keypad.module.css'

export const SHARES = [25, 50, 75, 100]

interface KeypadKeysProps {
  label?: string
  decimals: number
  maximum: string | null
  shares: boolean
  /** The keys leave the focus where it is: in the field that they type into. */
  docked?: boolean
  onKey: (key: Key) => void
  /** Of the maximum, in per cent. */
  onShare: (percent: number) => void
  onKeyDown?: (event: KeyboardEvent) => void
  onDone?: () => void
}

/** The keys alone; the owner of the value handles each key. */
export function KeypadKeys({
  label,
  decimals,
  maximum,
  shares,
  docked = false,
  onKey,
  onShare,
  onKeyDown,
  onDone,
}: KeypadKeysProps) {
  const t = useText()
  const format = useFormat()
  const common = { type: 'button' as const, onKeyDown, ...(docked && { tabIndex: -1 }) }
  const key = (name: Key, width?: string) => (
    <button key={name} {...common} className={cx(css.key, width)} onClick={() => onKey(name)}>
      {name}
    </button>
  )
  return (
    // Telephone order of the keys, in every language direction.
    <fieldset
      aria-label={label ?? t('keypad.label')}
      className={css.pad}
      dir="ltr"
      {...(docked && { onMouseDown: (event: { preventDefault(): void }) => event.preventDefault() })}
    >
      {shares && maximum !== null && (
        <div className={css.shares}>
          {SHARES.map((percent) => (
            <button key={percent} {...common} className={css.share} onClick={() => onShare(percent)}>
              {percent === 100 ? t('keypad.max') : format.percent(String(percent))}
            </button>
          ))}
        </div>
      )}
      <div className={css.keys}>
        {(['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const).map((digit) => key(digit))}
        {decimals > 0 && (
          <button {...common} className={css.key} aria-label={t('keypad.separator')} onClick={() => onKey('.')}>
            {decimalMark(format.lang)}
          </button>
        )}
        {key('0', decimals > 0 ? css.zero : css.wholeZero)}
        <Delete docked={docked} label={t('keypad.delete')} onPress={() => onKey('delete')} />
        {onDone && (
          <button {...common} className={cx(css.key, css.done)} aria-label={t('keypad.done')} onClick={onDone}>
            <DoneGlyph size={24} strokeWidth={2} aria-hidden />
          </button>
        )}
      </div>
    </fieldset>
  )
}

function repeat(event: PointerEvent<HTMLButtonElement>): void {
  if (event.button !== 0) return
  const button = event.currentTarget
  let timer = setTimeout(function repeatClick() {
    button.click()
    timer = setTimeout(repeatClick, 80)
  }, 450)
  const stop = () => clearTimeout(timer)
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) button.addEventListener(end, stop, { once: true })
}

/** A long press repeats delete. */
function Delete({ docked, label, onPress }: { docked: boolean; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className={cx(css.key, css.delete)}
      tabIndex={docked ? -1 : undefined}
      aria-label={label}
      onClick={onPress}
      onPointerDown={repeat}
    >
      <DeleteGlyph size={24} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
