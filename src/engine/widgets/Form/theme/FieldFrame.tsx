import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { TextOf } from '../../../language/texts/texts.ts'
import { revealField } from '../../lib/revealField.ts'
import css from '../Form.module.css'

interface FieldFrameProps {
  /** Id of the element that takes the focus; those of label, error and help are derived from it as RJSF does. */
  id: string
  /** In the user's language; empty where the widget has its own label. */
  label: string
  /** For screen readers only. */
  isLabelHidden?: boolean
  /** The label names a group of controls. */
  isGroup?: boolean
  /** Locale key. */
  description?: string | undefined
  required: boolean
  rawErrors: readonly string[] | undefined
  /** Locale key. */
  help: string | undefined
  textOf: TextOf
  children: ReactNode
}

/** Label, widget, error and help of one value. */
export function FieldFrame({
  id,
  label,
  isLabelHidden = false,
  isGroup = false,
  description,
  required,
  rawErrors,
  help,
  textOf,
  children,
}: FieldFrameProps) {
  const Label = isGroup ? 'span' : 'label'
  return (
    <>
      {label !== '' && (
        <Label className={isLabelHidden ? css.spoken : css.label} id={`${id}-label`} htmlFor={isGroup ? undefined : id}>
          {label}
          {!required && <span className={css.optional}> ({textOf('form.optional')})</span>}
        </Label>
      )}
      {description !== undefined && (
        <p className={css.hint} id={`${id}__description`}>
          {textOf(description)}
        </p>
      )}
      {children}
      <Notes id={id} error={rawErrors?.[0]} help={help === undefined ? undefined : textOf(help)} />
    </>
  )
}

/** Error and help below a control. A key that makes the value wrong or right changes the text of one line. */
function Notes({ id, error, help }: { id: string; error: string | undefined; help: string | undefined }) {
  if (error === undefined && help === undefined) return null
  return (
    <>
      <Line id={id} error={error} help={help} />
      {error !== undefined && help !== undefined && (
        <p className={css.hint} id={`${id}__help`}>
          {help}
        </p>
      )}
    </>
  )
}

/** The error of an element, else its help. Beside a field that is typed into, an error scrolls into view. */
function Line({ id, error, help }: { id: string; error: ReactNode; help?: string | undefined }) {
  const line = useRef<HTMLParagraphElement>(null)
  const isError = error !== undefined
  useLayoutEffect(() => {
    if (!isError) return
    const field = line.current?.closest('[data-field]')
    if (field?.contains(document.activeElement)) revealField(field)
  }, [isError])
  return (
    <p ref={line} className={isError ? css.error : css.hint} id={`${id}__${isError ? 'error' : 'help'}`}>
      {isError ? error : help}
    </p>
  )
}

/** An error of the element `id`. */
export const ErrorLine = ({ id, children }: { id: string; children: ReactNode }) => <Line id={id} error={children} />
