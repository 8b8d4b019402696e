import type { FieldProps, Registry, RJSFSchema, UiSchema } from '@rjsf/utils'
import type { FormContext } from '../scope.ts'

export type FormRegistry = Registry<unknown, RJSFSchema, FormContext>
export type SchemaFieldProps = FieldProps<unknown, RJSFSchema, FormContext>
export type Ui = UiSchema<unknown, RJSFSchema, FormContext> | undefined
