import { kindOf, readTyped } from '../../../language/texts/typedText.ts'
import { TextInput } from '../inputs/TextInput.tsx'
import { optionText } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

const ICONS: Record<string, string> = { username: 'user', email: 'mail' }
/** Of these only the keyboard is used: browsers cut the value of type=email while it is typed. */
const KEYBOARDS = ['email', 'numeric', 'decimal', 'url', 'tel'] as const
const CAPITALS = ['none', 'characters', 'words', 'sentences'] as const

/** Shows a text field; its keyboard and capital letters follow the options and the format of the schema. */
export default function TextWidget(props: FormWidgetProps) {
  const { maxLength, format } = props.schema
  const complete = optionText(props.options, 'autocomplete')
  const inputMode = KEYBOARDS.find((keyboard) => keyboard === (optionText(props.options, 'inputMode') ?? format))
  const autoCapitalize =
    CAPITALS.find((capital) => capital === optionText(props.options, 'capitalize')) ?? (inputMode && 'none')
  return (
    <TextInput
      props={props}
      icon={ICONS[complete ?? '']}
      read={(text) => readTyped(kindOf(format), text)}
      input={{
        type: 'text',
        inputMode,
        autoCapitalize,
        // Text other than prose has no spelling check, and runs left to right in every language.
        ...(autoCapitalize &&
          autoCapitalize !== 'sentences' &&
          autoCapitalize !== 'words' && { spellCheck: false, dir: 'ltr' }),
        ...(typeof maxLength === 'number' && { maxLength }),
      }}
    />
  )
}
