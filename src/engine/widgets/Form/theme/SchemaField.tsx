import {
  ADDITIONAL_PROPERTY_FLAG,
  getWidget,
  optionsList,
  shouldRenderOptionalField,
  type ErrorSchema,
  type FieldProps,
  type Registry,
  type RJSFSchema,
  type UiSchema,
} from '@rjsf/utils'
import { memo, useEffect, useLayoutEffect, useMemo, type FocusEvent, type ReactNode } from 'react'
import { hasAlternatives, inOrder, asText, typeOf, uiOptions, widgetOf } from '../../../language/forms/forms.ts'
import type { Json } from '../../../language/expressions/program.ts'
import { isEmpty, type FieldError } from '../../../language/forms/rules.ts'
import { decimalPlaces, isDecimal } from '../../../language/values/decimal.ts'
import type { Decimal } from '../../../language/values/units.ts'
import { numberOf } from '../../../language/values/typedNumber.ts'
import type { Formatter } from '../../../language/values/formatter.ts'
import type { TextOf } from '../../../language/texts/texts.ts'
import { useFieldState } from '../../../state/forms/field.ts'
import type { Form } from '../../../state/forms/forms.ts'
import { cx } from '../../lib/cx.ts'
import css from '../Form.module.css'
import { useFormScope, type FormContext, type PickerItem, type Options } from '../scope.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { revealField } from '../../lib/revealField.ts'
import { itemTitle } from './templates.tsx'
import { formWidget } from './widgets.ts'
import { factsOf } from './DataForm.ts'
import { payloadOf } from './payload.ts'

type FormRegistry = Registry<unknown, RJSFSchema, FormContext>
type SchemaFieldProps = FieldProps<unknown, RJSFSchema, FormContext>
type Ui = UiSchema<unknown, RJSFSchema, FormContext> | undefined

const NO_SCHEMAS: Readonly<Record<string, RJSFSchema>> = {}

/**
 * RJSF's field for any schema. A value with a widget is a leaf with its own field, so that typing renders it alone; an object
 * lays out its properties; everything else (lists, alternatives, maps, recursion) is the library's own field, which comes back here.
 */
export function SchemaField(props: SchemaFieldProps): ReactNode {
  const { schema: rawSchema, formData, registry, fieldPathId, uiSchema, name } = props
  const { schemaUtils } = registry
  const schema = useMemo(() => schemaUtils.retrieveSchema(rawSchema, formData), [schemaUtils, rawSchema, formData])
  // An alternative at the root of the form has the same path.
  if (rawSchema === registry.rootSchema) return <RootField {...props} schema={schema} rawSchema={rawSchema} />
  const widget = widgetOf(schema, uiOptions(uiSchema as Json))
  if (!Object.hasOwn(schema, ADDITIONAL_PROPERTY_FLAG) && widget !== null) {
    return (
      <Leaf
        path={fieldPathId.path.join('.')}
        id={fieldPathId.$id}
        name={name}
        schema={schema}
        uiSchema={uiSchema}
        required={props.required === true}
        registry={registry}
        disabled={props.disabled === true}
        readonly={props.readonly === true}
        minimum={undefined}
        maximum={undefined}
        step={undefined}
        unit={undefined}
        conversionPrice={undefined}
        conversionUnit={undefined}
        conversionRounding={undefined}
        choices={undefined}
      />
    )
  }
  return isPlainObject(schema) && !shouldRenderOptionalField(registry, schema, props.required === true, uiSchema) ? (
    <ObjectBody {...props} schema={schema} />
  ) : (
    <LibrarySchemaField {...props} />
  )
}

/** The root of the form: connects the store of the form with the data of RJSF. */
function RootField({ rawSchema, ...props }: SchemaFieldProps & { rawSchema: RJSFSchema }): ReactNode {
  const { registry, formData, onChange } = props
  const { form } = registry.formContext
  const read = useMemo(() => conditionNames(rawSchema), [rawSchema])
  useLayoutEffect(() => form.watchConditions(read), [form, read])
  const data = formData as Record<string, unknown>
  useLayoutEffect(() => form.receive(data), [form, data])
  useLayoutEffect(
    () =>
      form.connect(
        {
          change: (path, value) => onChange(value, [...path]),
          payload: (values) => payloadOf(registry.schemaUtils, rawSchema, values, factsOf(form)),
        },
        form.data(),
      ),
    [form, onChange, registry, rawSchema],
  )
  return isPlainObject(props.schema) ? <ObjectBody {...props} /> : <LibrarySchemaField {...props} />
}

/** An object of named properties only. */
const isPlainObject = (schema: RJSFSchema): boolean =>
  typeOf(schema) === 'object' &&
  !hasAlternatives(schema) &&
  typeof schema.additionalProperties !== 'object' &&
  schema.additionalProperties !== true &&
  schema.$ref === undefined

