import { useEffect, useRef, type RefObject } from 'react'

/** Moves the focus to a control of what is added last to a container. The function is called with the selector of the control as something is added. */
export function useFocusAdded<Container extends HTMLElement>(): [
  RefObject<Container | null>,
  (control: string) => void,
] {
  const container = useRef<Container>(null)
  const wanted = useRef('')
  useEffect(() => {
    if (wanted.current === '') return
    const controls = container.current?.querySelectorAll<HTMLElement>(wanted.current) ?? []
    wanted.current = ''
    ;[...controls].at(-1)?.focus()
  })
  return [container, (control) => void (wanted.current = control)]
}
