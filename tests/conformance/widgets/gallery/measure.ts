function contained(element: Element, end: Element): boolean {
  for (let at = element.parentElement; at && at !== end.parentElement; at = at.parentElement) {
    if (getComputedStyle(at).overflowX !== 'visible') return true
  }
  return false
}

/** Elements that overflow the window or their case sideways, outside of anything that scrolls or clips. */
function overflows(): string[] {
  const out: string[] = []
  for (const box of document.querySelectorAll('.case')) {
    const frame = box.getBoundingClientRect()
    for (const element of box.querySelectorAll('*')) {
      if (element.closest('svg') && element.tagName !== 'svg') continue
      const style = getComputedStyle(element)
      const rect = element.getBoundingClientRect()
      if (rect.width < 2 || rect.height < 2 || style.visibility === 'hidden' || style.position === 'fixed') continue
      if ((rect.right > frame.right + 1 || rect.left < frame.left - 1) && !contained(element, box)) {
        out.push(
          `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} in case ${box.getAttribute('data-case')} (${Math.round(rect.left)}…${Math.round(rect.right)})`,
        )
      }
    }
  }
  if ((document.scrollingElement?.scrollWidth ?? 0) > innerWidth)
    out.push(`the page (${document.scrollingElement?.scrollWidth})`)
  return out.slice(0, 5)
}

const beyond = (side: string) => Math.max(0, -Number.parseFloat(side) || 0)

/** Width and height of the touch target in pixels, including an ::after that extends beyond its element. */
function reach(element: Element): { width: number; height: number } {
  const { width, height } = element.getBoundingClientRect()
  const after = getComputedStyle(element, '::after')
  if (after.content === 'none' || after.position !== 'absolute') return { width, height }
  return {
    width: width + beyond(after.left) + beyond(after.right),
    height: height + beyond(after.top) + beyond(after.bottom),
  }
}

/** Controls too small for a finger. A control inside a label is as large as its label. */
function smallTargets(): string[] {
  const out: string[] = []
  const controls =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=tab], [role=button], [role=switch], [role=slider], [role=radio], [role=checkbox], [role=option]'
  for (const control of document.querySelectorAll(`.case :is(${controls})`)) {
    const style = getComputedStyle(control)
    if (style.pointerEvents === 'none' || style.visibility === 'hidden' || style.display === 'none') continue
    let { width, height } = reach(control)
    const label =
      control.closest('label') ?? (control.id ? document.querySelector(`label[for="${CSS.escape(control.id)}"]`) : null)
    if (label && label.contains(control)) ({ width, height } = reach(label))
    if (width === 0 || height === 0) continue
    if (width < 43.5 || height < 43.5) {
      const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
      out.push(
        `${control.tagName.toLowerCase()} “${name.trim().slice(0, 30)}” ${Math.round(width)} × ${Math.round(height)} in case ${control.closest('.case')?.getAttribute('data-case')}`,
      )
    }
  }
  return out
}

/** Fields into which iOS would zoom, since their text is below 16 px. */
function zoomingFields(): string[] {
  const typed =
    'textarea, select, input:not([type=hidden], [type=range], [type=radio], [type=checkbox], [type=file], [type=color], [type=button], [type=submit])'
  return [...document.querySelectorAll(`.case :is(${typed})`)].flatMap((field) => {
    const size = Number.parseFloat(getComputedStyle(field).fontSize)
    return size < 16
      ? [`${field.tagName.toLowerCase()} “${field.getAttribute('aria-label') ?? field.id}” ${size} px`]
      : []
  })
}

/** The measurements in the page, for check.ts. */
export const measures = { overflows, smallTargets, zoomingFields }
export type Measures = typeof measures
