import { hashForSchema, type RJSFSchema } from '@rjsf/utils'
import { formValidatorsCode } from '../../codegen/compiler/forms/formAjv.ts'
import { linkValidators, type FormModule, type FormValidators } from '../../src/engine/language/forms/formModule.ts'
import type { FormDef, FormRule, Json, Shape } from '../../src/engine/language/expressions/program.ts'
import type { Draft } from '../../src/engine/state/forms/drafts.ts'
import { createForm, type Form } from '../../src/engine/state/forms/forms.ts'

/** A field of a test's form; by default a required text. */
export interface FieldSpec {
  name: string
  widget?: string
  label?: string
  hint?: string
  placeholder?: string
  required?: boolean
  schema?: Shape
  options?: Record<string, Json>
}

export function formOf(fields: readonly FieldSpec[], rules: FormRule[] = []): FormDef {
  const ui = ({ widget, hint, placeholder, options }: FieldSpec): Record<string, Json> => ({
    ...(widget !== undefined && { 'ui:widget': widget }),
    ...(hint !== undefined && { 'ui:help': hint }),
    ...(placeholder !== undefined && { 'ui:placeholder': placeholder }),
    ...(options && { 'ui:options': options }),
  })
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        fields.map(({ name, label = name, schema = { type: 'string' } }) => [name, { title: label, ...schema }]),
      ),
      required: fields.flatMap(({ name, required = true }) => (required ? [name] : [])),
    },
    uiSchema: Object.fromEntries(fields.map((field) => [field.name, ui(field)])),
    rules,
  }
}

const compiled = new WeakMap<object, FormValidators>()

/** The validators of a form, compiled at run time: for tests, in Node and in pages without a policy. */
export function validatorsOf({ schema }: Pick<FormDef, 'schema'>): FormValidators {
  let validators = compiled.get(schema)
  if (!validators) {
    const code = formValidatorsCode(schema)
    const make = new Function(
      'require',
      'formats',
      `const exports = {}\n${code}\nreturn exports`,
    ) as FormModule['default']
    validators = linkValidators({ formats: [], main: hashForSchema(schema as RJSFSchema), default: make })
    compiled.set(schema, validators)
  }
  return validators
}

/** The store of a form, with validators compiled at run time. */
export const testForm = (def: FormDef, draft?: Draft): Form => createForm(def, validatorsOf(def), draft)
