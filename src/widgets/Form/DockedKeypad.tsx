import { useLayoutEffect, useRef, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../state/language.ts'
import { useLayer } from '../../state/layers.ts'
import { KeypadKeys } from '../Keypad/KeypadKeys.tsx'
import type { Key } from '../Keypad/keys.ts'
import { revealField } from './revealField.ts'
import css from './Form.module.css'

interface DockedKeypadProps {
  /** The field typed into: kept in view above the keys. */
  field: RefObject<HTMLInputElement | null>
  decimals: number
  /** Decimals of a share of the maximum, where they differ from those typed. */
  shareDecimals?: number
  maximum: string | null
  onKey: (key: Key) => void
  onShare: (value: string) => void
  onDone: () => void
}

/** The keypad at the bottom of the window, where a phone's own keyboard would be; the page is padded by its height. */
export function DockedKeypad({ field, ...pad }: DockedKeypadProps) {
  const t = useText()
  const dock = useRef<HTMLElement>(null)
  const container = field.current?.closest('dialog') ?? document.body
  useLayer(true, () => {
    pad.onDone()
    return true
  })

  useLayoutEffect(() => {
    const input = field.current
    const height = dock.current?.offsetHeight ?? 0
    const form = input?.form
    if (!input || !form) return undefined
    form.style.setProperty('--dock', `${height}px`)
    revealField(input)
    return () => {
      form.style.removeProperty('--dock')
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
