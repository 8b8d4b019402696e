import { controlsIn, focusRegion, isShown, regions, type Region } from './regions.ts'

/** Last focused element and its position. */
interface Focused {
  element: Element
  /** The elements around it, innermost first. */
  around: readonly Element[]
  /** The controls after it, also those that were not shown. */
  following: readonly HTMLElement[]
}

function whereIs(element: Element): Focused {
  const around: Element[] = []
  for (let at = element.parentElement; at; at = at.parentElement) around.push(at)
  const isAfter = (other: Element): boolean =>
    (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !element.contains(other)
  return { element, around, following: controlsIn(document.body).filter(isAfter) }
}

/**
 * Replacement of a removed control: the next control within the innermost element around it that has any, else the last
 * one of that element.
 */
function inPlaceOf({ around, following }: Focused): HTMLElement | undefined {
  for (const element of around) {
    if (!element.isConnected) continue
    // Its controls are those of the whole view.
    if (element.querySelector('[data-region]')) return undefined
    const controls = controlsIn(element).filter(isShown)
    if (controls.length > 0) return following.find((element) => controls.includes(element)) ?? controls.at(-1)
  }
  return undefined
}

/** The region that had the focus before; else, in another view, the first one after the names of the views. */
function regionLike(before: Region | undefined): Region | undefined {
  const all = regions()
  return all.find(({ element }) => element === before?.element) ?? all[1] ?? all[0]
}

/**
 * Keeps the focus where a focused control is removed or collapsed, such as a button that removes its row: the control
 * at its position gets the focus. The browser would focus the page. A disabled control passes the focus to none:
 * another press of Enter would press another button. Returns the function that ends it.
 */
export function keepFocus(): () => void {
  let last: Focused | null = null
  let region: Region | undefined
  const note = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return
    last = whereIs(target)
    region = regions().findLast(({ element }) => element.contains(target)) ?? region
  }
  const observer = new MutationObserver((changes) => {
    if (!last) return
    const { element } = last
    const isGone = !element.isConnected && document.activeElement === document.body
    const isFolded = (): boolean => changes.some(({ attributeName }) => attributeName === 'open') && !isShown(element)
    if (!isGone && !(element.isConnected && isFolded())) return
    const next = inPlaceOf(last)
    last = null
    const other = next ? undefined : regionLike(region)
    if (next) next.focus()
    else if (other) focusRegion(other)
  })
  addEventListener('focusin', note)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
  return () => {
    removeEventListener('focusin', note)
    observer.disconnect()
  }
}