/** The library's own field. The errors that the store shows replace those of the last submit. */
function LibrarySchemaField(props: SchemaFieldProps): ReactNode {
  const { registry, fieldPathId } = props
  const { LibraryField } = registry.fields
  if (!LibraryField) throw new Error('The fields of the library are not loaded.')
  const { form } = registry.formContext
  const scope = useFormScope()
  const field = form.field(fieldPathId.path.join('.'))
  return field ? (
    <LibraryFieldWithErrors {...props} field={field} scope={scope} LibraryField={LibraryField} />
  ) : (
    <LibraryField {...props} />
  )
}

function LibraryFieldWithErrors({
  field,
  scope,
  LibraryField,
  ...props
}: SchemaFieldProps & {
  field: NonNullable<ReturnType<Form['field']>>
  scope: ReturnType<typeof useFormScope>
  LibraryField: NonNullable<FormRegistry['fields'][string]>
}): ReactNode {
  const { error } = useFieldState(field)
  const errorSchema = useMemo(
    () => (error ? ({ __errors: [errorText(error, scope.textOf, scope.format)] } as ErrorSchema) : {}),
    [error, scope],
  )
  return <LibraryField {...props} errorSchema={errorSchema} />
}

/** The errors of an object itself. */
function useGroupErrors(
  registry: FormRegistry,
  path: readonly (string | number)[],
  { textOf, format }: ReturnType<typeof useFormScope>,
): ErrorSchema | undefined {
  const at = path.join('.')
  const field = registry.formContext.form.field(at)
  if (!field) throw new Error(`The form has no field ${at}.`)
  const { error } = useFieldState(field)
  return useMemo(
    () => (error ? ({ __errors: [errorText(error, textOf, format)] } as ErrorSchema) : undefined),
    [error, textOf, format],
  )
}

function ObjectBody(props: SchemaFieldProps): ReactNode {
  const {
    schema,
    uiSchema,
    registry,
    fieldPathId,
    formData,
    errorSchema,
    disabled = false,
    readonly = false,
    onChange,
    onBlur,
    onFocus,
    required,
  } = props
  const scope = useFormScope()
  const groupErrors = useGroupErrors(registry, fieldPathId.path, scope)
  const { SchemaField: Nested = SchemaField } = registry.fields
  const { ObjectFieldTemplate } = registry.templates
  const { idPrefix, idSeparator } = registry.globalFormOptions
  const requiredNames = new Set(schema.required)
  const data = (typeof formData === 'object' && formData !== null ? formData : {}) as Record<string, unknown>
  const options = uiOptions(uiSchema as Json)
  const schemas = (schema.properties ?? NO_SCHEMAS) as Readonly<Record<string, RJSFSchema>>
  const properties = inOrder(Object.keys(schemas), options.order as Json).map((name) => {
    const property = schemas[name] ?? {}
    const ui = uiSchema?.[name] as Ui
    const inner = uiOptions(ui as Json)
    const isDisabled = disabled || inner.disabled === true
    const isReadonly = readonly || inner.readonly === true || property.readOnly === true
    const path = [...fieldPathId.path, name]
    const id = [idPrefix, ...path].join(idSeparator)
    const at = path.join('.')
    const isLeaf =
      property.$ref === undefined &&
      !Object.hasOwn(property, ADDITIONAL_PROPERTY_FLAG) &&
      widgetOf(property, inner) !== null &&
      needsNoResolving(property)
    const bound = scope.bounds?.[at]
    const conversion = scope.conversions?.[at]
    const content = isLeaf ? (
      <Leaf
        key={name}
        path={at}
        id={id}
        name={name}
        schema={property}
        uiSchema={ui}
        required={requiredNames.has(name)}
        registry={registry}
        disabled={isDisabled}
        readonly={isReadonly}
        minimum={bound?.minimum}
        maximum={bound?.maximum}
        step={bound?.step}
        unit={scope.units?.[at] ?? undefined}
        conversionPrice={conversion?.price}
        conversionUnit={conversion?.unit}
        conversionRounding={conversion?.rounding}
        choices={scope.choices?.[at]}
      />
    ) : (
      <Nested
        key={name}
        name={name}
        schema={property}
        uiSchema={ui}
        formData={data[name]}
        errorSchema={(errorSchema as Record<string, ErrorSchema> | undefined)?.[name]}
        fieldPathId={{ $id: id, path }}
        registry={registry}
        required={requiredNames.has(name)}
        disabled={isDisabled}
        readonly={isReadonly}
        onChange={onChange}
        onBlur={onBlur}
        onFocus={onFocus}
      />
    )
    return { name, content, hidden: inner.widget === 'hidden', disabled: isDisabled, readonly: isReadonly }
  })
  return (
    <ObjectFieldTemplate
      title={asText(options.title) ?? schema.title ?? ''}
      description={asText(options.description) ?? schema.description ?? ''}
      properties={properties}
      schema={schema}
      uiSchema={uiSchema}
      fieldPathId={fieldPathId}
      formData={formData}
      registry={registry}
      disabled={disabled}
      readonly={readonly}
      required={required}
      errorSchema={groupErrors}
      onAddProperty={noop}
    />
  )
}

