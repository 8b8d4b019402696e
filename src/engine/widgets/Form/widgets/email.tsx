import { readTyped } from '../../../language/texts/typedText.ts'
import { TextInput } from '../inputs/TextInput.tsx'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** Shows a text field with the keyboard for e-mail addresses. */
export default function EmailWidget(props: FormWidgetProps) {
  return (
    <TextInput
      props={props}
      icon="mail"
      read={(text) => readTyped('email', text)}
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
