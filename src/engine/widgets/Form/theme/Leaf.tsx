import { getWidget, type ErrorSchema, type RJSFSchema } from '@rjsf/utils'
import { memo, useEffect, useMemo, type FocusEvent } from 'react'
import { asText, typeOf, uiOptions, widgetOf } from '../../../language/forms/forms.ts'
import type { Json } from '../../../language/expressions/program.ts'
import { isEmpty } from '../../../language/forms/rules.ts'
import { numberOf } from '../../../language/values/typedNumber.ts'
import { useFieldState } from '../../../state/forms/field.ts'
import type { Form } from '../../../state/forms/forms.ts'
import { cx } from '../../lib/styles/cx.ts'
import { revealField } from '../../lib/revealField.ts'
import css from '../Form.module.css'
import { useFormScope, type Options, type PickerItem } from '../scope.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { errorText } from './errorText.ts'
import { enumOf } from './fieldOptions.ts'
import type { FormRegistry, Ui } from './fieldProps.ts'
import { itemTitle } from './templates.tsx'
import { formWidget } from './widgets.ts'

interface LeafProps {
  path: string
  id: string
  name: string
  schema: RJSFSchema
  uiSchema: Ui
  required: boolean
  registry: FormRegistry
  disabled: boolean
  readonly: boolean
  /** The limits are single props, so that equal ones are the same. */
  minimum: string | null | undefined
  maximum: string | null | undefined
  step: string | null | undefined
  unit: string | undefined
  conversionPrice: string | null | undefined
  conversionUnit: string | undefined
  conversionRounding: 'up' | 'down' | undefined
  conversionOwnUnit: string | undefined
  conversionSize: string | null | undefined
  conversionSizeUnit: string | undefined
  conversionSizeFirst: boolean | undefined
  choices: readonly PickerItem[] | undefined
}

