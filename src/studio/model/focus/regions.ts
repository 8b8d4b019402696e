/** A part of the page that F6 and the skip links lead to. */
export interface Region {
  /** Its accessible name. */
  name: string
  element: HTMLElement
}

/** Marks a region: `data-region` has its name. */
const REGION = '[data-region]'
/** Element that gets the focus of its region, where that is not the first control. */
const START = '[data-region-start]'
const CONTROLS =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), a[href], iframe, summary, [tabindex="0"]'

/** Whether an element is in a closed details; a summary is not. */
function isFolded(element: Element): boolean {
  for (let around = element.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
    if (!around.open && around.querySelector(':scope > summary')?.contains(element) !== true) return true
  return false
}

/** Browsers lay out what is folded away too. */
export const isShown = (element: Element): boolean => element.getClientRects().length > 0 && !isFolded(element)

/** The controls within an element that Tab stops at, in their order, also those that are not shown. */
export const controlsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(CONTROLS)].filter((element) => element.tabIndex >= 0)

/** The regions of the page in their order. */
export const regions = (): Region[] =>
  [...document.querySelectorAll<HTMLElement>(REGION)]
    .filter(isShown)
    .map((element) => ({ name: element.dataset.region ?? '', element }))

const FIELD = 'input, select, textarea'

/** Moves the focus into a region: to its selected row, else to its first control, of the properties to their first field. */
export function focusRegion({ element }: Region): void {
  const start = [...element.querySelectorAll<HTMLElement>(START)].find(isShown) ?? element
  const code = element
    .querySelector<HTMLElement>('[data-code-editor]')
    ?.shadowRoot?.querySelector<HTMLElement>('.cm-content')
  const controls = controlsIn(start).filter(isShown)
  const field =
    element.dataset.regionFields === undefined ? undefined : controls.find((control) => control.matches(FIELD))
  const target = code ?? field ?? controls[0]
  if (target) return target.focus()
  element.tabIndex = -1
  element.focus()
}

/** Moves the focus to the next region, or to the one before, from the innermost one that has it. */
export function focusNextRegion(by: 1 | -1): void {
  const all = regions()
  const at = all.findLastIndex(({ element }) => element.contains(document.activeElement))
  const next = all[(at === -1 && by === -1 ? all.length - 1 : at + by + all.length) % all.length]
  if (next) focusRegion(next)
}

/** F6 moves between regions, also from within a frame of the app; not while a dialog is open, which keeps the focus. */
export function onRegionKey(event: KeyboardEvent): void {
  if (event.key !== 'F6' || event.ctrlKey || event.altKey || document.querySelector('dialog[open]')) return
  event.preventDefault()
  focusNextRegion(event.shiftKey ? -1 : 1)
}
