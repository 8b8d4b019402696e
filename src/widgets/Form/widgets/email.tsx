import { TextInput } from '../TextInput.tsx'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** Shows a text field with the keyboard for e-mail addresses. */
export default function EmailWidget(props: FormWidgetProps) {
  return (
    <TextInput
      props={props}
      icon="mail"
      // Browsers cut the value of type=email while it is typed; only its keyboard is used.
      input={{
        type: 'text',
        inputMode: 'email',
        autoCapitalize: 'none',
        spellCheck: false,
        maxLength: 254,
        dir: 'ltr',
        autoComplete: 'email',
      }}
    />
  )
}

/** Returns a text without the white space around it, any other value unchanged. Applied when the field is left. */
export const normalize = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)
