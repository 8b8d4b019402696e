import { useId, useRef, useState, type FormEvent, type InputHTMLAttributes } from 'react'
import { CODE_DIGITS, CODE_RESEND_SECONDS } from '../../engine/language/constants.ts'
import { asSeconds } from '../../engine/language/values/time.ts'
import { digitsOf } from '../../engine/language/texts/typedText.ts'
import { useText } from '../../engine/state/language.ts'
import Button from '../../engine/widgets/Button/Button.tsx'
import CountdownButton from '../../engine/widgets/CountdownButton/CountdownButton.tsx'
import Segmented from '../../engine/widgets/Segmented/Segmented.tsx'
import Sheet from '../../engine/widgets/Sheet/Sheet.tsx'
import { useRuntime } from '../runtime.ts'
import { clockOf, useCountdown, waitOf } from './attemptLimit.ts'
import css from './hosts.module.css'

type Factor = 'authenticator' | 'password' | 'code'

export interface StepUpBody {
  /** The call that the proof is for, and the value that it is bound to. */
  call: string
  value: string
  factors: readonly Factor[]
  /** Where a code can be sent: `address` has most of its characters hidden. */
  targets: readonly { by: 'email' | 'phone'; address: string }[]
  /** Options for a passkey in place of the factors, with a challenge; null or absent: the user has none, or the server knows none. */
  passkey?: string | null
}

const EMPTY: Readonly<Record<Factor, string>> = { authenticator: '', password: '', code: '' }

/**
 * Asks for the factors of a call until the server has issued a proof for it. The typed values exist in this
 * component only, and are sent to the server only.
 */
export default function StepUp({
  call,
  value,
  factors,
  targets,
  passkey,
  onDone,
}: StepUpBody & { onDone: (proof: string | null) => void }) {
  const { callService, explain } = useRuntime()
  const t = useText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(EMPTY)
  const [by, setBy] = useState(targets[0]?.by)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [blocked, block] = useCountdown()
  const target = targets.find((target) => target.by === by)
  const isComplete = factors.every((factor) => typed[factor].trim() !== '')

  const type = (factor: Factor, text: string) => {
    setTyped({ ...typed, [factor]: text })
    setError('')
  }
  const sendCode = async () => {
    const result = await callService('stepUpCode', { by }, { silent: true })
    if (result.ok) return
    setError(explain(result))
    throw new Error('The code was not sent.')
  }
  const confirmByPasskey = async () => {
    setError('')
    // A challenge is redeemed once and expires: that of the opened sheet may be either.
    const info = await callService('stepUpInfo', { call, value }, { silent: true, background: true })
    if (!info.ok) return setError(explain(info))
    const { passkey: options } = info.data as Pick<StepUpBody, 'passkey'>
    const credential = options ? await (await import('../user/passkeys.ts')).requestPasskey(options) : null
    if (credential === null) return setError(t('passkeys.cancelled'))
    const result = await callService('stepUp', { call, value, passkey: credential }, { silent: true, background: true })
    if (result.ok) return onDone((result.data as { proof: string }).proof)
    setError(explain(result))
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (busy || blocked > 0 || !isComplete) return
    setBusy(true)
    const given = Object.fromEntries(factors.map((factor) => [factor, typed[factor]]))
    const payload = { call, value, ...given, ...(factors.includes('code') && { by }) }
    const result = await callService('stepUp', payload, { silent: true, background: true })
    if (result.ok) return onDone((result.data as { proof: string }).proof)
    setBusy(false)
    const wait = waitOf(result)
    setError(wait > 0 ? '' : explain(result))
    block(wait)
    form.current?.querySelector('input')?.focus()
  }

  const message = blocked > 0 ? t('shell.payPasswordBlocked') : error
  const inputs: Readonly<Record<Factor, InputHTMLAttributes<HTMLInputElement> & { label: string }>> = {
    authenticator: { label: t('field.appCode'), autoComplete: 'one-time-code', maxLength: 20 },
    password: { label: t('field.loginPassword'), type: 'password', autoComplete: 'current-password', maxLength: 64 },
    code: { label: t('field.code'), inputMode: 'numeric', autoComplete: 'one-time-code' },
  }
  return (
    <Sheet title={t('shell.stepUpTitle')} onClose={() => onDone(null)}>
      <form ref={form} className={css.pay} aria-busy={busy} noValidate onSubmit={(event) => void submit(event)}>
        <p className={css.label}>{t('shell.stepUpText')}</p>
        {targets.length > 1 && (
          <Segmented
            label={t('shell.stepUpBy')}
            value={by ?? ''}
            items={targets.map((target) => ({
              id: target.by,
              label: t(target.by === 'email' ? 'login.email' : 'login.phone'),
            }))}
            onChange={(detail) => {
              setBy(targets.find((target) => target.by === detail.value)?.by)
              type('code', '')
            }}
          />
        )}
        {factors.map((factor, index) => {
          const { label, ...input } = inputs[factor]
          return (
            <div key={factor} className={css.factor}>
              <label className={css.label} htmlFor={`${id}${factor}`}>
                {label}
              </label>
              <div className={css.row}>
                <input
                  {...input}
                  id={`${id}${factor}`}
                  className={css.text}
                  dir="ltr"
                  autoCapitalize="none"
                  spellCheck={false}
                  data-autofocus={index === 0 || undefined}
                  value={typed[factor]}
                  readOnly={busy || blocked > 0}
                  aria-invalid={message !== '' || undefined}
                  aria-describedby={message === '' ? undefined : `${id}s`}
                  onChange={({ target: { value: text } }) =>
                    type(factor, factor === 'code' ? digitsOf(text, CODE_DIGITS) : text)
                  }
                />
                {factor === 'code' && (
                  <CountdownButton
                    key={by}
                    label={t('form.sendCode')}
                    seconds={asSeconds(CODE_RESEND_SECONDS)}
                    storageKey={`stepUp.${by}`}
                    onPress={sendCode}
                  />
                )}
              </div>
              {factor === 'code' && target && (
                <p className={css.label}>{t('shell.stepUpTo', { address: target.address })}</p>
              )}
              {factor === 'authenticator' && <p className={css.label}>{t('field.appCodeHint')}</p>}
            </div>
          )
        })}
        {!passkey && factors.length === 1 && factors[0] === 'password' && (
          <p className={css.label}>{t('shell.stepUpWeak')}</p>
        )}
        {message !== '' && (
          <p id={`${id}s`} className={css.wrong} role="alert">
            {message}
          </p>
        )}
        {blocked > 0 && (
          // Beside the alert, which would be read out with every second.
          <p className={css.wrong} role="timer">
            {t('shell.payPasswordWait', { time: clockOf(blocked) })}
          </p>
        )}
        {/* Enter in a field submits. */}
        <input type="submit" hidden />
        <Button label={t('shell.stepUpConfirm')} full disabled={!isComplete || blocked > 0} onPress={submit} />
        {passkey && (
          <Button
            label={t('shell.stepUpPasskey')}
            icon="fingerprint-pattern"
            variant="secondary"
            full
            disabled={busy}
            onPress={confirmByPasskey}
          />
        )}
      </form>
    </Sheet>
  )
}
