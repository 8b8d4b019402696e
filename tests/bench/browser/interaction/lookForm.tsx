import { memo } from 'react'
import css from '../../../../src/engine/widgets/Form/Form.module.css'
import submit from '../../../../src/engine/widgets/Form/SubmitButtons.module.css'
import { FIELDS, HINT, MAX_LENGTH, type Field } from '../../interaction/facts.ts'
import { useHandField, useHandForm, type HandForm } from './handForm.ts'
import { classes, Frame } from './lookFrame.tsx'
import { MESSAGES } from './messages.ts'
import { page } from './page.tsx'

interface FieldProps extends Pick<HandForm, 'values' | 'write'> {
  field: Field
  sent: boolean
  /** Changes when the field that this one is compared with does. */
  compared: string
}

const LookField = memo(function LookField({ field, sent, values, write }: FieldProps) {
  const { name, label, required } = field
  const { value, error, onChange, onBlur } = useHandField(field, { values, write }, sent)
  return (
    <div className={css.row}>
      <div className={classes(css.field, error !== null && css.wrong)} data-field={name} onBlur={onBlur}>
        <label className={css.label} id={`${name}-label`} htmlFor={name}>
          {label}
          {!required && <span className={css.optional}> ({MESSAGES.optional})</span>}
        </label>
        <div className={css.box}>
          <input
            id={name}
            name={name}
            type="text"
            className={css.input}
            autoComplete="off"
            required={required}
            maxLength={MAX_LENGTH}
            enterKeyHint="go"
            aria-invalid={error === null ? undefined : true}
            aria-describedby={error === null ? `${name}__help` : `${name}__error`}
            value={value}
            onChange={onChange}
          />
        </div>
        <p className={error === null ? css.hint : css.error} id={error === null ? `${name}__help` : `${name}__error`}>
          {error ?? HINT}
        </p>
      </div>
    </div>
  )
})

function LookForm() {
  const { values, write, failed, compared, submit: send } = useHandForm()
  return (
    <Frame>
      <form noValidate className={css.form} aria-busy={false} onSubmit={send}>
        {FIELDS.map((field) => (
          <LookField
            key={field.name}
            field={field}
            sent={failed > 0}
            values={values}
            write={write}
            compared={field.name === 'field2' ? compared : ''}
          />
        ))}
        <button type="submit" className={submit.submit} aria-busy={false}>
          <span>Send</span>
        </button>
        <output className={css.spoken}>{failed > 0 && `${failed} fields need your attention.`}</output>
      </form>
    </Frame>
  )
}

page(() => <LookForm />)
