import { useCallback, useRef, useState, type ChangeEvent } from 'react'
import { cx } from '../../lib/cx.ts'
import Icon from '../../Icon/Icon.tsx'
import { optionNumber, useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'
import css from '../Form.module.css'
import { checkPicture } from '../picture.ts'

const MAX_BYTES = 5 * 1_048_576

/** Shows a field for a picture file, with its preview once one is chosen. The option `maxBytes` limits it, 5 MiB by default. */
export default function ImageWidget({
  id,
  label,
  value,
  rawErrors,
  disabled,
  readonly,
  options,
  onChange: set,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  const { t, textOf, busy } = useFormScope()
  const isDisabled = busy || disabled === true || readonly === true
  const input = useRef<HTMLInputElement>(null)
  const latestCheck = useRef(0)
  const [checking, setChecking] = useState(false)
  const file = value instanceof File ? value : null
  // The object URL is revoked when the picture is no longer shown.
  const attachImage = useCallback(
    (image: HTMLImageElement) => {
      if (!file) return undefined
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    // The same file may be chosen again after it was removed.
    event.target.value = ''
    if (!chosen) return
    const check = ++latestCheck.current
    setChecking(true)
    const problem = await checkPicture(chosen, optionNumber(options, 'maxBytes', MAX_BYTES))
    if (check !== latestCheck.current) return
    setChecking(false)
    if (problem) set(undefined, { __errors: [textOf(problem.key, problem.args)] })
    else set(chosen)
  }
  const remove = () => {
    latestCheck.current += 1
    setChecking(false)
    set(undefined)
    input.current?.focus()
  }

  return (
    <div className={cx(css.image, file && css.filled, (busy || checking) && css.working)}>
      <label className={css.drop}>
        <input
          ref={input}
          id={id}
          type="file"
          className={css.file}
          accept="image/png,image/jpeg,image/webp"
          disabled={isDisabled}
          aria-label={file ? `${label}: ${t('form.replaceImage')}` : label}
          aria-invalid={rawErrors ? true : undefined}
          aria-describedby={describedBy}
          onChange={(event) => void choose(event)}
        />
        {file ? (
          <>
            <img ref={attachImage} className={css.preview} alt="" />
            <span className={css.named} aria-hidden>
              {label}
            </span>
          </>
        ) : (
          <span className={css.invite} aria-hidden>
            <span className={css.plate}>
              <Icon name="camera" />
            </span>
            <span className={css.inviteLabel}>{label}</span>
            <span>{t('form.upload')}</span>
          </span>
        )}
      </label>
      {file && !isDisabled && (
        <button type="button" className={css.remove} aria-label={`${label}: ${t('form.removeImage')}`} onClick={remove}>
          <Icon name="x" size="sm" />
        </button>
      )}
      {(busy || checking) && (
        <span className={css.bar}>
          <progress className={css.spoken} aria-label={checking ? t('form.checkingFile') : label} />
        </span>
      )}
    </div>
  )
}

export const ownLabel = true
