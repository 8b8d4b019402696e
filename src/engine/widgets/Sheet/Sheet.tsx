import { useEffect, useId, useRef, type PointerEvent, type RefObject } from 'react'
import type { SheetProps } from '../../../generated/widgets/Sheet.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import { prefersReducedMotion } from '../lib/motion.ts'
import { useModal } from '../lib/useModal.ts'
import css from './Sheet.module.css'
import { settled } from '../../language/report.ts'

/** A drag this far, or this fast, is meant to close; px and px per ms. */
const CLOSE_DISTANCE_PX = 96
const CLOSE_SPEED = 0.6

export default function Sheet({
  title,
  label,
  open = true,
  dismissible = true,
  children,
  footer,
  onClose,
}: SheetProps) {
  const t = useText()
  const heading = useId()
  const panel = useRef<HTMLDivElement>(null)
  const drag = useRef<{ y: number; at: number; moved: number } | null>(null)
  const { ref, close, props } = useModal(open, { onClose: () => void onClose?.(), dismissible, animateOut: slideOut })
  useKeptHeight(panel, open)
  if (!open) return null

  const move = (by: number) => {
    if (panel.current) panel.current.style.translate = by > 0 ? `0 ${by}px` : ''
  }
  const grab = dismissible && {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || (event.target as Element).closest('button')) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      drag.current = { y: event.clientY, at: event.timeStamp, moved: 0 }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!drag.current) return
      drag.current.moved = event.clientY - drag.current.y
      move(drag.current.moved)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const gesture = drag.current
      drag.current = null
      if (!gesture) return
      const speed = gesture.moved / Math.max(1, event.timeStamp - gesture.at)
      if (gesture.moved > CLOSE_DISTANCE_PX || (gesture.moved > 24 && speed > CLOSE_SPEED)) close()
      else move(0)
    },
    onPointerCancel() {
      drag.current = null
      move(0)
    },
  }

  return (
    <dialog
      ref={ref}
      {...props}
      className={css.sheet}
      {...(title ? { 'aria-labelledby': heading } : { 'aria-label': label })}
    >
      <div ref={panel} className={css.panel} data-panel tabIndex={-1}>
        <header className={cx(css.header, dismissible && css.grip)} {...grab}>
          {dismissible && <span className={css.grabber} aria-hidden />}
          {title && (
            <h2 className={css.title} id={heading}>
              {title}
            </h2>
          )}
          <button type="button" className={css.close} aria-label={t('ui.close')} onClick={close}>
            <Icon name="x" size="sm" />
          </button>
        </header>
        <div className={css.content}>{children}</div>
        {footer && <footer className={css.footer}>{footer}</footer>}
      </div>
    </dialog>
  )
}

/** Sets `--kept` on a panel: its greatest height since it was opened, so that shorter content does not move it. */
function useKeptHeight(panel: RefObject<HTMLElement | null>, open: boolean): void {
  useEffect(() => {
    const element = panel.current
    if (!open || !element || typeof ResizeObserver !== 'function') return undefined
    let kept = 0
    const observer = new ResizeObserver(() => {
      if (element.offsetHeight <= kept) return
      kept = element.offsetHeight
      element.style.setProperty('--kept', `${kept}px`)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [panel, open])
}

async function slideOut(dialog: HTMLDialogElement): Promise<void> {
  const panel = dialog.querySelector<HTMLElement>('[data-panel]')
  if (!panel?.animate || prefersReducedMotion()) return
  const options = { duration: 200, easing: 'cubic-bezier(0.4, 0, 1, 1)', fill: 'forwards' as const }
  dialog.animate([{ backgroundColor: 'transparent' }], options)
  // Rejects where the animation is cancelled.
  await settled(panel.animate([{ translate: '0 100%' }], options).finished)
}
