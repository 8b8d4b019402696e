import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { keyOf } from './List.tsx'
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
  const [page, setPage] = useState<Element | null>(null)
  const [above, setAbove] = useState(0)

  // What stands above the list may grow or shrink at any time, so its height is read at each render.
  useLayoutEffect(() => {
    const element = list.current
    const scroller = element?.closest('[data-scroll]') ?? document.scrollingElement
    setPage(scroller)
    if (!element || !scroller) return
    const top = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top
    setAbove(Math.round(element.getBoundingClientRect().top - top + scroller.scrollTop))
  })

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => page,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index], index),
    scrollMargin: above,
    overscan: 8,
  })

  return (
    <ul ref={list} aria-label={label} role="list" className={cx(className, css.virtual)} style={{ blockSize: virtual.getTotalSize() }}>
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
