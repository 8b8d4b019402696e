import { TEXTAREA_LENGTH } from '../../../core/constants.ts'
import { useLanguage } from '../../../state/language.ts'
import { Box } from '../Box.tsx'
import { optionNumber, type EditorProps, type FieldKind } from '../contract.ts'
import css from '../Form.module.css'

function Editor({ field, id, value, invalid, describedBy, set }: EditorProps) {
  const { text: t, textOf, format } = useLanguage()
  const text = typeof value === 'string' ? value : ''
  const { maxLength } = field.def.shape
  const max = typeof maxLength === 'number' ? maxLength : TEXTAREA_LENGTH
  const count = Array.from(text).length
  const counterId = `${id}-count`
  return (
    <Box tall>
      <textarea
        id={id}
        name={field.def.name}
        className={css.area}
        rows={optionNumber(field, 'rows', 4)}
        placeholder={field.def.placeholder && textOf(field.def.placeholder)}
        required={field.def.required}
        aria-invalid={invalid || undefined}
        aria-describedby={[describedBy, counterId].filter(Boolean).join(' ')}
        value={text}
        // Counted in whole letters: maxlength would cut an emoji in two.
        onChange={(event) => set(Array.from(event.target.value).slice(0, max).join(''))}
      />
      <span className={css.count} aria-hidden>
        {`${format.number(count)}/${format.number(max)}`}
      </span>
      <span className={css.spoken} id={counterId}>
        {t('form.counter', { count, max })}
      </span>
    </Box>
  )
}

export default { Editor } satisfies FieldKind
