import { Box } from '../Box.tsx'
import { optionText, type EditorProps, type FieldKind } from '../contract.ts'
import css from '../Form.module.css'
import { cx } from '../../cx.ts'

function Editor({ field, id, value, invalid, describedBy, set }: EditorProps) {
  return (
    <Box icon="calendar">
      <input
        id={id}
        name={field.def.name}
        type="date"
        data-empty={value ? undefined : true}
        className={cx(css.input, css.date)}
        autoComplete={optionText(field, 'autocomplete') ?? 'off'}
        min={optionText(field, 'minimum')}
        max={optionText(field, 'maximum')}
        required={field.def.required}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => set(event.target.value)}
      />
    </Box>
  )
}

export default { Editor } satisfies FieldKind
