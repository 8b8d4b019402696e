import { useState } from 'react'
import { useText } from '../../../state/language.ts'
import Icon from '../../Icon/Icon.tsx'
import type { EditorProps, FieldKind } from '../contract.ts'
import css from '../Form.module.css'
import { Line } from '../Line.tsx'

function Editor(props: EditorProps) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <Line
      props={props}
      icon="lock"
      input={{ type: shown ? 'text' : 'password', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' }}
      after={
        <button type="button" className={css.tool} aria-label={t(shown ? 'form.hidePassword' : 'form.showPassword')} aria-controls={props.id} onClick={() => setShown(!shown)}>
          <Icon name={shown ? 'eye' : 'eye-off'} size="sm" />
        </button>
      }
    />
  )
}

export default { Editor } satisfies FieldKind
