import { MARK_ATTRIBUTE, VALUES_EVENT } from '../../engine/language/draftMarks.ts'

/** The mark of the innermost node that has drawn an element or one around it; null outside of all nodes. */
export const markOfElement = (element: Element): string | null =>
  element.closest(`[${MARK_ATTRIBUTE}]`)?.getAttribute(MARK_ATTRIBUTE)?.split(' ')[0] ?? null

/** The elements that a node has drawn: several for a repeated node. */
export const elementsOfMark = (page: Document, mark: string): Element[] => [
  ...page.querySelectorAll(`[${MARK_ATTRIBUTE}~=${JSON.stringify(mark)}]`),
]

/** The values of the form of a page; null without a form. */
export function valuesOfForm(page: Document): unknown {
  const detail: { values?: unknown } = {}
  page.querySelector(`[${MARK_ATTRIBUTE}]`)?.dispatchEvent(new CustomEvent(VALUES_EVENT, { detail }))
  return detail.values ?? null
}
