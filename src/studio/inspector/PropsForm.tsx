import Form from '@rjsf/core'
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { useMemo, type ReactNode } from 'react'
import { useWorkspace } from '../model/context.tsx'
import { memberPlace, setValue, type Place } from '../model/document.ts'
import { withoutOwnTexts } from '../texts/ownTexts.ts'
import { titleOf } from '../model/titles.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import css from './Inspector.module.css'
import { refWidgetOf } from '../fields/refWidgetOf.ts'
import { noValidator } from './noValidator.ts'
import { isRare, type Usage } from './usage.ts'
import { isExpression, templates, widgets, type FieldContext } from './theme.tsx'

interface Props {
  file: string
  place: Place
  schema: PropertySchema
  values: Readonly<Record<string, unknown>>
  /** Path at which the values are written; by default the props of the node. */
  base?: Place
  /** How the catalogue uses the widget. */
  usage?: Usage | undefined
}

/** The props of a node as a form of react-jsonschema-form, made from the schema of its widget. The compiler judges the values. */
export function PropsForm({ file, place, schema, values, base = `${place}/props`, usage }: Props): ReactNode {
  const workspace = useWorkspace()
  const expressions = Object.keys(values)
    .filter((name) => isExpression(values[name]))
    .join()
  const form = useMemo(() => formOf(schema, new Set(expressions.split(','))), [schema, expressions])

  function change(name: string, value: unknown): void {
    const isLast =
      base !== place && value === undefined && Object.keys(values).length === 1 && Object.hasOwn(values, name)
    const target = isLast ? base : memberPlace(base, name)
    const { files, published } = workspace.get()
    const text = files[file]
    if (text === undefined) return
    const next = setValue(text, target, value)
    // A text that was made for the property goes with its value.
    const texts = withoutOwnTexts(values[name], { ...files, [file]: next }, published)
    const title = titleOf(name, schema.properties?.[name])
    workspace.edit(`Change “${title}”`, { [file]: next, ...texts }, `${file} ${base} ${name}`)
  }

  const idPrefix = `props ${base}`
  const context: FieldContext = {
    values,
    change,
    schema,
    file,
    place,
    base,
    idPrefix,
    PropsForm,
    isRare: usage && ((name) => isRare(usage, name) && schema.required?.includes(name) !== true),
    isCode: (name) => form.uiSchema[name]?.['ui:widget'] === 'json' && schema.required?.includes(name) !== true,
    exampleOf: (name) => usage?.props.get(name)?.example,
  }
  return (
    <Form
      className={css.form}
      tagName="div"
      idPrefix={idPrefix}
      schema={form.schema}
      uiSchema={form.uiSchema}
      formData={values}
      formContext={context}
      validator={noValidator}
      widgets={widgets}
      templates={templates}
      noValidate
      liveValidate={false}
      onChange={({ formData }: { formData?: Record<string, unknown> }) => {
        for (const name of Object.keys(schema.properties ?? {}))
          if (formData?.[name] !== values[name] && JSON.stringify(formData?.[name]) !== JSON.stringify(values[name]))
            change(name, formData?.[name])
      }}
    >
      <span hidden />
    </Form>
  )
}

/** The form of an object schema: each property by the widget of its type, or as an expression. */
export function formOf(
  { properties = {}, required = [] }: PropertySchema,
  expressions: ReadonlySet<string>,
): { schema: RJSFSchema; uiSchema: UiSchema } {
  const names = Object.keys(properties).toSorted((a, b) => Number(required.includes(b)) - Number(required.includes(a)))
  const schemas: Record<string, RJSFSchema> = {}
  const uiSchema: UiSchema = { 'ui:order': [...names, '*'] }
  for (const name of names) {
    const property = properties[name] ?? {}
    const isExpr = expressions.has(name)
    schemas[name] = {
      title: name,
      ...(property.description !== undefined && { description: property.description }),
      // Without its default: the form would write it into the node.
      ...(isExpr || !property.enum ? {} : { enum: property.enum }),
      type: isExpr ? 'string' : simpleType(property),
    }
    const widget = isExpr ? 'expression' : widgetOf(property)
    uiSchema[name] = { ...(widget !== undefined && { 'ui:widget': widget }) }
  }
  return { schema: { type: 'object', properties: schemas }, uiSchema }
}

const typesOf = ({ type }: PropertySchema): string[] => (type === undefined ? [] : [type].flat())

function simpleType(property: PropertySchema): 'string' | 'boolean' | 'number' | 'integer' {
  const types = typesOf(property)
  if (property.format === 'text' || property.format === 'icon') return 'string'
  for (const type of ['boolean', 'integer', 'number'] as const) if (types.includes(type)) return type
  return 'string'
}

function widgetOf(property: PropertySchema): string | undefined {
  const types = typesOf(property)
  const named = refWidgetOf(property)
  if (named !== undefined) return named
  if (property.format === 'text') return 'textKey'
  if (property.format === 'icon') return 'icon'
  if (property.format === 'route' || property.format === 'form') return property.format
  if (property.enum) return 'choice'
  if (types.includes('boolean')) return 'flag'
  if (types.length === 0 || types.includes('array') || types.includes('object')) return 'json'
  return undefined
}
