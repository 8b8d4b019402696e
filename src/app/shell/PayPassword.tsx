import { useId, useState, type FormEvent } from 'react'
import { PASSWORD_LENGTH } from '../../core/constants.ts'
import { useText } from '../../state/language.ts'
import Button from '../../widgets/Button/Button.tsx'
import Sheet from '../../widgets/Sheet/Sheet.tsx'
import css from './hosts.module.css'

/** Asks for the payment password. It lives in this field only, and goes to the caller once. */
export default function PayPassword({ onDone }: { onDone: (password: string | null) => void }) {
  const t = useText()
  const id = useId()
  const [password, setPassword] = useState('')
  const [short, setShort] = useState(false)

  const send = () => {
    if (password.length < PASSWORD_LENGTH.min) setShort(true)
    else onDone(password)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }

  return (
    <Sheet title={t('shell.payPasswordTitle')} onClose={() => onDone(null)}>
      <form className={css.pay} onSubmit={submit} noValidate>
        <label className={css.label} htmlFor={id}>
          {t('shell.payPasswordLabel')}
        </label>
        <input
          id={id}
          className={css.input}
          type="password"
          autoComplete="off"
          data-autofocus
          maxLength={PASSWORD_LENGTH.max}
          value={password}
          aria-invalid={short || undefined}
          aria-describedby={short ? `${id}e` : undefined}
          onChange={(event) => {
            setPassword(event.target.value)
            setShort(false)
          }}
        />
        {short && (
          <p id={`${id}e`} className={css.wrong} role="alert">
            {t('shell.payPasswordShort', PASSWORD_LENGTH)}
          </p>
        )}
        <Button label={t('ui.ok')} full onPress={send} />
      </form>
    </Sheet>
  )
}
