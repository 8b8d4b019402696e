/** Moves the focus to the list of problems of the page, which is expanded; without one nothing. */
export function focusProblems(): void {
  const head = document.querySelector<HTMLElement>('[data-region="the problems"] [aria-expanded]')
  if (head?.getAttribute('aria-expanded') === 'false') head.click()
  head?.focus()
}
