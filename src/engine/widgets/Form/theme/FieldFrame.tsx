import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { TextOf } from '../../../language/texts/texts.ts'
import Icon from '../../Icon/Icon.tsx'
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
      {rawErrors && rawErrors.length > 0 && <ErrorLine id={id}>{rawErrors[0]}</ErrorLine>}
      {help !== undefined && (
        <p className={css.hint} id={`${id}__help`}>
          {textOf(help)}
        </p>
      )}
    </>
  )
}

/** An error of the element `id`. Beside a field that is typed into it scrolls into view. */
export function ErrorLine({ id, children }: { id: string; children: ReactNode }) {
  const line = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const field = line.current?.closest('[data-field]')
    if (field?.contains(document.activeElement)) revealField(field)
  }, [])
  return (
    <p ref={line} className={css.error} id={`${id}__error`}>
      <Icon name="circle-alert" size="xs" />
      <span>{children}</span>
    </p>
  )
}
