import { Fragment, useMemo, type FragmentInstance, type ReactNode } from 'react'
import { MARK_ATTRIBUTE, VALUES_EVENT } from '../../language/draftMarks.ts'
import type { View } from '../host.ts'

/** A node of a draft: the outermost elements that it draws have its mark. */
export function MarkedNode({ mark, view, children }: { mark: string; view: View; children: ReactNode }): ReactNode {
  const ref = useMemo(() => {
    const observer = elementObserver(mark, view)
    return (fragment: FragmentInstance | null) => {
      fragment?.observeUsing(observer)
      return () => fragment?.unobserveUsing(observer)
    }
  }, [mark, view])
  return <Fragment ref={ref}>{children}</Fragment>
}

/** React reports the elements of a fragment, those that are added later included, to an observer of elements. */
function elementObserver(mark: string, { screen }: View): IntersectionObserver {
  const answer = (event: Event): void => {
    const [id] = Object.keys(screen.screen.forms)
    if (id !== undefined) Object.assign((event as CustomEvent<object>).detail, { values: screen.form(id)?.data() })
  }
  const marksOf = (element: Element): string[] =>
    (element.getAttribute(MARK_ATTRIBUTE) ?? '').split(' ').filter((other) => other !== '' && other !== mark)
  return {
    observe(element: Element) {
      element.setAttribute(MARK_ATTRIBUTE, [...marksOf(element), mark].join(' '))
      element.addEventListener(VALUES_EVENT, answer)
    },
    unobserve(element: Element) {
      element.setAttribute(MARK_ATTRIBUTE, marksOf(element).join(' '))
      element.removeEventListener(VALUES_EVENT, answer)
    },
  } as IntersectionObserver
}
