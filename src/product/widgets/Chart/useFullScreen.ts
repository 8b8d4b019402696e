import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { useLayer } from '../../../engine/state/layers.ts'

/** A phone on its side. */
export const LANDSCAPE = '(orientation: landscape) and (max-height: 560px)'
const CONTROLS = 'button, input, [tabindex]'

/**
 * Makes an element fill the screen and back, by the top layer of the browser: it stays where it is in the document, so that what is
 * drawn in it stays too. Escape and the back button end it, and the tab key stays within it. With `turns` a phone that is laid on its side
 * begins it, and one that is put upright ends it. With `always` too, it lasts as long as the phone lies on its side: `isTurned`.
 */
export function useFullScreen(
  element: RefObject<HTMLElement | null>,
  turns: boolean,
  always: boolean,
): { isFull: boolean; isTurned: boolean; toggle: () => void } {
  const [isWanted, setFull] = useState(false)
  const [isLandscape, setLandscape] = useState(() => turns && matchMedia(LANDSCAPE).matches)
  const isTurned = turns && always && isLandscape
  const isFull = isWanted || isTurned
  useLayer(isFull && !isTurned, () => {
    setFull(false)
    return true
  })

  useEffect(() => {
    if (!turns) return undefined
    const landscape = matchMedia(LANDSCAPE)
    // A screen below the current one is not drawn.
    const turn = () => {
      setLandscape(landscape.matches)
      setFull(landscape.matches && !always && (element.current?.getClientRects().length ?? 0) > 0)
    }
    landscape.addEventListener('change', turn)
    return () => landscape.removeEventListener('change', turn)
  }, [turns, always, element])

  useLayoutEffect(() => {
    const target = element.current
    if (!isFull || !target) return undefined
    const opener = document.activeElement
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) {
        event.preventDefault()
        setFull(false)
      } else if (event.key === 'Tab') keepFocus(event, target)
    }
    const hasTopLayer = 'showPopover' in target
    if (hasTopLayer) {
      target.setAttribute('popover', 'manual')
      target.showPopover()
    }
    target.addEventListener('keydown', onKeyDown)
    return () => {
      target.removeEventListener('keydown', onKeyDown)
      if (hasTopLayer) {
        target.hidePopover()
        target.removeAttribute('popover')
      }
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [isFull, element])

  return { isFull, isTurned, toggle: () => setFull((was) => !was) }
}

/** Moves the focus from the last control to the first and back. */
function keepFocus(event: KeyboardEvent, within: HTMLElement): void {
  const controls = [...within.querySelectorAll<HTMLElement>(CONTROLS)]
  const [first, last] = [controls[0], controls.at(-1)]
  if (document.activeElement !== (event.shiftKey ? first : last)) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
