import { X } from 'lucide-react'
import { useEffect, useRef, useState, type ButtonHTMLAttributes, type FormEvent, type ReactNode } from 'react'
import css from './ui.module.css'

type Native = ButtonHTMLAttributes<HTMLButtonElement>

/** A button with a text; `look` is its weight. */
export function Button({ look = 'button', ...props }: Native & { look?: 'button' | 'primary' | 'danger' }): ReactNode {
  return <button type="button" className={css[look]} {...props} />
}

/** A button with an icon; its label is its accessible name and its tooltip. */
export function IconButton({ label, children, ...props }: Native & { label: string }): ReactNode {
  return (
    <button type="button" className={css.icon} aria-label={label} title={label} {...props}>
      {children}
    </button>
  )
}

export function Field({ label, hint, children }: { label: string; hint?: string; children: ReactNode }): ReactNode {
  return (
    <label className={css.field}>
      <span className={css.label}>{label}</span>
      {children}
      {hint !== undefined && <span className={css.hint}>{hint}</span>}
    </label>
  )
}

/** A count; red for errors. */
export function Badge({
  count,
  label,
  error = false,
}: {
  count: number
  label: string
  error?: boolean | undefined
}): ReactNode {
  return count === 0 ? null : (
    <span className={error ? css.badgeError : css.badge} title={`${count} ${label}`}>
      {count}
      <span hidden> {label}</span>
    </span>
  )
}

/** The element with the focus, also within an editor. */
function focused(): HTMLElement | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element instanceof HTMLElement ? element : null
}

/** Fields whose words are typed; a search is none. */
const TYPED = 'textarea, input:is(:not([type]), [type=text], [type=password], [type=number], [type=url], [type=email])'

/**
 * A modal dialog of the browser: focus begins in its first field and stays within it. Escape and the cross close it; once something is typed,
 * they ask first.
 */
export function Dialog({
  title,
  onClose,
  wide = false,
  isEdited = false,
  children,
}: {
  title: string
  onClose: () => void
  wide?: boolean
  /** Something is changed that is not typed into a field of the dialog, such as the text of an editor. */
  isEdited?: boolean
  children: ReactNode
}): ReactNode {
  const ref = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [isTyped, setTyped] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const leave = (): void => ((isTyped || isEdited) && !isAsking ? setAsking(true) : onClose())
  useEffect(() => {
    const before = focused()
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
    if (!body.current?.contains(document.activeElement))
      body.current?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus()
    return () => before?.focus()
  }, [])
  return (
    <dialog
      ref={ref}
      className={wide ? `${css.dialog} ${css.wide}` : css.dialog}
      aria-label={title}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
    >
      <div className={css.dialogHead}>
        <h2>{title}</h2>
        <IconButton label="Close" onClick={leave}>
          <X size={16} aria-hidden />
        </IconButton>
        {isAsking && (
          <div className={css.leaving} role="alert">
            <span>What you have typed here is not saved. Escape discards it.</span>
            <Button look="danger" onClick={onClose}>
              Discard
            </Button>
            <Button autoFocus onClick={() => setAsking(false)}>
              Go on
            </Button>
          </div>
        )}
      </div>
      <div
        ref={body}
        className={css.dialogBody}
        onInput={({ target }) => {
          if (target instanceof Element && target.matches(TYPED) && target.closest('dialog') === ref.current)
            setTyped(true)
        }}
      >
        {children}
      </div>
    </dialog>
  )
}

export const Actions = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={css.actions}>{children}</div>
)
export const Hint = ({ children }: { children: ReactNode }): ReactNode => <p className={css.hint}>{children}</p>
export const ErrorText = ({ children }: { children: ReactNode }): ReactNode => (
  <p className={css.errorText} role="alert">
    {children}
  </p>
)

/** A dialog with a form: its buttons and what refuses it stay in sight. */
export function FormDialog({
  title,
  submitLabel,
  error = '',
  disabled = false,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  submitLabel: string
  error?: string | undefined
  disabled?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}): ReactNode {
  function submit(event: FormEvent): void {
    event.preventDefault()
    // A form within the form of another dialog is submitted alone.
    event.stopPropagation()
    onSubmit()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        {children}
        <div className={css.formEnd}>
          {error !== '' && <ErrorText>{error}</ErrorText>}
          <Actions>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit" disabled={disabled}>
              {submitLabel}
            </Button>
          </Actions>
        </div>
      </form>
    </Dialog>
  )
}
