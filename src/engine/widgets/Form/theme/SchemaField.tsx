import { ADDITIONAL_PROPERTY_FLAG, shouldRenderOptionalField, type ErrorSchema, type RJSFSchema } from '@rjsf/utils'
import { useLayoutEffect, useMemo, type ReactNode } from 'react'
import { asText, hasAlternatives, inOrder, typeOf, uiOptions, widgetOf } from '../../../language/forms/forms.ts'
import type { Json } from '../../../language/expressions/program.ts'
import { useFieldState } from '../../../state/forms/field.ts'
import type { Form } from '../../../state/forms/forms.ts'
import { useFormScope } from '../scope.ts'
import { conditionNames } from './conditionNames.ts'
import { factsOf } from './DataForm.ts'
import { errorText } from './errorText.ts'
import { Leaf } from './Leaf.tsx'
import { payloadOf } from './payload.ts'
import type { FormRegistry, SchemaFieldProps, Ui } from './fieldProps.ts'

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
        conversionOwnUnit={undefined}
        conversionSize={undefined}
        conversionSizeUnit={undefined}
        conversionSizeFirst={undefined}
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
        conversionOwnUnit={conversion?.ownUnit}
        conversionSize={conversion?.size}
        conversionSizeUnit={conversion?.sizeUnit}
        conversionSizeFirst={conversion?.sizeFirst}
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

const noop = (): void => undefined
