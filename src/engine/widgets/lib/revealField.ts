/** Scrolls as little as needed for the label, the control and the error of the field around an element to be visible. */
export function revealField(element: Element): void {
  const field = element.closest('[data-field]') ?? element
  field.scrollIntoView?.({ block: 'nearest' })
}

/** The same, and as much as fits of what is below the field in its form: limits, total and button. */
export function revealFieldAndBelow(element: Element): void {
  const last = [...(element.closest('form')?.children ?? [])].findLast(
    (child) => getComputedStyle(child).position === 'static',
  )
  last?.scrollIntoView?.({ block: 'nearest' })
  revealField(element)
}
