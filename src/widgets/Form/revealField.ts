/** Scrolls as little as needed for the label, the control and the error of the field around an element to be visible. */
export function revealField(element: Element): void {
  const field = element.closest('[data-field]') ?? element
  field.scrollIntoView?.({ block: 'nearest' })
}
