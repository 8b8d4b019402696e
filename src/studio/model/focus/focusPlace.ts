/** Maximum number of frames in which the views show the path. */
const FRAMES = 20

const CONTROLS = 'input, select, textarea, [contenteditable="true"], button'

/**
 * Moves the focus to a path of the open document: to its code where that is shown, else to its property, else to its
 * row of the outline.
 */
export function focusPlace(place: string): void {
  let frames = FRAMES
  const find = (): void => {
    const target = codeContent() ?? propertyControl(place) ?? outlineRow()
    if (target) target.focus()
    else if (frames > 0) {
      frames -= 1
      requestAnimationFrame(find)
    }
  }
  requestAnimationFrame(() => requestAnimationFrame(find))
}

/** The editor of the code: its content is in a shadow root. */
const codeContent = (): HTMLElement | null =>
  document.querySelector('[data-code-editor]')?.shadowRoot?.querySelector<HTMLElement>('.cm-content') ?? null

function propertyControl(place: string): HTMLElement | null {
  for (const field of document.querySelectorAll<HTMLElement>('[data-place]')) {
    const own = field.dataset.place ?? ''
    if (own !== place && !place.startsWith(`${own}/`)) continue
    unfold(field)
    const shadow = [...field.querySelectorAll('*')].find((element) => element.shadowRoot)?.shadowRoot
    return shadow?.querySelector<HTMLElement>(CONTROLS) ?? lastOf(field)
  }
  return null
}

/** Opens what an element is folded away in. */
function unfold(element: HTMLElement): void {
  for (let around = element.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
    around.open = true
}

/** The control of a field is after the buttons of its label. */
const lastOf = (field: HTMLElement): HTMLElement | null =>
  field.querySelector<HTMLElement>('input, select, textarea') ?? field.querySelector<HTMLElement>(CONTROLS)

const outlineRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role="treeitem"][aria-selected="true"]')
