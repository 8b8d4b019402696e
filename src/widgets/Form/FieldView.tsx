import { memo, type FocusEvent } from 'react'
import { isDecimal } from '../../core/decimal.ts'
import { isEmpty } from '../../core/rules.ts'
import { type Field, useFieldView } from '../../state/forms.ts'
import { cx } from '../cx.ts'
import Icon from '../Icon/Icon.tsx'
import { useFormScope, type Bound, type FieldKind, type Item } from './contract.ts'
import css from './Form.module.css'
import { lateKind } from './lateFields.ts'

const files = import.meta.glob<FieldKind>(['./fields/*.tsx', '!./fields/*.lazy.tsx'], { eager: true, import: 'default' })
const kinds = new Map(Object.entries(files).map(([path, kind]) => [path.slice('./fields/'.length, -'.tsx'.length), kind]))

/** The limits stand here one by one, so that equal ones are the same props. */
interface FieldViewProps extends Bound {
  field: Field
  /** Id of the element that takes the focus. */
  id: string
  unit: string | undefined
  choices: readonly Item[] | undefined
}

/** One field, drawn again only when its own value or error changes. */
export const FieldView = memo(function FieldView({ field, id, minimum, maximum, step, unit, choices }: FieldViewProps) {
  const scope = useFormScope()
  const { t, textOf, format } = scope
  const [{ value, error }, ref] = useFieldView(field)
  const { kind: kindName, hint, required, label: labelKey } = field.def
  const kind = kinds.get(kindName) ?? lateKind(kindName)
  if (!kind) throw new Error(`There is no field kind ${kindName}.`)
  const { Editor, tidy } = kind

  const set = (next: unknown) => {
    field.set(next)
    scope.changed(field)
  }
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    const left = tidy ? tidy(value) : value
    if (left !== value) set(left)
    // Who passes an empty field has not erred yet.
    if (!isEmpty(left)) field.touch()
  }

  // An error that only says "not valid" needs the hint to say what would be.
  const showHint = hint !== undefined && (error === null || error.key === 'form.invalid')
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const describedBy = cx(error && errorId, showHint && hintId) || undefined
  const label = textOf(labelKey)
  const editor = <Editor field={field} id={id} label={label} value={value} invalid={error !== null} describedBy={describedBy} bound={{ minimum, maximum, step }} unit={unit} choices={choices} set={set} />
  const args = error?.args && Object.fromEntries(Object.entries(error.args).map(([name, arg]) => [name, isDecimal(arg) ? format.number(arg) : arg]))

  return (
    <div ref={ref} className={cx(css.field, error && css.wrong)} data-field={field.def.name} onBlur={leave}>
      {!kind.ownLabel && (
        <label className={css.label} id={`${id}-label`} htmlFor={id}>
          {label}
          {!required && <span className={css.optional}> ({t('form.optional')})</span>}
        </label>
      )}
      {editor}
      {error && (
        <p className={css.error} id={errorId}>
          <Icon name="circle-alert" size="xs" />
          <span>{textOf(error.key, args)}</span>
        </p>
      )}
      {showHint && (
        <p className={css.hint} id={hintId}>
          {textOf(hint)}
        </p>
      )}
    </div>
  )
})
