import { optionsList, type RJSFSchema } from '@rjsf/utils'
import { typeOf, uiOptions } from '../../../language/forms/forms.ts'
import type { Json } from '../../../language/expressions/program.ts'
import type { TextOf } from '../../../language/texts/texts.ts'
import type { FormContext, PickerItem } from '../scope.ts'
import type { Ui } from './fieldProps.ts'

const NO_OPTIONS: Readonly<Record<string, unknown>> = {}

/** Choices that the screen gives, else those of the schema. */
export function enumOf(
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
        enumOptions: listed.map(({ value, label, schema: option }) => ({
          value: value as unknown,
          label: textOf(label),
          ...(typeof option?.description === 'string' && { hint: textOf(option.description) }),
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
