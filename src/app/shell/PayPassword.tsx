import { useId, useRef, useState } from 'react'
import { CODE_DIGITS } from '../../engine/language/constants.ts'
import { digitsOf } from '../../engine/language/texts/typedText.ts'
import { useText } from '../../engine/state/language.ts'
import { cx } from '../../engine/widgets/lib/styles/cx.ts'
import type { Key } from '../../engine/widgets/Keypad/keys.ts'
import { KeypadKeys } from '../../engine/widgets/Keypad/KeypadKeys.tsx'
import Button from '../../engine/widgets/Button/Button.tsx'
import Sheet from '../../engine/widgets/Sheet/Sheet.tsx'
import { useRuntime } from '../runtime.ts'
import { clockOf, useCountdown, waitOf } from './attemptLimit.ts'
import css from './hosts.module.css'

export interface PayPasswordBody {
  /** The call that the proof is for. */
  call: string
}

/**
 * Asks for the payment password until the server has issued a proof for it. The password exists in this component
 * only, and is sent to the server only.
 */
export default function PayPassword({ call, onDone }: PayPasswordBody & { onDone: (proof: string | null) => void }) {
  const { callService, catalogue, explain, navigator } = useRuntime()
  const { payPasswordReset } = catalogue.manifest().shell
  const t = useText()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [digits, setDigits] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [blocked, block] = useCountdown()

  const send = async (password: string) => {
    setBusy(true)
    const result = await callService('payPassword', { call, password }, { silent: true, background: true })
    if (result.ok) return onDone((result.data as { proof: string }).proof)
    setBusy(false)
    setDigits('')
    const wait = waitOf(result)
    setError(wait > 0 ? '' : explain(result))
    block(wait)
    field.current?.focus()
  }

  const set = (next: string) => {
    if (busy || blocked > 0) return
    setDigits(next)
    setError('')
    if (next.length === CODE_DIGITS) void send(next)
  }
  const press = (key: Key) =>
    set(key === 'delete' ? digits.slice(0, -1) : key === '.' ? digits : (digits + key).slice(0, CODE_DIGITS))

  const message = blocked > 0 ? t('shell.payPasswordBlocked') : error
  return (
    <Sheet title={t('shell.payPasswordTitle')} onClose={() => onDone(null)}>
      <div className={css.pay} aria-busy={busy}>
        <label className={css.label} htmlFor={id}>
          {t('shell.payPasswordLabel')}
        </label>
        <div className={cx(css.cells, message !== '' && css.shaken)} dir="ltr">
          <input
            ref={field}
            id={id}
            className={css.hidden}
            type="password"
            inputMode="none"
            autoComplete="off"
            data-autofocus
            value={digits}
            readOnly={busy || blocked > 0}
            aria-invalid={message !== '' || undefined}
            aria-describedby={`${id}s`}
            onChange={(event) => set(digitsOf(event.target.value, CODE_DIGITS))}
          />
          {Array.from({ length: CODE_DIGITS }, (_, index) => (
            <span key={index} className={cx(css.cell, index === digits.length && css.next)} aria-hidden>
              {index < digits.length && <i />}
            </span>
          ))}
        </div>
        <p
          id={`${id}s`}
          className={message === '' ? css.spoken : css.wrong}
          role={message === '' ? undefined : 'alert'}
        >
          {message === '' ? t('shell.payPasswordTyped', { typed: digits.length, length: CODE_DIGITS }) : message}
        </p>
        {blocked > 0 && (
          // Beside the alert, which would be read out with every second.
          <p className={css.wrong} role="timer">
            {t('shell.payPasswordWait', { time: clockOf(blocked) })}
          </p>
        )}
        <KeypadKeys
          label={t('shell.payPasswordTitle')}
          decimals={0}
          maximum={null}
          shares={false}
          docked
          onKey={press}
          onShare={() => undefined}
        />
        <Button
          label={t('shell.payPasswordForgot')}
          variant="link"
          onPress={() => {
            onDone(null)
            // The values typed on the screen below are kept.
            if (payPasswordReset !== undefined) navigator.go(payPasswordReset, { forgot: true })
          }}
        />
      </div>
    </Sheet>
  )
}