/** A property independent of the data: no condition or reference within it. */
const needsNoResolving = ({ if: condition, allOf, dependencies }: RJSFSchema): boolean =>
  condition === undefined && allOf === undefined && dependencies === undefined

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
  choices: readonly PickerItem[] | undefined
}

/** One value with its widget, rendered again only when its own value or error changes. */
const Leaf = memo(function Leaf({
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
      ...(conversionUnit !== undefined && { conversionPrice, conversionUnit, conversionRounding }),
    }),
    [leaf, minimum, maximum, step, unit, conversionPrice, conversionUnit, conversionRounding, choices, textOf],
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
    <div className={cx(css.field, rawErrors && css.wrong)} data-field={path} onFocus={handleFocus} onBlur={handleBlur}>
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

const NO_OPTIONS: Readonly<Record<string, unknown>> = {}

/** Choices that the screen gives, else those of the schema. */
function enumOf(
  { schema, uiSchema }: { schema: RJSFSchema; uiSchema: Ui },
  choices: readonly PickerItem[] | undefined,
  textOf: TextOf,
): Readonly<Record<string, unknown>> {
  if (choices)
    return {
      enumOptions: choices.map(({ id, label, hint }) => ({ value: id, label, ...(hint !== undefined && { hint }) })),
      enumDisabled: choices.filter(({ disabled }) => disabled).map(({ id }) => id),
    }
  if (typeOf(schema) === 'boolean' && schema.oneOf === undefined)
    return { enumOptions: booleanOptions(schema, uiSchema, textOf) }
  const source =
    schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items : schema
  if (source.enum === undefined && source.oneOf === undefined && source.anyOf === undefined) return NO_OPTIONS
  const listed = optionsList<unknown, RJSFSchema, FormContext>(source, uiSchema)
  return listed
    ? {
        enumOptions: listed.map(({ value, label, schema: one }) => ({
          value: value as unknown,
          label: textOf(label),
          ...(typeof one?.description === 'string' && { hint: textOf(one.description) }),
        })),
      }
    : NO_OPTIONS
}

/** Yes and no, for the widgets that choose between them. */
function booleanOptions(
  { enum: values = [true, false] }: RJSFSchema,
  uiSchema: Ui,
  textOf: TextOf,
): { value: unknown; label: string }[] {
  const { enumNames } = uiOptions(uiSchema as Json)
  return values.map((value, index) => {
    const named = Array.isArray(enumNames) ? enumNames[index] : undefined
    return {
      value,
      label: textOf(
        typeof named === 'string' ? named : value === true ? 'form.library.YesLabel' : 'form.library.NoLabel',
      ),
    }
  })
}

/** A number as the widgets of the library report it. A text that is none, or that no JSON number is exactly, stays a text, which is refused. */
function toNumber(value: unknown): unknown {
  return typeof value === 'string' ? (numberOf(value) ?? value) : value
}

/** Arguments of a refusal whose text has the unit itself. */
const UNITS_IN_TEXTS = new Set(['currency', 'percent'])

/** The text of an error, its decimals written for the user's language: in the unit of the field unless the text has one, with the digits of its step. */
export function errorText(error: FieldError, textOf: TextOf, format: Formatter, { unit, step }: Options = {}): string {
  const digits = isDecimal(step) ? decimalPlaces(step) : 0
  const hasOwnUnit = Object.keys(error.args ?? {}).some((name) => UNITS_IN_TEXTS.has(name))
  const limit = (value: Decimal) => {
    const number = decimalPlaces(value) < digits ? format.price(value, digits) : format.number(value)
    return typeof unit === 'string' && unit !== '' && !hasOwnUnit ? `${number}\u00a0${unit}` : number
  }
  const args =
    error.args &&
    Object.fromEntries(Object.entries(error.args).map(([name, arg]) => [name, isDecimal(arg) ? limit(arg) : arg]))
  return textOf(error.key, args)
}

/** The properties that the conditions of a schema read: a change of these may change the form itself. */
function conditionNames(schema: RJSFSchema, names = new Set<string>()): Set<string> {
  for (const name of Object.keys(schema.dependencies ?? {})) names.add(name)
  const condition = schema.if
  if (typeof condition === 'object') namesRead(condition, names)
  for (const branch of [schema.then, schema.else, ...(schema.allOf ?? [])])
    if (typeof branch === 'object') conditionNames(branch, names)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    // A condition within a property is about that property's own values.
    if (typeof property === 'object' && conditionNames(property).size > 0) names.add(name)
  }
  return names
}

function namesRead(condition: RJSFSchema, names: Set<string>): void {
  for (const name of [...Object.keys(condition.properties ?? {}), ...(condition.required ?? [])]) names.add(name)
  for (const part of [
    ...(condition.allOf ?? []),
    ...(condition.anyOf ?? []),
    ...(condition.oneOf ?? []),
    condition.not,
  ])
    if (typeof part === 'object') namesRead(part, names)
}
