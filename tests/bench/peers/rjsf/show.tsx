import Form from '@rjsf/core'
import type { ArrayFieldTemplateProps, FieldTemplateProps, ObjectFieldTemplateProps, RJSFSchema, UiSchema, WidgetProps } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import '../../browser/interaction/plain.css'

const Text = ({ value, options }: WidgetProps) =>
  options.pressed ? (
    <button type="button" aria-label={options.label === undefined ? undefined : String(options.label)} onClick={() => undefined}>
      {value}
    </button>
  ) : (
    <span>{value}</span>
  )

const templates = {
  FieldTemplate: ({ children }: FieldTemplateProps) => <>{children}</>,
  ObjectFieldTemplate: ({ properties, uiSchema }: ObjectFieldTemplateProps) => <div className={String(uiSchema?.['ui:look'] ?? '')}>{properties.map(({ content }) => content)}</div>,
  ArrayFieldTemplate: ({ items }: ArrayFieldTemplateProps) => <>{items}</>,
  ArrayFieldItemTemplate: ({ children }: { children: React.ReactElement }) => <>{children}</>,
}
const NONE = () => null

/** A page by the library: its own fields over read-only data, drawn by templates of a line each. */
export const Show = ({ schema, uiSchema, data }: { schema: RJSFSchema; uiSchema: UiSchema; data: unknown }) => (
  <main>
    <Form schema={schema} uiSchema={uiSchema} formData={data} validator={validator} readonly templates={{ ...templates, ButtonTemplates: { SubmitButton: NONE } }} widgets={{ TextWidget: Text }} />
  </main>
)
