import { useState } from 'react'
import { CODE_DIGITS } from '../../../language/constants.ts'
import { digitsOf } from '../../../language/texts/typedText.ts'
import Icon from '../../Icon/Icon.tsx'
import css from '../Form.module.css'
import { TextInput } from '../inputs/TextInput.tsx'
import { optionText, useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** Shows a password field with a button that makes it readable. With the option `inputMode: numeric` it accepts digits only. */
export default function PasswordWidget(props: FormWidgetProps) {
  const { t } = useFormScope()
  const [shown, setShown] = useState(false)
  // A payment password: its digits may be typed in any script.
  const digits = optionText(props.options, 'inputMode') === 'numeric'
  return (
    <TextInput
      props={props}
      icon="lock"
      input={{
        type: shown ? 'text' : 'password',
        autoCapitalize: 'none',
        spellCheck: false,
        dir: 'ltr',
        ...(digits && { inputMode: 'numeric' as const }),
      }}
      {...(digits && { read: (text: string) => digitsOf(text, CODE_DIGITS), rewrites: true })}
      after={
        <button
          type="button"
          className={css.tool}
          aria-label={t(shown ? 'form.hidePassword' : 'form.showPassword')}
          aria-controls={props.id}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye' : 'eye-off'} size="sm" />
        </button>
      }
    />
  )
}
