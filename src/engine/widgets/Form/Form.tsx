import { ErrorSchemaBuilder } from '@rjsf/utils'
import type {
  CustomValidator,
  ErrorSchema,
  ErrorTransformer,
  Experimental_DefaultFormStateBehavior,
  RJSFSchema,
  RJSFValidationError,
  UiSchema,
} from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { ValidatorFunctions } from '@rjsf/validator-ajv8'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Throttle } from '../../language/throttle.ts'
import type { FormValidators } from '../../language/forms/formModule.ts'
import { fieldsOf, namesOfRefusal } from '../../language/forms/forms.ts'
import { claimRefusals } from '../../language/refusalClaims.ts'
import { errorsByPath, type FieldError } from '../../language/forms/rules.ts'
import type { FormProps } from '../../../generated/widgets/Form.ts'
import { useForm, type Form as FormStore } from '../../renderer/form.ts'
import type { Field } from '../../state/forms/field.ts'
import { filled } from '../../state/forms/formValues.ts'
import type { LanguageState } from '../../state/client/language.ts'
import { useClient } from '../../state/client/context.ts'
import { useLanguage } from '../../state/language.ts'
import { get } from '../../state/store.ts'
import { failureOf, succeeded } from '../lib/handlerResult.ts'
import Skeleton from '../Skeleton/Skeleton.tsx'
import { FormElement, FormFooter } from './FormElement.tsx'
import css from './Form.module.css'
import {
  codePurpose,
  codeTarget,
  FormChromeContext,
  FormScopeContext,
  type FormChrome,
  type FormContext,
  type FormScope,
} from './scope.ts'
import { createPressTracker } from './pressTracker.ts'
import { SubmitButtons } from './SubmitButtons.tsx'
import { DataForm } from './theme/DataForm.ts'
import { ErrorLine } from './theme/FieldFrame.tsx'
import { errorText } from './theme/errorText.ts'
import { SchemaField } from './theme/SchemaField.tsx'
import { templates } from './theme/templates.tsx'
import { registeredWidgets } from './theme/widgets.ts'
import { loadedLibraryParts, useFieldsLoaded } from './theme/loading.ts'

const NONE: never[] = []
type Data = Record<string, unknown>

/** Of a field with its label, CSS pixels. */
const FIELD_HEIGHT = 76

const NO_ERRORS: ErrorSchema = {}

/**
 * A compiled schema has no constant that the user could choose. An optional list begins without items. A required boolean has no
 * value until the user has chosen: a box that is not ticked is false when the form is sent.
 */
const DEFAULTS: Experimental_DefaultFormStateBehavior = {
  allOf: 'populateDefaults',
  arrayMinItems: { populate: 'requiredOnly' },
  requiredBooleanDefault: 'skip',
}
/** Rendered after the fields; the same element, so that RJSF has nothing to compare. */
const FOOTER = <FormFooter />

/** A form, and placeholders of its fields until their code is loaded. Throws when the code cannot be loaded. */
export default function Form(props: FormProps) {
  const form = useForm(props.form, props)
  const isLoaded = useFieldsLoaded(form.def.deferred)
  return isLoaded ? (
    <LoadedForm {...props} store={form} />
  ) : (
    <Skeleton variant="card" height={FIELD_HEIGHT} count={fieldsOf(form.def).length} />
  )
}

