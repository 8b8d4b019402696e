import { useEffect, useId, useRef, useState, type ChangeEvent, type KeyboardEvent, type PointerEvent } from 'react'
import type { PictureCropProps } from '../../../generated/widgets/PictureCrop.ts'
import {
  formatBytes,
  LEAST_PICTURE_SIDE,
  PICTURE_TYPE_NAMES,
  PICTURE_TYPES,
  SOURCE_BYTES,
} from '../../language/forms/uploads.ts'
import { useFormat, useText } from '../../state/language.ts'
import { drawPicture, encodePicture, readPicture, type PictureProblem } from '../../state/pictures.ts'
import Button from '../Button/Button.tsx'
import { useModal } from '../lib/useModal.ts'
import { centerOf, cropSquare, MAX_ZOOM, resultSide, type CropSquare } from './cropSquare.ts'
import frame from '../Dialog/Dialog.module.css'
import css from './PictureCrop.module.css'

/** Pixels of the preview canvas. */
const PREVIEW = 560
/** Part of the visible square that an arrow key moves it by. */
const STEP = 0.05
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const partOf = ({ x, y, side }: CropSquare) => ({ x, y, width: side, height: side })

export default function PictureCrop({ label, side = 512, onCrop }: PictureCropProps) {
  const t = useText()
  const { lang } = useFormat()
  const hint = useId()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [problem, setProblem] = useState<PictureProblem['problem'] | null>(null)
  const max = formatBytes(SOURCE_BYTES, lang)

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file may be chosen again.
    event.target.value = ''
    if (!file) return
    const read = await readPicture(file)
    if ('problem' in read) return setProblem(read.problem)
    setPicture(read)
    setProblem(null)
  }
  const close = () => {
    picture?.close()
    setPicture(null)
  }
  const use = async (square: CropSquare) => {
    if (!picture) return
    const resultSize = resultSide(square, side)
    const file = await encodePicture(picture, partOf(square), { width: resultSize, height: resultSize }, 'picture.jpg')
    if (file) await onCrop?.({ file })
    else setProblem('fileBroken')
    close()
  }

  return (
    <div className={css.field}>
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES.join(',')}
        aria-label={label}
        onChange={(event) => void choose(event)}
      />
      <Button label={label} variant="secondary" size="sm" onPress={async () => input.current?.click()} />
      <span id={hint} className={css.hint}>
        {t('form.fileHint', { types: PICTURE_TYPE_NAMES, max })}
      </span>
      <span role="alert" className={css.problem}>
        {problem === 'wrongFileType'
          ? t('form.fileType', { types: PICTURE_TYPE_NAMES })
          : problem === 'fileTooLarge'
            ? t('form.fileSize', { max })
            : problem === 'pictureTooSmall'
              ? t('error.pictureTooSmall', { pixels: LEAST_PICTURE_SIDE })
              : problem && t('form.fileBroken')}
      </span>
      {picture && <CropDialog picture={picture} onUse={use} onClose={close} />}
    </div>
  )
}

interface CropDialogProps {
  picture: ImageBitmap
  onUse: (square: CropSquare) => Promise<void>
  onClose: () => void
}

function CropDialog({ picture, onUse, onClose }: CropDialogProps) {
  const t = useText()
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useRef<{ x: number; y: number } | null>(null)
  const [zoom, setZoom] = useState(1)
  const [center, setCenter] = useState({ x: picture.width / 2, y: picture.height / 2 })
  const [busy, setBusy] = useState(false)
  const { ref, close, props } = useModal(true, { onClose, dismissible: !busy })
  const square = cropSquare(picture, zoom, center)
  const { x, y, side } = square

  useEffect(() => {
    if (canvas.current) drawPicture(canvas.current, picture, { x, y, width: side, height: side })
  }, [picture, x, y, side])

  /** Moves the square by parts of its side. */
  const move = (right: number, down: number) => {
    const from = centerOf(square)
    setCenter(centerOf(cropSquare(picture, zoom, { x: from.x + right * side, y: from.y + down * side })))
  }
  const use = async () => {
    if (busy) return
    setBusy(true)
    try {
      await onUse(square)
    } finally {
      setBusy(false)
    }
  }
  const pointer = {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      event.currentTarget.setPointerCapture?.(event.pointerId)
      drag.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      const from = drag.current
      if (!from) return
      const length = Math.max(1, event.currentTarget.clientWidth)
      drag.current = { x: event.clientX, y: event.clientY }
      // The picture follows the finger, so the square moves the other way.
      move((from.x - event.clientX) / length, (from.y - event.clientY) / length)
    },
    onPointerUp: () => (drag.current = null),
    onPointerCancel: () => (drag.current = null),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = MOVES[event.key]
    if (!by) return
    event.preventDefault()
    move(by[0] * STEP, by[1] * STEP)
  }

  return (
    <dialog ref={ref} onCancel={props.onCancel} onClose={props.onClose} className={frame.dialog} aria-labelledby={id}>
      <div className={frame.panel} data-panel tabIndex={-1}>
        <h2 className={frame.title} id={id}>
          {t('ui.crop')}
        </h2>
        <button type="button" className={css.area} aria-label={t('ui.cropArea')} onKeyDown={onKeyDown}>
          <canvas ref={canvas} className={css.canvas} width={PREVIEW} height={PREVIEW} aria-hidden {...pointer} />
          <span className={css.circle} aria-hidden />
        </button>
        <input
          className={css.zoom}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.1}
          value={zoom}
          aria-label={t('ui.zoom')}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
        <div className={frame.buttons}>
          <button type="button" className={frame.button} onClick={close} disabled={busy}>
            {t('ui.cancel')}
          </button>
          <button
            type="button"
            className={`${frame.button} ${frame.primary}`}
            onClick={() => void use()}
            aria-disabled={busy || undefined}
            aria-busy={busy}
            data-autofocus
          >
            {t('ui.usePicture')}
          </button>
        </div>
      </div>
    </dialog>
  )
}
