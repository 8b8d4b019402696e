import { CODE_DIGITS, CODE_RESEND_SECONDS } from '../../../core/constants.ts'
import { asSeconds } from '../../../core/time.ts'
import CountdownButton from '../../CountdownButton/CountdownButton.tsx'
import { onlyDigits } from '../digits.ts'
import { TextInput } from '../TextInput.tsx'
import { codePurpose, codeTarget, optionNumber, useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** Shows a field for a one-time code and, where the options say what the code is for, a button that requests it. */
export default function CodeWidget(props: FormWidgetProps) {
  const { t, sendCode } = useFormScope()
  const { options, name } = props
  const purpose = codePurpose(options)
  const seconds = asSeconds(optionNumber(options, 'seconds', CODE_RESEND_SECONDS))
  const send = async () => {
    if (!(await sendCode(name, options))) throw new Error('The code was not sent.')
  }
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
      change={(text) => onlyDigits(text, CODE_DIGITS)}
      after={
        purpose && (
          <CountdownButton
            label={t('form.sendCode')}
            seconds={seconds}
            disabled={props.disabled === true || props.readonly === true}
            storageKey={`code.${purpose}.${codeTarget(options)}`}
            onPress={send}
          />
        )
      }
    />
  )
}