/** The fields of a form on react-jsonschema-form: the library has schema, data, defaults, conditions and errors; the theme draws. */
function LoadedForm(props: FormProps & { store: FormStore }) {
  const {
    store: form,
    submitLabel,
    about,
    bounds,
    units,
    conversions,
    layout,
    areaCodes = NONE,
    choices,
    excludedCountries = NONE,
    disabled = false,
    autoFocus = false,
    dense = false,
    narrow = false,
    stickySubmit = false,
    tone = 'gold',
  } = props
  const { header, extras, summary, footer, submitButtons } = props
  const { language } = useClient()
  const { text: t, textOf, format } = useLanguage()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [busyButton, setBusyButton] = useState<string | null>(null)
  const [errorCount, setErrorCount] = useState(0)
  const [formError, setFormError] = useState<FieldError | null>(null)
  const [serverErrors, setServerErrors] = useState<ErrorSchema>(NO_ERRORS)
  const pressedButton = useRef<string | null>(null)
  /** When the press came that is being sent, and the last one that was: the library hands the data over later. */
  const pressedAt = useRef(-Infinity)
  const [throttle] = useState(() => new Throttle())
  const [pressTracker] = useState(createPressTracker)
  useEffect(() => pressTracker.listen(), [pressTracker])
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  // Only when it appears: a later change of the props must not steal the focus.
  const focusInitially = useEffectEvent(
    () =>
      autoFocus &&
      focusFirst(
        id,
        fieldsOf(form.def).map(({ name: field }) => field),
      ),
  )
  useEffect(() => void focusInitially(), [])

  const showErrors = () => {
    const errors = form.showErrors()
    setErrorCount(errors.size)
    setFormError([...errors].find(([path]) => form.field(path)?.info?.widget === 'hidden')?.[1] ?? null)
    focusFirst(id, [...errors.keys()])
  }

  const send = async (data: Data) => {
    setErrorCount(0)
    setFormError(null)
    setServerErrors(NO_ERRORS)
    throttle.start(pressedAt.current)
    setBusy(true)
    try {
      const detail = claimed(form, filled(form.payload(data)))
      form.beginSubmission(detail, data)
      const ran: unknown = await latest.current.onSubmit?.(detail)
      setServerErrors(applyServerError(form, language, id, ran))
      if (await succeeded(() => ran)) form.markSubmitted(data)
    } finally {
      setBusy(false)
    }
  }
  // RJSF gets the same functions as long as it is mounted: with others it would compare all its props.
  const handlers = useRef({ send, showErrors })
  useLayoutEffect(() => {
    handlers.current = { send, showErrors }
  })
  const [onSubmit] = useState(
    () =>
      ({ formData }: { formData?: unknown }) =>
        void handlers.current.send((formData ?? {}) as Data),
  )
  const [onError] = useState(() => () => handlers.current.showErrors())

  const onBeforeSubmit = () => {
    // A dropped press must not choose the button of a later enter key.
    const button = pressedButton.current
    pressedButton.current = null
    if (busy || disabled || !throttle.isOpen()) return false
    pressedAt.current = performance.now()
    // The enter key does not choose a button.
    if (submitButtons && button === null) return false
    if (submitButtons) form.field(submitButtons.field)?.set(button)
    setBusyButton(button)
    form.commit()
    form.prune()
    return true
  }

  const scope = useMemo<FormScope>(
    () => ({
      form,
      t,
      textOf,
      format,
      bounds,
      units,
      conversions,
      choices,
      layout,
      narrow,
      areaCodes,
      excludedCountries,
      busy,
      afterPress: pressTracker.afterPress,
      onFieldChange: (path) => void latest.current.onChange?.({ field: path.split('.', 1)[0] ?? path }),
      async sendCode(path, options) {
        const target = form.field(codeTarget(options))
        if (target) {
          setErrorCount(0)
          target.touch()
          if (get(target.error) !== null) {
            focusFirst(id, [target.path])
            return false
          }
        }
        return succeeded(async () => {
          const value = target ? get(target.value) : ''
          const result: unknown = await latest.current.onSendCode?.(
            claimed(form, {
              field: path,
              purpose: codePurpose(options) ?? '',
              target: typeof value === 'string' ? value : '',
            }),
          )
          setServerErrors(applyServerError(form, language, id, result))
          return result
        })
      },
    }),
    [
      id,
      form,
      language,
      t,
      textOf,
      format,
      bounds,
      units,
      conversions,
      choices,
      layout,
      narrow,
      areaCodes,
      excludedCountries,
      busy,
      pressTracker,
    ],
  )

  const chrome: FormChrome = {
    header,
    busy,
    dense,
    onBeforeSubmit,
    footer: (
      <>
        {extras}
        {formError && <ErrorLine id={id}>{errorText(formError, textOf, format)}</ErrorLine>}
        <SubmitButtons
          label={submitLabel}
          about={about}
          tone={tone}
          buttons={submitButtons?.buttons}
          sticky={stickySubmit}
          summary={summary}
          disabled={disabled}
          busy={busy}
          busyButton={busyButton}
          onPress={(button) => {
            pressedButton.current = button
          }}
        />
        <output className={css.spoken}>{errorCount > 0 && t('form.errors', { count: errorCount })}</output>
        {footer}
      </>
    ),
  }

  const rjsf = useMemo(() => rjsfPropsOf(form, language), [form, language])
  return (
    <FormScopeContext value={scope}>
      <FormChromeContext value={chrome}>
        <DataForm
          schema={rjsf.schema}
          uiSchema={rjsf.uiSchema}
          validator={rjsf.validator}
          initialFormData={rjsf.data}
          formContext={rjsf.context}
          fields={rjsf.fields}
          templates={rjsf.templates}
          widgets={rjsf.widgets}
          customValidate={rjsf.customValidate}
          transformErrors={rjsf.transformErrors}
          extraErrors={serverErrors}
          idPrefix={id}
          tagName={FormElement}
          {...rjsf.library}
          experimental_defaultFormStateBehavior={DEFAULTS}
          showErrorList={false}
          noHtml5Validate
          onSubmit={onSubmit}
          onError={onError}
        >
          {FOOTER}
        </DataForm>
      </FormChromeContext>
    </FormScopeContext>
  )
}

