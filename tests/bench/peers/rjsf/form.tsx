import Form from '@rjsf/core'
import type { CustomValidator, ErrorTransformer, RJSFSchema, UiSchema } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import { useState } from 'react'
import { page } from '../../browser/interaction/page.tsx'
import { MESSAGES } from '../../browser/interaction/messages.ts'
import { FIELDS, HINT, MAX_LENGTH, MIN_LENGTH } from '../../interaction/facts.ts'
import '../../browser/interaction/plain.css'

/** The form by the library as its documentation begins with it: its own theme, ajv in the browser; once it was sent with errors, each key is checked. */
const schema: RJSFSchema = {
  type: 'object',
  properties: Object.fromEntries(FIELDS.map(({ name, label }) => [name, { type: 'string', title: label, minLength: MIN_LENGTH, maxLength: MAX_LENGTH }])),
  required: FIELDS.flatMap(({ name, required }) => (required ? [name] : [])),
}
const uiSchema: UiSchema = {
  'ui:submitButtonOptions': { submitText: 'Send' },
  ...Object.fromEntries(FIELDS.map(({ name }) => [name, { 'ui:help': HINT, 'ui:autocomplete': 'off' }])),
}

const messages: Record<string, string> = { required: MESSAGES.required, minLength: MESSAGES.tooShort, maxLength: MESSAGES.tooLong }
const transformErrors: ErrorTransformer = (errors) => errors.map((error) => ({ ...error, message: messages[error.name ?? ''] ?? error.message }))

globalThis.validations = 0
/** Runs with each validation of the form. */
const customValidate: CustomValidator = (data, errors) => {
  globalThis.validations += 1
  if (data?.field2 !== undefined && data.field2 === data.field1) errors.field2?.addError(MESSAGES.differ)
  return errors
}

function RjsfForm() {
  const [sent, setSent] = useState(false)
  return (
    <main>
      <Form
        schema={schema}
        uiSchema={uiSchema}
        validator={validator}
        transformErrors={transformErrors}
        customValidate={customValidate}
        liveValidate={sent ? 'onChange' : 'onBlur'}
        showErrorList={false}
        focusOnFirstError
        noHtml5Validate
        onError={() => setSent(true)}
      />
    </main>
  )
}

page(() => <RjsfForm />)
