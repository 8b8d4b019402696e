import { useCallback, useId, useRef, useState, type ChangeEvent } from 'react'
import { cx } from '../../lib/styles/cx.ts'
import Icon from '../../Icon/Icon.tsx'
import { optionNumber, useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'
import fields from '../Form.module.css'
import css from './image.module.css'
import {
  formatBytes,
  LEAST_PICTURE_SIDE,
  PICTURE_TYPE_NAMES,
  PICTURE_TYPES,
  UPLOAD_BYTES,
} from '../../../language/forms/uploads.ts'
import { useFormat } from '../../../state/language.ts'
import { fitFile, type PictureProblem } from '../../../state/pictures.ts'

/** Shows a field for a picture file, with its preview once one is chosen. The option `maxBytes` limits it, 5 MiB by default: a larger photo is scaled down. */
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
  const { t, busy } = useFormScope()
  const { lang } = useFormat()
  const hint = useId()
  const maxBytes = optionNumber(options, 'maxBytes', UPLOAD_BYTES)
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

  const problemText = (reason: PictureProblem): string =>
    reason.problem === 'fileTooLarge'
      ? t('form.fileSize', { max: formatBytes(reason.maxBytes, lang) })
      : reason.problem === 'wrongFileType'
        ? t('form.fileType', { types: PICTURE_TYPE_NAMES })
        : reason.problem === 'pictureTooSmall'
          ? t('error.pictureTooSmall', { pixels: LEAST_PICTURE_SIDE })
          : t('form.fileBroken')
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    // The same file may be chosen again after it was removed.
    event.target.value = ''
    if (!chosen) return
    const check = ++latestCheck.current
    setChecking(true)
    const fitted = await fitFile(chosen, { accept: PICTURE_TYPES, maxBytes })
    if (check !== latestCheck.current) return
    setChecking(false)
    if ('problem' in fitted) set(undefined, { __errors: [problemText(fitted)] })
    else set(fitted)
  }
  const remove = () => {
    latestCheck.current += 1
    setChecking(false)
    set(undefined)
    input.current?.focus()
  }

  return (
    <div className={cx(css.image, rawErrors && css.wrong, file && css.filled, (busy || checking) && css.working)}>
      <label className={css.drop}>
        <input
          ref={input}
          id={id}
          type="file"
          className={css.file}
          accept={PICTURE_TYPES.join(',')}
          disabled={isDisabled}
          aria-label={file ? `${label}: ${t('form.replaceImage')}` : label}
          aria-invalid={rawErrors ? true : undefined}
          aria-describedby={cx(hint, describedBy)}
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
      <span id={hint} className={css.fileHint}>
        {t('form.fileScaled', { types: PICTURE_TYPE_NAMES, max: formatBytes(maxBytes, lang) })}
      </span>
      {file && !isDisabled && (
        <button type="button" className={css.remove} aria-label={`${label}: ${t('form.removeImage')}`} onClick={remove}>
          <Icon name="x" size="sm" />
        </button>
      )}
      {(busy || checking) && (
        <span className={css.bar}>
          <progress className={fields.spoken} aria-label={checking ? t('form.checkingFile') : label} />
        </span>
      )}
    </div>
  )
}

export const ownLabel = true
