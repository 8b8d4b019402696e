import { NODE_PROP } from '../compiler/markNodes.ts'

/** The part of React's tree that is read: the props of each element, and its position. */
interface Fiber {
  memoizedProps: Record<string, unknown> | null
  stateNode: unknown
  child: Fiber | null
  sibling: Fiber | null
  return: Fiber | null
}

function internalOf(element: Element, prefix: string): Fiber | null {
  const key = Object.keys(element).find((name) => name.startsWith(prefix))
  return key === undefined ? null : ((element as unknown as Record<string, Fiber>)[key] ?? null)
}

const nodeOf = (fiber: Fiber): string | null => {
  const value = fiber.memoizedProps?.[NODE_PROP]
  return typeof value === 'string' ? value : null
}

/** The path of the innermost node of the screen that has drawn an element. */
export function placeOfElement(element: Element): string | null {
  let start: Fiber | null = null
  for (let at: Element | null = element; at && !start; at = at.parentElement) start = internalOf(at, '__reactFiber$')
  for (let fiber = start; fiber; fiber = fiber.return) {
    const place = nodeOf(fiber)
    if (place !== null) return place
  }
  return null
}

/** The root of the tree as it is drawn. An element knows one of two fibers, and the other may be the latest. */
function currentRoot(page: Document): Fiber | null {
  const container = page.querySelector('#app')
  const holder = container && internalOf(container, '__reactContainer$')
  return (holder?.stateNode as { current?: Fiber } | null)?.current ?? holder
}

/** The elements that a node has drawn: several for a repeated node. */
export function elementsOfPlace(page: Document, place: string): Element[] {
  const found: Element[] = []
  const visit = (fiber: Fiber | null): void => {
    for (let at = fiber; at; at = at.sibling) {
      if (nodeOf(at) === place) found.push(...hostsOf(at))
      else visit(at.child)
    }
  }
  visit(currentRoot(page))
  return found
}

/** The outermost elements under a fiber. */
function hostsOf(fiber: Fiber): Element[] {
  if (isElement(fiber.stateNode)) return [fiber.stateNode]
  const found: Element[] = []
  for (let child = fiber.child; child; child = child.sibling) found.push(...hostsOf(child))
  return found
}

/** An element of another window is no instance of this window's class. */
const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && (value as Partial<Node>).nodeType === 1

/** The values of the first form of a page, from the context that the app gives its form library; null without a form. */
export function valuesOfForm(page: Document): unknown {
  const visit = (fiber: Fiber | null): (() => unknown) | undefined => {
    for (let at = fiber; at; at = at.sibling) {
      const context = at.memoizedProps?.formContext as { form?: { data?: () => unknown } } | undefined
      const data = context?.form?.data ?? visit(at.child)
      if (data) return data
    }
    return undefined
  }
  return visit(currentRoot(page))?.() ?? null
}