/** The props of RJSF that depend on the form only: the same for as long as it is mounted. */
function rjsfPropsOf(form: FormStore, language: LanguageState) {
  const { schema, uiSchema } = form.def
  const messageOf = (error: FieldError): string => {
    const { textOf, format } = language.current()
    return errorText(error, textOf, format)
  }
  const customValidate: CustomValidator<unknown, RJSFSchema, FormContext> = (_data, errors) => {
    for (const [path, error] of form.checkBeyondSchema()) handlerAt(errors, path)?.addError(messageOf(error))
    return errors
  }
  const transformErrors: ErrorTransformer<unknown, RJSFSchema, FormContext> = (errors) =>
    errors.map((error) => {
      const [fieldError] = errorsByPath([schemaError(error)], (path) => form.field(path)?.info).values()
      return fieldError ? { ...error, message: messageOf(fieldError) } : error
    })
  return {
    schema: schema as RJSFSchema,
    uiSchema: uiSchema as UiSchema<unknown, RJSFSchema, FormContext>,
    validator: validatorOf(form),
    data: { ...form.data() },
    context: { form },
    fields: { ...loadedLibraryParts()?.fields, SchemaField },
    templates: { ...loadedLibraryParts()?.templates, ...templates },
    widgets: registeredWidgets(),
    library: loadedLibraryParts() && { translateString: loadedLibraryParts()?.translation(language.textOf) },
    customValidate,
    transformErrors,
  }
}

type Validator = ReturnType<typeof createPrecompiledValidator<unknown, RJSFSchema, FormContext>>
const validatorsBySchema = new WeakMap<object, { functions: FormValidators['functions']; validator: Validator }>()

/** RJSF's validator of a form. It hashes the root schema when it is created: once for each schema. */
function validatorOf({ def: { schema }, validators: { functions } }: FormStore): Validator {
  const cached = validatorsBySchema.get(schema)
  if (cached?.functions === functions) return cached.validator
  const validator = createPrecompiledValidator<unknown, RJSFSchema, FormContext>(
    functions as ValidatorFunctions,
    schema,
  )
  validatorsBySchema.set(schema, { functions, validator })
  return validator
}

const schemaError = ({ property = '', name = '', params = {}, schemaPath = '' }: RJSFValidationError) => ({
  instancePath: property.replaceAll(/[.[\]]+/g, '/').replace(/\/$/, ''),
  schemaPath,
  keyword: name,
  params: params as Record<string, unknown>,
})

type Handler = { addError: (message: string) => void } & { [name: string]: unknown }
const isHandler = (value: unknown): value is Handler =>
  typeof value === 'object' && value !== null && 'addError' in value

function handlerAt(errors: unknown, path: string): Handler | null {
  let current = errors
  for (const step of path.split('.'))
    current = isHandler(current) && Object.hasOwn(current, step) ? current[step] : null
  return isHandler(current) ? current : null
}

/** Shows a refusal at its field, and only there. Returns it as RJSF takes it. */
function applyServerError(form: FormStore, language: LanguageState, id: string, result: unknown): ErrorSchema {
  const failure = failureOf(result)
  const field = failure && fieldOfFailure(form, failure)
  if (!failure || !field) return NO_ERRORS
  const error: FieldError = { key: `error.${failure.code}`, ...(failure.params && { args: failure.params }) }
  field.setError(error)
  focusFirst(id, [field.path])
  const { textOf, format } = language.current()
  return errorSchemaAt(field.path, errorText(error, textOf, format))
}

/** The visible field of a refusal: the one that its params name ({field: "code"}), whose file was refused, or that has its code in the option `refusals`. */
function fieldOfFailure(
  form: FormStore,
  { code, params, file }: { code: string; params?: Record<string, unknown>; file?: Blob },
): Field | null {
  const sent = fieldsOf(form.def).find(({ name }) => {
    const field = form.field(name)
    return file !== undefined && field !== null && get(field.value) === file
  })
  const path =
    params?.field ?? params?.name ?? sent?.name ?? namesOfRefusal(form.def, code).find((name) => form.field(name)?.info)
  const field = typeof path === 'string' ? form.field(path) : null
  return field?.info?.widget === 'hidden' ? null : field
}

/** An event of the form: it shows the refusals of its fields itself. */
const claimed = <Detail extends object>(form: FormStore, detail: Detail): Detail =>
  claimRefusals(detail, (failure) => fieldOfFailure(form, failure) !== null)

/** One message as RJSF takes it. */
function errorSchemaAt(path: string, message: string): ErrorSchema {
  const builder = new ErrorSchemaBuilder()
  return builder.addErrors(message, path.split('.')).ErrorSchema
}

const CONTROLS = 'input, select, textarea, button'
/** Ends of the id of a field: none, or those of the list from which the library lets its alternatives be chosen. */
const ID_ENDS = ['__oneof_select', '__anyof_select', '']

/** The element of a field; of alternatives the list that they are chosen from. */
function elementOf(id: string, path: string): HTMLElement | null {
  const fieldId = [id, ...path.split('.')].join('_')
  return ID_ENDS.map((end) => document.getElementById(fieldId + end)).find((element) => element !== null) ?? null
}

/** Moves the focus to the first of these fields, as they are drawn. */
function focusFirst(id: string, paths: readonly string[]): void {
  const elements = paths.flatMap((path) => elementOf(id, path) ?? [])
  const [first] = elements.toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  // Of several controls under one label the first.
  const control = first?.matches(CONTROLS) === false ? first.querySelector<HTMLElement>(CONTROLS) : first
  control?.focus({ preventScroll: true })
  // At once: a smooth scroll would paint the whole form in each of its frames.
  first?.scrollIntoView?.({ block: 'center' })
}
