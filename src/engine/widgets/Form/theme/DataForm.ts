import RjsfForm from '@rjsf/core/lib/components/Form.js'
import { getByPath, type RJSFSchema } from '@rjsf/utils'
import { hasAlternatives } from '../../../language/forms/forms.ts'
import { isObject } from '../../../language/values/json.ts'
import type { Form as FormStore } from '../../../state/forms/forms.ts'
import type { FormContext } from '../scope.ts'
import { payloadOf, withoutUnchosen, type FieldFacts } from './payload.ts'

type LibraryForm = RjsfForm<unknown, RJSFSchema, FormContext>
type State = ReturnType<LibraryForm['getStateFromProps']>
type Utils = State['schemaUtils']

/** Facts about the fields from the store of a form. */
export const factsOf = (form: FormStore): FieldFacts => ({
  isChosen: (path) => form.isChosen(path),
  isCheckbox: (path) => form.field(path)?.info?.widget === 'checkbox',
})

const restrained = new WeakSet<Utils>()

/** The library's form, which chooses nothing for the user: neither the single value of an enumeration nor an alternative. */
export class DataForm extends RjsfForm<unknown, RJSFSchema, FormContext> {
  /** Validates the data as it is sent. */
  override validate(
    ...[formData, schema, utils, ...rest]: Parameters<LibraryForm['validate']>
  ): ReturnType<LibraryForm['validate']> {
    const form = this.props.formContext?.form
    const { schemaUtils } = this.state
    const data = form
      ? payloadOf(utils ?? schemaUtils, schemaUtils.getRootSchema(), formData, factsOf(form)).data
      : formData
    return super.validate(data, schema, utils, ...rest)
  }

  override getStateFromProps(...args: Parameters<LibraryForm['getStateFromProps']>): State {
    const state = super.getStateFromProps(...args)
    const { schemaUtils, formData } = state
    const form = args[0].formContext?.form
    if (restrained.has(schemaUtils) || !form) return state
    restrained.add(schemaUtils)
    return { ...state, formData: restrain(schemaUtils, form)(formData) }
  }
}

/** Changes how the library fills in values: no alternative that the user has not chosen, and no default of a field that the user has emptied. Returns the change of its defaults. */
function restrain(utils: Utils, form: FormStore): (value: unknown) => unknown {
  const sanitize = utils.sanitizeDataForNewSchema.bind(utils)
  utils.sanitizeDataForNewSchema = (next, previous, data) =>
    withoutFilledEnumerations(utils, next ?? {}, data, sanitize(next, previous, data))
  const root = utils.getRootSchema()
  const defaults = utils.getDefaultFormState.bind(utils)
  const facts = factsOf(form)
  const chosen = hasAlternativesWithin(root)
    ? (value: unknown) => withoutUnchosen(utils, root, value, facts)
    : (value: unknown) => value
  const kept = (value: unknown) => form.withoutEmptied(chosen(value) as Parameters<FormStore['withoutEmptied']>[0])
  utils.getDefaultFormState = (schema, ...rest) => {
    const value = defaults(schema, ...rest)
    return schema === root ? kept(value) : value
  }
  return kept
}

const hasAlternativesWithin = (schema: unknown): boolean =>
  Array.isArray(schema)
    ? schema.some(hasAlternativesWithin)
    : isObject(schema) && (hasAlternatives(schema as RJSFSchema) || Object.values(schema).some(hasAlternativesWithin))

/**
 * Where the data no longer fits an enumeration of one value, the library fills that value in: a box that must be ticked would be ticked. It
 * is undefined instead, unless it is the default.
 */
function withoutFilledEnumerations(utils: Utils, rawSchema: RJSFSchema, before: unknown, after: unknown): unknown {
  const schema = utils.retrieveSchema(rawSchema, after)
  if (Array.isArray(after)) {
    const { items } = schema
    if (typeof items !== 'object' || Array.isArray(items) || !Array.isArray(before) || before.length !== after.length)
      return after
    return after.map((item, index) => withoutFilledEnumerations(utils, items, before[index], item))
  }
  if (!isObject(after)) {
    const [only, ...others] = schema.enum ?? []
    const isFilled =
      only !== undefined && others.length === 0 && only === after && only !== before && only !== schema.default
    return isFilled ? undefined : after
  }
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => Object.hasOwn(after, name))
  return {
    ...after,
    ...Object.fromEntries(
      properties.map(([name, property]) => [
        name,
        typeof property === 'object'
          ? withoutFilledEnumerations(utils, property, getByPath(before, [name]), getByPath(after, [name]))
          : getByPath(after, [name]),
      ]),
    ),
  }
}
