import type { EditorProps, FieldKind } from '../contract.ts'
import { Line } from '../Line.tsx'

const ICONS: Record<string, string> = { username: 'user' }

/** The longest text its schema takes, so that no more can be typed. */
function longest({ field }: EditorProps): number | undefined {
  const { maxLength } = field.def.shape
  return typeof maxLength === 'number' ? maxLength : undefined
}

function Editor(props: EditorProps) {
  const complete = props.field.def.options?.autocomplete
  const account = complete === 'username'
  return (
    <Line
      props={props}
      icon={typeof complete === 'string' ? ICONS[complete] : undefined}
      input={{ type: 'text', maxLength: longest(props), ...(account && { autoCapitalize: 'none', spellCheck: false }) }}
    />
  )
}

export default { Editor, tidy: (value) => (typeof value === 'string' ? value.trim() : value) } satisfies FieldKind
