import type { EditorProps, FieldKind } from '../contract.ts'
import { Line } from '../Line.tsx'

function Editor(props: EditorProps) {
  return (
    <Line
      props={props}
      icon="mail"
      // Browsers cut the value of type=email while it is typed; the keyboard is what is wanted of it.
      input={{ type: 'text', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false, maxLength: 254, dir: 'ltr' }}
    />
  )
}

export default { Editor, tidy: (value) => (typeof value === 'string' ? value.trim() : value) } satisfies FieldKind
