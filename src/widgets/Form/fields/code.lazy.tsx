import { asSeconds } from '../../../core/time.ts'
import { CODE_DIGITS, CODE_RESEND_SECONDS } from '../../../core/constants.ts'
import { useText } from '../../../state/language.ts'
import CountdownButton from '../../CountdownButton/CountdownButton.tsx'
import { codePurpose, codeTarget, optionNumber, useFormScope, type EditorProps, type FieldKind } from '../contract.ts'
import { onlyDigits } from '../digits.ts'
import { Line } from '../Line.tsx'

function Editor(props: EditorProps) {
  const t = useText()
  const scope = useFormScope()
  const { field } = props
  const purpose = codePurpose(field)
  const seconds = asSeconds(optionNumber(field, 'seconds', CODE_RESEND_SECONDS))
  const send = async () => {
    if (!(await scope.sendCode(field))) throw new Error('The code was not sent.')
  }
  return (
    <Line
      props={props}
      icon="shield-check"
      input={{ type: 'text', inputMode: 'numeric', autoComplete: 'one-time-code', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' }}
      change={(text) => onlyDigits(text, CODE_DIGITS)}
      after={purpose && <CountdownButton label={t('form.sendCode')} seconds={seconds} storageKey={`code.${purpose}.${codeTarget(field)}`} onPress={send} />}
    />
  )
}

export default { Editor } satisfies FieldKind
