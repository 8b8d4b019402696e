import { optionText, type EditorProps, type FieldKind } from '../contract.ts'
import { Line } from '../Line.tsx'

const ICONS: Record<string, string> = { username: 'user', email: 'mail' }
/** Of these only the keyboard is wanted: browsers cut the value of type=email while it is typed. */
const KEYBOARDS = ['email', 'numeric', 'decimal', 'url', 'tel'] as const
const CAPITALS = ['none', 'characters', 'words', 'sentences'] as const

function Editor(props: EditorProps) {
  const { field } = props
  const { maxLength, format } = field.def.shape
  const complete = optionText(field, 'autocomplete')
  const inputMode = KEYBOARDS.find((one) => one === (optionText(field, 'inputMode') ?? format))
  const autoCapitalize = CAPITALS.find((one) => one === optionText(field, 'capitalize')) ?? (inputMode && 'none')
  return (
    <Line
      props={props}
      icon={ICONS[complete ?? '']}
      input={{
        type: 'text',
        inputMode,
        autoCapitalize,
        // What is no prose is not spelled, and is written left to right in every language.
        ...(autoCapitalize && autoCapitalize !== 'sentences' && autoCapitalize !== 'words' && { spellCheck: false, dir: 'ltr' }),
        ...(typeof maxLength === 'number' && { maxLength }),
      }}
    />
  )
}

export default { Editor, tidy: (value) => (typeof value === 'string' ? value.trim() : value) } satisfies FieldKind
