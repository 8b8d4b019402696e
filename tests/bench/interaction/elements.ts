import type { Page } from 'playwright'

/** Elements below the scroll area of a page, one a line: depth, tag and classes, in the order of the document. */
export const elementsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lines: string[] = []
    // The page lacks the helper by which the loader names functions: there are none here.
    const area = [...document.querySelectorAll('[data-scroll]')].find((element) => element.checkVisibility())
    for (const element of area ? [area, ...area.querySelectorAll('*')] : []) {
      let depth = 0
      for (let at: Element | null = element; at && at !== area; at = at.parentElement) depth += 1
      lines.push(`${' '.repeat(depth)}${element.localName} ${element.getAttribute('class') ?? ''}`.trimEnd())
    }
    return lines
  })

/** Throws at the first element in which the page of the same look differs from the app's. */
export function compareElements(name: string, ours: readonly string[], look: readonly string[]): void {
  if (ours.length < 10) throw new Error(`${name}: the app has drawn ${ours.length} elements.`)
  const at = ours.findIndex((line, i) => line !== look[i])
  if (at === -1 && ours.length === look.length) return
  const place = at === -1 ? ours.length : at
  throw new Error(
    `${name}: the elements differ at ${place} of ${ours.length} and ${look.length}.\n  app:  ${ours.slice(Math.max(0, place - 2), place + 3).join('\n        ')}\n  look: ${look.slice(Math.max(0, place - 2), place + 3).join('\n        ')}`,
  )
}
