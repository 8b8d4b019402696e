import { defineCatalog, type Spec } from '@json-render/core'
import { createStateStore, defineRegistry, JSONUIProvider, Renderer, useBoundProp, useFieldValidation } from '@json-render/react'
import { schema } from '@json-render/react/schema'
import { useState } from 'react'
import { z } from 'zod'
import css from '../../../../src/engine/widgets/Form/Form.module.css'
import submit from '../../../../src/engine/widgets/Form/SubmitButtons.module.css'

const check = z.object({ type: z.string(), args: z.record(z.string(), z.unknown()).optional(), message: z.string() })

/** The form by json-render as its documentation has it: a catalog, a registry of components, checks that run when a field is left. */
const catalog = defineCatalog(schema, {
  components: {
    Form: { props: z.object({}), slots: ['default'], description: 'A form' },
    TextField: {
      props: z.object({
        name: z.string(), label: z.string(), hint: z.string(), required: z.boolean(), maxLength: z.number(), value: z.string().nullable(), checks: z.array(check), validateOn: z.enum(['change', 'blur', 'submit']),
      }),
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
        className={css.form}
        aria-busy={false}
        onSubmit={(event) => {
          event.preventDefault()
          emit('submit')
        }}
      >
        {children}
        <output className={css.spoken} />
      </form>
    ),
    TextField({ props: { name, label, hint, required, maxLength, value: given, checks, validateOn }, bindings }) {
      const [value, setValue] = useBoundProp<string>(given ?? undefined, bindings?.value)
      const path = bindings?.value ?? `/form/${name}`
      // An optional field that is empty has nothing to check.
      const { errors, validate } = useFieldValidation(path, { checks, validateOn, ...(!required && { enabled: { $state: path } }) })
      const [error] = errors
      return (
        <div className={css.row}>
          <div className={css.field} data-field={name}>
            <label className={css.label} id={`${name}-label`} htmlFor={name}>
              {label}
              {!required && <span className={css.optional}> (optional)</span>}
            </label>
            <div className={css.box}>
              <input
                id={name} name={name} className={css.input} autoComplete="off" required={required} aria-invalid={error === undefined ? undefined : true} aria-describedby={error === undefined ? `${name}__help` : `${name}__error`}
                type="text" maxLength={maxLength} value={value ?? ''} onChange={(event) => setValue(event.target.value)} onBlur={() => value && validate()}
              />
            </div>
            {error === undefined ? (
              <p className={css.hint} id={`${name}__help`}>
                {hint}
              </p>
            ) : (
              <p className={css.error} id={`${name}__error`}>
                {error}
              </p>
            )}
          </div>
        </div>
      )
    },
    Submit: ({ props: { label } }) => (
      <button type="submit" className={submit.submit} disabled={false} aria-busy={false}>
        <span>{label}</span>
      </button>
    ),
  },
})

const validationFunctions = { differs: (value: unknown, args?: Record<string, unknown>) => value === '' || value !== args?.other }

export default function JsonRenderForm({ spec }: { spec: Spec }) {
  const [store] = useState(() => createStateStore({ form: {} }))
  const [handlers] = useState(() => ({
    async send() {
      const { result, form } = store.getSnapshot() as { result?: { valid: boolean }; form: unknown }
      if (result?.valid) await fetch('/api/send', { method: 'POST', body: JSON.stringify(form) })
    },
  }))
  return (
    <JSONUIProvider registry={registry} store={store} handlers={handlers} validationFunctions={validationFunctions}>
      <Renderer spec={spec} registry={registry} />
    </JSONUIProvider>
  )
}