/** One value with its widget, rendered again only when its own value or error changes. */
export const Leaf = memo(function Leaf({
  path,
  id,
  name,
  schema,
  uiSchema,
  required,
  registry,
  disabled,
  readonly,
  minimum,
  maximum,
  step,
  unit,
  conversionPrice,
  conversionUnit,
  conversionRounding,
  conversionOwnUnit,
  conversionSize,
  conversionSizeUnit,
  conversionSizeFirst,
  choices,
}: LeafProps) {
  const scope = useFormScope()
  const { textOf, format } = scope
  const { form } = registry.formContext
  const leaf = useMemo(() => leafOf(form, path, schema, uiSchema, registry), [form, path, schema, uiSchema, registry])
  const { field, Widget, ownLabel, isGroup, ui } = leaf
  const autofocus = ui.autofocus === true
  const { value, error } = useFieldState(field)
  useEffect(() => field.describe(leaf.info), [field, leaf])
  const options = useMemo(
    () => ({
      ...leaf.options,
      ...enumOf(leaf, choices, textOf),
      // Bounds and units of the screen override the options of the uiSchema; those that it omits do not.
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(step !== undefined && { step }),
      ...(unit !== undefined && { unit }),
      ...(conversionUnit !== undefined && {
        conversionPrice,
        conversionUnit,
        conversionRounding,
        conversionOwnUnit,
        conversionSize,
        conversionSizeUnit,
        conversionSizeFirst,
      }),
    }),
    [
      leaf,
      minimum,
      maximum,
      step,
      unit,
      conversionPrice,
      conversionUnit,
      conversionRounding,
      conversionOwnUnit,
      conversionSize,
      conversionSizeUnit,
      conversionSizeFirst,
      choices,
      textOf,
    ],
  )
  const set = (next: unknown) => {
    field.set(leaf.isLibraryNumber ? toNumber(next) : next)
    scope.onFieldChange(path)
  }
  // After a press, so that its target does not move below the finger.
  const handleFocus = ({ currentTarget }: FocusEvent<HTMLElement>) => scope.afterPress(() => revealField(currentTarget))
  const handleBlur = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    // Passing an empty field is no mistake yet.
    if (!isEmpty(value)) scope.afterPress(() => field.touch())
    form.commit()
  }
  const title = asText(ui.title) ?? schema.title
  const label =
    title === undefined ? itemTitle(path.slice(path.lastIndexOf('.') + 1), scope) || textOf(name) : textOf(title)
  const description = asText(ui.description) ?? schema.description
  const help = asText(ui.help) ?? description
  const rawErrors = error && ui.hideError !== true ? [errorText(error, textOf, format, options)] : undefined
  // An error that only says "not valid" needs the hint to say what would be.
  const showHelp = help !== undefined && (error === null || error.key === 'form.invalid')
  if (ui.widget === 'hidden') return null
  return (
    <div
      className={cx(css.field, rawErrors && css.wrong)}
      data-field={path}
      data-empty={isEmpty(value) ? '' : undefined}
      onFocus={handleFocus}
      onBlur={handleBlur}
    >
      <FieldFrame
        id={id}
        label={ownLabel ? '' : label}
        isLabelHidden={ui.label === false}
        isGroup={isGroup}
        description={help === description ? undefined : description}
        required={required}
        rawErrors={rawErrors}
        help={showHelp ? help : undefined}
        textOf={textOf}
      >
        <Widget
          id={id}
          name={name}
          value={value}
          schema={schema}
          uiSchema={uiSchema}
          options={options}
          label={label}
          placeholder={typeof ui.placeholder === 'string' ? textOf(ui.placeholder) : ''}
          required={required}
          disabled={disabled}
          readonly={readonly}
          autofocus={autofocus}
          rawErrors={rawErrors}
          registry={registry}
          multiple={typeOf(schema) === 'array'}
          aria-describedby={
            cx(
              rawErrors && `${id}__error`,
              help !== description && description !== undefined && `${id}__description`,
              showHelp && `${id}__help`,
            ) || undefined
          }
          onBlur={noop}
          onFocus={noop}
          onChange={(next: unknown, errors?: ErrorSchema) => {
            set(next)
            const [firstError] = errors?.__errors ?? []
            if (firstError !== undefined) field.setError({ key: firstError })
          }}
        />
      </FieldFrame>
      {autofocus && <Focus id={id} />}
    </div>
  )
})

/** Moves the focus to the element of this id when it appears. Few fields have it: none of the others pays for an effect. */
function Focus({ id }: { id: string }): null {
  useEffect(() => document.getElementById(id)?.focus({ preventScroll: true }), [id])
  return null
}

const noop = (): void => undefined

/** Properties of a field that do not change while the user types. */
function leafOf(form: Form, path: string, schema: RJSFSchema, uiSchema: Ui, registry: FormRegistry) {
  const field = form.field(path)
  if (!field) throw new Error(`The form has no field ${path}.`)
  const ui = uiOptions(uiSchema as Json)
  const name = widgetOf(schema, ui) ?? 'text'
  const formWidgetDef = formWidget(name)
  const Widget =
    formWidgetDef?.default ??
    (name === 'hidden'
      ? () => null
      : getWidget({ type: typeOf(schema) ?? 'string', ...schema } as RJSFSchema, name, registry.widgets))
  const {
    widget: _widget,
    title: _title,
    description: _description,
    help: _help,
    placeholder: _placeholder,
    ...options
  } = ui
  const type = typeOf(schema)
  const fixed: Options = { ...options, emptyValue: undefined }
  return {
    field,
    info: { schema, widget: name },
    ui,
    options: fixed,
    Widget,
    ownLabel: formWidgetDef?.ownLabel === true,
    isGroup: formWidgetDef?.isGroup === true,
    isLibraryNumber: formWidgetDef === undefined && (type === 'number' || type === 'integer'),
    schema,
    uiSchema,
  }
}

/** A number as the widgets of the library report it. A text that is none, or that no JSON number is exactly, stays a text, which is refused. */
function toNumber(value: unknown): unknown {
  return typeof value === 'string' ? (numberOf(value) ?? value) : value
}
