import Form from '@rjsf/core'
import type { CustomValidator, ErrorTransformer, RJSFSchema, UiSchema } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import css from '../../../../src/engine/widgets/Form/Form.module.css'
import './rjsf.css'
import { fields, form, word } from '../../browser/fifteen.ts'

/** The form by the library as its documentation begins with it: its own theme, ajv in the browser, a field checked when it is left. */
const schema: RJSFSchema = {
  ...form.schema,
  properties: Object.fromEntries(fields.map(({ name, label, schema: field }) => [name, { ...field, title: word(label) }])),
} as RJSFSchema
const uiSchema: UiSchema = {
  'ui:submitButtonOptions': { submitText: word('send') },
  ...Object.fromEntries(fields.map(({ name, hint }) => [name, { 'ui:help': word(hint), 'ui:autocomplete': 'off' }])),
}

const MESSAGES: Record<string, string> = { required: word('form.required'), minLength: word('form.tooShort'), maxLength: word('form.tooLong') }
const transformErrors: ErrorTransformer = (errors) => errors.map((error) => ({ ...error, message: MESSAGES[error.name ?? ''] ?? error.message }))

const customValidate: CustomValidator = (data, errors) => {
  if (data?.field2 !== undefined && data.field2 === data.field1) errors.field2?.addError(word('different'))
  return errors
}

const send = ({ formData }: { formData?: unknown }) => void fetch('/api/send', { method: 'POST', body: JSON.stringify(formData) })

export default function RjsfForm() {
  return <Form className={css.form} schema={schema} uiSchema={uiSchema} validator={validator} transformErrors={transformErrors} customValidate={customValidate} liveValidate="onBlur" noHtml5Validate onSubmit={send} />
}
