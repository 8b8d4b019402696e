/** Scrolls as little as needed for the label, the control and the error of the field around an element to be visible. */
export function revealField(element: Element): void {
  const field = element.closest('[data-field]') ?? element
  field.scrollIntoView?.({ block: 'nearest' })
}

/**
 * The same, and as much as fits of what is around the field in its form: first the field above it, such as the price of a quantity, then
 * limits and total below.
 */
export function revealFieldWithContext(element: Element): void {
  const rows = [...(element.closest('form')?.children ?? [])].filter(
    (child) => getComputedStyle(child).position === 'static',
  )
  rows.at(-1)?.scrollIntoView?.({ block: 'nearest' })
  const above = rows[rows.findIndex((row) => row.contains(element)) - 1]
  if (above?.querySelector('[data-field]')) above.scrollIntoView?.({ block: 'nearest' })
  revealField(element)
}
