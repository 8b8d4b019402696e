import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { cx } from '../lib/styles/cx.ts'
import { keyOf } from './keyOf.ts'
import css from './List.module.css'

interface VirtualRowsProps {
  rows: ReactNode[]
  rowHeight: number
  label: string | undefined
  className: string
}

/** The rows near the window of the nearest Scroll, each measured when it mounts. */
export default function VirtualRows({ rows, rowHeight, label, className }: VirtualRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [, rerender] = useReducer((n: number) => n + 1, 0)
  const { page, above } = useScrollContainer(list)
  const options = {
    count: rows.length,
    getScrollElement: () => page,
    estimateSize: () => rowHeight,
    getItemKey: (index: number) => keyOf(rows[index], index),
    scrollMargin: above,
    overscan: 8,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: rerender,
  }
  const [virtual] = useState(() => new Virtualizer<Element, HTMLLIElement>(options))
  virtual.setOptions(options)
  // The two hooks that the library's own adapter calls.
  const { _didMount: mounted, _willUpdate: updated } = virtual
  useLayoutEffect(() => mounted(), [mounted])
  useLayoutEffect(() => updated())

  return (
    <ul
      ref={list}
      aria-label={label}
      className={cx(className, css.virtual)}
      style={{ blockSize: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${start - above}px)` }}
        >
          {rows[index]}
        </li>
      ))}
    </ul>
  )
}

/** The scroll container around the list and the height of the content above the list in it, which may change at any time. */
function useScrollContainer(list: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState<{ page: Element | null; above: number }>({ page: null, above: 0 })
  useLayoutEffect(() => {
    const element = list.current
    const page = element?.closest('[data-scroll]') ?? document.scrollingElement
    if (!element || !page) return undefined
    const measure = () => {
      const top = page === document.scrollingElement ? 0 : page.getBoundingClientRect().top
      const above = Math.round(element.getBoundingClientRect().top - top + page.scrollTop)
      setPosition((previous) => (previous.page === page && previous.above === above ? previous : { page, above }))
    }
    measure()
    page.addEventListener('scroll', measure, { passive: true })
    return () => page.removeEventListener('scroll', measure)
  }, [list])
  return position
}
