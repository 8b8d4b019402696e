import { useContext, type ComponentProps, type SubmitEvent } from 'react'
import { cx } from '../lib/styles/cx.ts'
import { FormChromeContext, type FormChrome } from './scope.ts'
import css from './Form.module.css'

function useChrome(): FormChrome {
  const chrome = useContext(FormChromeContext)
  if (!chrome) throw new Error('This stands outside of a form.')
  return chrome
}

/** The form element that RJSF renders into. The input reaches the library before its own submit handler runs, in the same event. */
export function FormElement({ onSubmit, children, className: _className, ...rest }: ComponentProps<'form'>) {
  const { header, busy, dense, onBeforeSubmit } = useChrome()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    if (onBeforeSubmit()) onSubmit?.(event)
  }
  return (
    <form {...rest} className={cx(css.form, dense && css.dense)} aria-busy={busy} onSubmit={submit}>
      {header}
      {children}
    </form>
  )
}

/** Shows the footer of the form around it, below the fields. Throws outside of a form. */
export function FormFooter() {
  return useChrome().footer
}
