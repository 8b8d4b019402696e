import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { FormProps } from '../../../generated/widgets/Form.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import { revealFieldWithContext } from '../lib/revealField.ts'
import bar from '../lib/styles/actionBar.module.css'
import fields from './Form.module.css'
import css from './SubmitButtons.module.css'

type SubmitButton = NonNullable<FormProps['submitButtons']>['buttons'][number]

interface SubmitButtonsProps {
  label: string
  /** Spoken after the label. */
  about: string | undefined
  tone: NonNullable<FormProps['tone']>
  /** Several buttons side by side; without them there is one. */
  buttons: readonly SubmitButton[] | undefined
  disabled: boolean
  busy: boolean
  /** The button whose steps run. */
  busyButton: string | null
  /** Always in view, at the bottom of the scroll area. */
  sticky: boolean
  /** Figures of what is about to be sent, above the buttons. */
  summary: ReactNode
  /** Called before the form is submitted. */
  onPress: (id: string) => void
}

/**
 * Shows a form's submit button, or several side by side; the pressed one shows a spinner while its steps run. It is `aria-disabled`
 * meanwhile and so keeps the focus, to which a dialog of its steps returns; the form drops presses. A Sheet around them keeps them in
 * view at its lower edge.
 */
export function SubmitButtons({ sticky, summary, ...props }: SubmitButtonsProps) {
  const figures = summary && (
    <div className={css.summary} data-summary="">
      {summary}
    </div>
  )
  const box = useRef<HTMLDivElement>(null)
  const isPassed = useIsPassed(box, sticky)
  useRoom(box, sticky)
  if (!sticky)
    return (
      <div className={css.inline} data-submit="">
        {figures}
        <Buttons {...props} />
      </div>
    )
  return (
    <div
      ref={box}
      className={cx(bar.bar, css.stickyBar, isPassed && css.passed)}
      inert={isPassed}
      data-action-bar={props.buttons ? 'tall' : ''}
    >
      {figures}
      <Buttons {...props} />
    </div>
  )
}

/** Keeps the height of the bar free at the end of the Scroll around it, also for the field that is typed into. */
function useRoom(box: RefObject<HTMLDivElement | null>, sticky: boolean): void {
  useLayoutEffect(() => {
    const element = box.current
    const frame = element?.closest('[data-scroll]')?.parentElement
    if (!sticky || !element || !frame || typeof ResizeObserver !== 'function') return undefined
    const observer = new ResizeObserver(() => {
      frame.style.setProperty('--action-room', `${element.offsetHeight}px`)
      const focused = document.activeElement
      if (focused?.matches('input') && element.closest('form')?.contains(focused)) revealFieldWithContext(focused)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      frame.style.removeProperty('--action-room')
    }
  }, [box, sticky])
}

/** Whether the form around an element is scrolled out of view at the top: what is below it is read then. */
function useIsPassed(box: { current: HTMLElement | null }, sticky: boolean): boolean {
  const [isPassed, setIsPassed] = useState(false)
  useEffect(() => {
    const form = box.current?.closest('form')
    const root = form?.closest('[data-scroll]')
    if (!sticky || !form || !root || typeof IntersectionObserver !== 'function') return undefined
    // All that is below counts as in view: a jump from there to above would not be reported.
    const observer = new IntersectionObserver((entries) => setIsPassed(entries.at(-1)?.isIntersecting === false), {
      root,
      rootMargin: '0px 0px 100000px 0px',
    })
    observer.observe(form)
    return () => observer.disconnect()
  }, [box, sticky])
  return isPassed
}

function Buttons({
  label,
  about,
  tone,
  buttons,
  disabled,
  busy,
  busyButton,
  onPress,
}: Omit<SubmitButtonsProps, 'sticky' | 'summary'>) {
  if (!buttons) {
    return (
      <button
        type="submit"
        className={cx(css.submit, tone !== 'gold' && css[tone])}
        disabled={disabled}
        aria-disabled={busy || undefined}
        aria-busy={busy}
      >
        {busy && <span className={css.spinner} aria-hidden />}
        <span>
          {label}
          {about !== undefined && (
            <>
              {' '}
              <span className={fields.spoken}>{about}</span>
            </>
          )}
        </span>
      </button>
    )
  }
  return (
    <fieldset aria-label={[label, about].join(' ').trim()} className={css.buttons}>
      {buttons.map(({ id, label: buttonLabel, note, tone: colour }) => {
        const isBusy = busy && busyButton === id
        return (
          // No submit button: the enter key would press the first.
          <button
            key={id}
            type="button"
            className={cx(css.submitOption, css[colour])}
            disabled={disabled}
            aria-disabled={busy || undefined}
            aria-busy={isBusy}
            onClick={({ currentTarget }) => {
              onPress(id)
              currentTarget.form?.requestSubmit()
            }}
          >
            {isBusy ? (
              <span className={css.spinner} aria-hidden />
            ) : (
              <Icon name={colour === 'up' ? 'trending-up' : 'trending-down'} size="sm" />
            )}
            <span>{buttonLabel}</span>
            {note !== undefined && <span className={css.note}>{note}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
