import { useLayoutEffect, useRef, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../../state/language.ts'
import { useLayer } from '../../../state/layers.ts'
import { KeypadKeys } from '../../Keypad/KeypadKeys.tsx'
import type { Key } from '../../Keypad/keys.ts'
import { revealFieldWithContext } from '../../lib/revealField.ts'
import css from './DockedKeypad.module.css'

const DOCKS = '[data-dock]'

interface DockedKeypadProps {
  /** The field typed into: kept in view above the keys. */
  field: RefObject<HTMLInputElement | null>
  decimals: number
  maximum: string | null
  onKey: (key: Key) => void
  onShare: (percent: number) => void
  onDone: () => void
}

/** `--dock` on the root is the height of the open keypad, by which the page is shorter; `data-docked` says that there is one. */
function fitPage(docks: Iterable<Element>): void {
  const heights = [...docks].map((dock) => (dock as HTMLElement).offsetHeight)
  const root = document.documentElement
  root.style.setProperty('--dock', `${Math.max(0, ...heights)}px`)
  root.toggleAttribute('data-docked', heights.length > 0)
}

/** The keypad at the bottom of the window, where a phone's own keyboard would be: the page ends above it. */
export function DockedKeypad({ field, ...pad }: DockedKeypadProps) {
  const t = useText()
  const dock = useRef<HTMLElement>(null)
  const container = field.current?.closest('dialog') ?? document.body
  useLayer(true, () => {
    pad.onDone()
    return true
  })

  useLayoutEffect(() => {
    const element = dock.current
    const fit = () => {
      fitPage(document.querySelectorAll(DOCKS))
      if (field.current) revealFieldWithContext(field.current)
    }
    fit()
    // Shares of the maximum come later, and the keys have another height where the phone is turned.
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(fit)
    if (element) observer?.observe(element)
    return () => {
      observer?.disconnect()
      // The keypad of the next field may be open already.
      fitPage([...document.querySelectorAll(DOCKS)].filter((other) => other !== element))
    }
  }, [field])

  return createPortal(
    // A landmark: it is outside that of the page.
    <section ref={dock} className={css.dock} aria-label={t('keypad.label')} data-dock>
      <KeypadKeys docked shares {...pad} />
    </section>,
    container,
  )
}
