import { CODE_DIGITS, CODE_RESEND_SECONDS } from '../../../language/constants.ts'
import { fingerprint } from '../../../language/values/fingerprint.ts'
import { digitsOf } from '../../../language/texts/typedText.ts'
import { asSeconds } from '../../../language/values/time.ts'
import { useFieldState, type Field } from '../../../state/forms/field.ts'
import CountdownButton from '../../CountdownButton/CountdownButton.tsx'
import { TextInput } from '../inputs/TextInput.tsx'
import { codePurpose, codeTarget, optionNumber, useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** Shows a field for a one-time code and, where the options say what the code is for, a button that requests it. */
export default function CodeWidget(props: FormWidgetProps) {
  const { form } = useFormScope()
  const { options } = props
  const purpose = codePurpose(options)
  const target = form.field(codeTarget(options))
  const storageKey = `code.${purpose}.${codeTarget(options)}`
  return (
    <TextInput
      props={props}
      icon="shield-check"
      input={{
        type: 'text',
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
        autoCapitalize: 'none',
        spellCheck: false,
        dir: 'ltr',
      }}
      read={(text) => digitsOf(text, CODE_DIGITS)}
      rewrites
      after={
        purpose &&
        (target && codeTarget(options) !== '' ? (
          <SendToField {...props} storageKey={storageKey} target={target} />
        ) : (
          <Send {...props} storageKey={storageKey} />
        ))
      }
    />
  )
}

/** Each address has its own countdown: one typed wrong does not delay the right one. */
function SendToField({ target, storageKey, ...props }: FormWidgetProps & { storageKey: string; target: Field }) {
  const { value } = useFieldState(target)
  return (
    <Send
      {...props}
      storageKey={`${storageKey}.${typeof value === 'string' ? fingerprint(value.toLowerCase()) : ''}`}
    />
  )
}

function Send({ options, name, disabled, readonly, storageKey }: FormWidgetProps & { storageKey: string }) {
  const { t, sendCode } = useFormScope()
  const send = async () => {
    if (!(await sendCode(name, options))) throw new Error('The code was not sent.')
  }
  return (
    <CountdownButton
      label={t('form.sendCode')}
      seconds={asSeconds(optionNumber(options, 'seconds', CODE_RESEND_SECONDS))}
      disabled={disabled === true || readonly === true}
      storageKey={storageKey}
      onPress={send}
    />
  )
}
