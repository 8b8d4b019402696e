import { Fragment, useId, useState } from 'react'
import type { DialogProps } from '../../../generated/widgets/Dialog.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import { ExpiryContext } from '../Offer/expiryContext.ts'
import { useModal } from '../lib/useModal.ts'
import css from './Dialog.module.css'

export default function Dialog({
  title,
  text,
  rows,
  confirmLabel,
  cancelLabel,
  kind = 'confirm',
  tone = 'normal',
  open = true,
  children,
  onConfirm,
  onRenew,
  onCancel,
}: DialogProps) {
  const t = useText()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [isExpired, setExpired] = useState(false)
  const { ref, close, props } = useModal(open, { onClose: () => void onCancel?.(), dismissible: !busy })
  if (!open) return null
  const danger = tone === 'danger'
  const shown = rows?.filter(({ folded }) => !folded) ?? []
  const folded = rows?.filter((row) => row.folded) ?? []
  const hasRows = shown.length > 0
  const description = [text && `${id}d`, hasRows && `${id}r`].filter(Boolean).join(' ')
  // Content that has to be checked is read before a button has the focus: a held enter key must not agree to it.
  const focusesYes = !(danger && kind === 'confirm') && !children && !hasRows
  const confirm = async () => {
    if (busy) return
    setBusy(true)
    try {
      await (isExpired ? onRenew : onConfirm)?.()
    } finally {
      setBusy(false)
    }
  }

  return (
    <dialog
      ref={ref}
      onCancel={props.onCancel}
      onClose={props.onClose}
      role="alertdialog"
      className={css.dialog}
      aria-labelledby={`${id}t`}
      aria-describedby={description || undefined}
    >
      <div className={css.panel} data-panel tabIndex={-1}>
        {danger && (
          <span className={css.warning}>
            <Icon name="triangle-alert" size="lg" />
          </span>
        )}
        <h2 className={css.title} id={`${id}t`}>
          {title}
        </h2>
        {text && (
          <p className={css.text} id={`${id}d`}>
            {text}
          </p>
        )}
        {hasRows && <Facts id={`${id}r`} rows={shown} />}
        <ExpiryContext value={setExpired}>{children}</ExpiryContext>
        {folded.length > 0 && (
          <details className={css.details}>
            <summary>
              {t('ui.details')}
              <Icon name="chevron-down" size="sm" />
            </summary>
            <Facts rows={folded} />
          </details>
        )}
        <div className={css.buttons}>
          {kind === 'confirm' && (
            <button
              type="button"
              className={css.button}
              onClick={close}
              disabled={busy}
              {...(danger && { 'data-autofocus': true })}
            >
              {cancelLabel ?? t('ui.cancel')}
            </button>
          )}
          <button
            type="button"
            className={cx(css.button, tone === 'normal' ? css.primary : css[tone])}
            onClick={() => void confirm()}
            aria-disabled={busy || undefined}
            aria-busy={busy}
            {...(focusesYes && { 'data-autofocus': true })}
          >
            {isExpired ? t('ui.offerRenew') : (confirmLabel ?? t('ui.ok'))}
          </button>
        </div>
      </div>
    </dialog>
  )
}

function Facts({ id, rows }: { id?: string; rows: NonNullable<DialogProps['rows']> }) {
  return (
    <dl className={css.rows} id={id}>
      {rows.map((row) => (
        <div key={row.label} className={css.row}>
          <dt>{row.label}</dt>
          <dd>
            <bdi>
              <Parts text={row.value} />
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const SEPARATOR = ' · '

/** A value of several parts: its lines break between them. */
function Parts({ text }: { text: string }) {
  const parts = text.split(SEPARATOR)
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && SEPARATOR}
      <span className={css.part}>{part}</span>
    </Fragment>
  ))
}
