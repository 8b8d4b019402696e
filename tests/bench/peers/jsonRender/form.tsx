import { defineCatalog } from '@json-render/core'
import { createStateStore, defineRegistry, JSONUIProvider, Renderer, useBoundProp, useFieldValidation } from '@json-render/react'
import { schema } from '@json-render/react/schema'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { page } from '../../browser/interaction/page.tsx'
import { MESSAGES } from '../../browser/interaction/messages.ts'
import { FIELDS, HINT, MAX_LENGTH, MIN_LENGTH } from '../../interaction/facts.ts'
import '../../browser/interaction/plain.css'

const check = z.object({ type: z.string(), args: z.record(z.string(), z.unknown()).optional(), message: z.string() })

/** The form by json-render as its documentation has it: a catalog, a registry of components, checks that run at each key once a field was checked. */
const catalog = defineCatalog(schema, {
  components: {
    Form: { props: z.object({}), slots: ['default'], description: 'A form' },
    TextField: {
      props: z.object({ name: z.string(), label: z.string(), hint: z.string(), required: z.boolean(), maxLength: z.number(), value: z.string().nullable(), checks: z.array(check) }),
      description: 'A line of text',
    },
    Submit: { props: z.object({ label: z.string() }), description: 'The button that sends the form' },
  },
  actions: {},
})

const { registry } = defineRegistry(catalog, {
  components: {
    Form: ({ children, emit }) => (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          emit('submit')
        }}
      >
        {children}
      </form>
    ),
    TextField({ props: { name, label, hint, required, maxLength, value: given, checks }, bindings }) {
      const [value, setValue] = useBoundProp<string>(given ?? undefined, bindings?.value)
      const path = bindings?.value ?? `/form/${name}`
      // An optional field that is empty has nothing to check.
      const config = useMemo(() => ({ checks, ...(!required && { enabled: { $state: path } }) }), [checks, required, path])
      const { errors, state, validate } = useFieldValidation(path, config)
      const [error] = errors
      return (
        <div className="field">
          <label htmlFor={name}>
            {label}
            {!required && ` (${MESSAGES.optional})`}
          </label>
          <input
            id={name}
            name={name}
            autoComplete="off"
            required={required}
            maxLength={maxLength}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={`${name}-more`}
            value={value ?? ''}
            onChange={(event) => {
              setValue(event.target.value)
              if (state.validated) validate()
            }}
            onBlur={() => value && validate()}
          />
          <p className={error === undefined ? 'hint' : 'error'} id={`${name}-more`}>
            {error ?? hint}
          </p>
        </div>
      )
    },
    Submit: ({ props: { label } }) => <button type="submit">{label}</button>,
  },
})

globalThis.validations = 0
const counted = (holds: (value: string, args?: Record<string, unknown>) => boolean) => (value: unknown, args?: Record<string, unknown>) => {
  globalThis.validations += 1
  return holds(typeof value === 'string' ? value : '', args)
}
const validationFunctions = {
  present: counted((value) => value !== ''),
  long: counted((value, args) => value.length >= Number(args?.min)),
  short: counted((value, args) => value.length <= Number(args?.max)),
  differs: counted((value, args) => value === '' || value !== args?.other),
}

/** A flat map of elements, values bound to paths of the state, checks as data. */
const spec = {
  root: 'form',
  elements: {
    form: { type: 'Form', props: {}, on: { submit: [{ action: 'validateForm', params: { statePath: '/result' } }] }, children: [...FIELDS.map(({ name }) => name), 'send'] },
    ...Object.fromEntries(
      FIELDS.map(({ name, label, required }) => [
        name,
        {
          type: 'TextField',
          props: {
            name, label, hint: HINT, required, maxLength: MAX_LENGTH, value: { $bindState: `/form/${name}` },
            checks: [
              ...(required ? [{ type: 'present', message: MESSAGES.required }] : []),
              { type: 'long', args: { min: MIN_LENGTH }, message: MESSAGES.tooShort },
              { type: 'short', args: { max: MAX_LENGTH }, message: MESSAGES.tooLong },
              ...(name === 'field2' ? [{ type: 'differs', args: { other: { $state: '/form/field1' } }, message: MESSAGES.differ }] : []),
            ],
          },
        },
      ]),
    ),
    send: { type: 'Submit', props: { label: 'Send' } },
  },
}

function JsonRenderForm() {
  const [store] = useState(() => createStateStore({ form: {} }))
  return (
    <main>
      <JSONUIProvider registry={registry} store={store} validationFunctions={validationFunctions}>
        <Renderer spec={spec} registry={registry} />
      </JSONUIProvider>
    </main>
  )
}

page(() => <JsonRenderForm />)
