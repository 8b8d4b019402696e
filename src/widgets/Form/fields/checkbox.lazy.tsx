import { useTextOf } from '../../../state/language.ts'
import box from '../../Checkbox/Checkbox.module.css'
import Icon from '../../Icon/Icon.tsx'
import type { EditorProps, FieldKind } from '../contract.ts'

function Editor({ field, id, label, value, invalid, describedBy, set }: EditorProps) {
  const textOf = useTextOf()
  const text = field.def.options?.text
  return (
    <label className={box.checkbox}>
      <span className={box.box}>
        <input
          id={id}
          name={field.def.name}
          type="checkbox"
          className={box.input}
          checked={value === true}
          required={field.def.required}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onChange={(event) => set(event.target.checked)}
        />
        <span className={box.tick} aria-hidden>
          <Icon name="check" size="xs" />
        </span>
      </span>
      <span className={box.words}>{typeof text === 'string' ? textOf(text) : label}</span>
    </label>
  )
}

export default { Editor, ownLabel: true } satisfies FieldKind
