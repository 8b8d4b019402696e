import { ADDITIONAL_PROPERTY_FLAG, buttonId, canExpand } from '@rjsf/utils'
import type { FieldTemplateProps, ObjectFieldTemplateProps, RJSFSchema, TemplatesType } from '@rjsf/utils'
import { createContext, use } from 'react'
import { hasAlternatives } from '../../../language/forms/forms.ts'
import type { Shape } from '../../../language/expressions/program.ts'
import { cx } from '../../lib/styles/cx.ts'
import type { FormProps } from '../../../../generated/widgets/Form.ts'
import fields from '../Form.module.css'
import css from './groups.module.css'
import { useFormScope, type FormContext, type FormScope } from '../scope.ts'
import { ErrorLine, FieldFrame } from './FieldFrame.tsx'

/** Directly within the list of alternatives, which names the one chosen: its group needs no title. */
export const AlternativeContext = createContext(false)

/** The alternatives around the list that one is chosen from: whether none is chosen yet, and what a choice does. */
export const ChoiceOfAlternativeContext = createContext<{
  isUnset: boolean
  onPick: (index: unknown, pick: (index: unknown) => void) => void
} | null>(null)

type Property = ObjectFieldTemplateProps['properties'][number]

/** The properties of an object: rows of the screen's layout at the root of the form, a group with its title within it. */
function ObjectFieldTemplate(props: ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const {
    properties,
    title: key,
    description,
    fieldPathId,
    schema,
    uiSchema,
    formData,
    errorSchema,
    optionalDataControl,
    disabled,
    readonly,
    registry,
    onAddProperty,
  } = props
  const scope = useFormScope()
  const { textOf, layout, narrow } = scope
  const title = key ? textOf(key) : itemTitle(fieldPathId.path.at(-1), scope)
  const isAlternative = use(AlternativeContext)
  // The root of the form, or the fields of the root outside its alternatives.
  const isRoot = fieldPathId.path.length === 0 || (fieldPathId.path.length === 1 && fieldPathId.path[0] === 'XxxOf')
  const content = rowsOf(
    properties.filter(({ hidden }) => !hidden),
    isRoot ? layout : undefined,
  ).map((row) => (
    <div key={row[0]?.name} className={cx(fields.row, (row.length > 1 || narrow) && fields.several)}>
      {row.map(({ content }) => content)}
    </div>
  ))
  const { AddButton } = registry.templates.ButtonTemplates
  const errors = isAlternative || isWrappedByLibrary(schema) ? undefined : errorSchema?.__errors
  const end = (
    <>
      {errors && errors.length > 0 && <ErrorLine id={fieldPathId.$id}>{errors[0]}</ErrorLine>}
      {optionalDataControl}
      {canExpand(schema, uiSchema, formData) && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          disabled={disabled === true || readonly === true}
          uiSchema={uiSchema}
          registry={registry}
          onClick={onAddProperty}
        />
      )}
    </>
  )
  const rows = (
    <AlternativeContext value={false}>
      {content}
      {end}
    </AlternativeContext>
  )
  if (isRoot || isAlternative) return rows
  // Its alternatives carry the title.
  if (properties.length === 0 && hasAlternatives(schema)) return null
  const titleId = `${fieldPathId.$id}__title`
  return (
    <fieldset
      className={css.group}
      id={fieldPathId.$id}
      tabIndex={-1}
      aria-labelledby={title ? titleId : undefined}
      aria-describedby={errors ? `${fieldPathId.$id}__error` : undefined}
    >
      {title && (
        <legend className={css.groupTitle} id={titleId}>
          {title}
        </legend>
      )}
      {typeof description === 'string' && description && <p className={fields.hint}>{textOf(description)}</p>}
      {rows}
    </fieldset>
  )
}

/** The name of a list item without its own title. */
export function itemTitle(
  step: string | number | undefined,
  { textOf, format }: Pick<FormScope, 'textOf' | 'format'>,
): string {
  return /^\d+$/.test(String(step))
    ? textOf('form.library.ArrayItemTitle', { a: format.number(String(Number(step) + 1)) })
    : ''
}

/** Whether the library's own field draws an object, within a field template that shows its errors. */
const isWrappedByLibrary = ({ additionalProperties: more, ...schema }: Shape): boolean =>
  hasAlternatives(schema) || more === true || typeof more === 'object'

/** The rows the layout names, then one row for each field it leaves out. */
function rowsOf(fields: readonly Property[], layout: FormProps['layout']): Property[][] {
  if (!layout) return fields.map((field) => [field])
  const remaining = new Map(fields.map((field) => [field.name, field]))
  const rows: Property[][] = []
  for (const names of layout) {
    const row: Property[] = []
    for (const name of names) {
      const field = remaining.get(name)
      if (field) row.push(field)
      remaining.delete(name)
    }
    if (row.length > 0) rows.push(row)
  }
  return [...rows, ...[...remaining.values()].map((field) => [field])]
}

/** Round what the library's own fields draw. */
function FieldTemplate(props: FieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const {
    id,
    label,
    displayLabel = true,
    required = false,
    hidden,
    rawErrors,
    rawHelp,
    rawDescription,
    hideError,
    schema,
    uiSchema,
    registry,
    children,
  } = props
  const { WrapIfAdditionalTemplate } = registry.templates
  const scope = useFormScope()
  const { textOf } = scope
  if (hidden) return <div hidden>{children}</div>
  // The library names an item of a list by its property and index.
  const isNamed = schema.title !== undefined || uiSchema?.['ui:title'] !== undefined
  const labelText = isNamed ? textOf(label) : itemTitle(/_(\d+)$/.exec(id)?.[1], scope) || textOf(label)
  // The label and the errors of alternatives are those of the list they are chosen from.
  const isChoice = hasAlternatives(schema)
  const errors = hideError || isChoice ? undefined : rawErrors
  const hasOwnLabel = !displayLabel || isChoice
  const field = (
    <div className={cx(fields.field, errors && errors.length > 0 && fields.wrong)}>
      <FieldFrame
        id={id}
        label={hasOwnLabel ? '' : labelText}
        required={required}
        rawErrors={errors}
        help={rawHelp ?? (displayLabel && rawDescription ? rawDescription : undefined)}
        textOf={textOf}
      >
        {children}
      </FieldFrame>
    </div>
  )
  return Object.hasOwn(schema, ADDITIONAL_PROPERTY_FLAG) ? (
    <WrapIfAdditionalTemplate {...props}>{field}</WrapIfAdditionalTemplate>
  ) : (
    field
  )
}

const nothing = (): null => null

/** Templates of every form. Those that only the library's own fields need are loaded with these fields. */
export const templates: Partial<TemplatesType<unknown, RJSFSchema, FormContext>> = {
  FieldTemplate,
  ObjectFieldTemplate,
  DescriptionFieldTemplate: nothing,
  FieldHelpTemplate: nothing,
  FieldErrorTemplate: nothing,
  ErrorListTemplate: nothing,
}
