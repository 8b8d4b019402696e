import { type KeyboardEvent, type TouchEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { TabsProps } from '../../../generated/widgets/Tabs.ts'
import { cx } from '../lib/styles/cx.ts'
import { useScrollFade } from '../lib/useScrollFade.ts'
import css from './Tabs.module.css'

/** Length of a swipe. */
const SWIPE_PX = 56
/** A row fades out over this length where it has more tabs, and shows a part of the next one. */
const FADE_PX = 44
/** A swipe that begins at the edge of the screen is the browser's own. */
const EDGE_PX = 24

/** Where a key leads from tab `at` of `count`; null when it leads nowhere. */
function target(key: string, at: number, count: number, rtl: boolean): number | null {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (step !== 0) return (at + (rtl ? -step : step) + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

/** Whether a horizontal movement that begins at an element is its own: it scrolls, is dragged or takes text. */
function movesSideways(from: EventTarget, panel: Element): boolean {
  for (
    let element = from instanceof Element ? from : null;
    element && element !== panel;
    element = element.parentElement
  )
    if (element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX))
      return true
    else if (element.matches('input, textarea, canvas, [draggable="true"], [role="slider"]')) return true
  return false
}

/** Scrolls a row only as far as a tab needs to be whole, so that a row that has room for it begins at its start. */
function reveal(row: Element, tab: Element): void {
  const area = row.getBoundingClientRect()
  const box = tab.getBoundingClientRect()
  const over = box.right + FADE_PX - area.right
  const under = area.left + FADE_PX - box.left
  const left = over > 0 ? over : under > 0 ? -under : 0
  if (left !== 0 && row.scrollWidth > row.clientWidth)
    row.scrollTo?.({ left: row.scrollLeft + left, behavior: 'smooth' })
}

export default function Tabs({
  items,
  value,
  variant = 'underline',
  label,
  sticky,
  dense,
  keepPlace,
  swipe,
  onChange,
  end,
  head,
  children,
}: TabsProps) {
  const id = useId()
  const bar = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [places] = useState(() => new Map<string, number>())
  const at = items.findIndex((item) => item.id === value)

  useScrollFade(track, list, items.map((item) => item.label).join())
  useEffect(() => {
    const row = list.current
    const tab = row?.children[at]
    if (row && tab instanceof HTMLElement) reveal(row, tab)
  }, [at])

  /** Runs before the panel changes: afterwards a shorter one would have scrolled by itself. */
  function leave() {
    const area = keepPlace ? list.current?.closest('[data-scroll]') : null
    if (!area) return
    places.set(value, area.scrollTop)
  }
  useLayoutEffect(() => {
    const area = list.current?.closest('[data-scroll]')
    if (places.size === 0 || !area || !panel.current || !bar.current) return
    const top =
      panel.current.getBoundingClientRect().top -
      area.getBoundingClientRect().top +
      area.scrollTop -
      bar.current.offsetHeight
    area.scrollTop = places.get(value) ?? Math.min(area.scrollTop, top)
  }, [value, places])

  function select(id: string) {
    if (id === value) return
    leave()
    void onChange?.({ value: id })
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = list.current
    if (!row) return
    const rtl = getComputedStyle(row).direction === 'rtl'
    const to = target(event.key, Math.max(at, 0), items.length, rtl)
    const item = to === null ? undefined : items[to]
    if (to === null || !item) return
    event.preventDefault()
    const tab = row.children[to]
    if (tab instanceof HTMLElement) tab.focus()
    select(item.id)
  }

  /** Start of a touch that may become a swipe. */
  const touch = useRef<{ x: number; y: number } | null>(null)
  function onTouchStart({ touches, target, currentTarget }: TouchEvent) {
    const first = touches[0]
    const isSwipe =
      first !== undefined &&
      touches.length === 1 &&
      first.clientX > EDGE_PX &&
      first.clientX < window.innerWidth - EDGE_PX &&
      !movesSideways(target, currentTarget)
    touch.current = isSwipe ? { x: first.clientX, y: first.clientY } : null
  }
  function onTouchEnd({ changedTouches, currentTarget }: TouchEvent) {
    const from = touch.current
    const last = changedTouches[0]
    touch.current = null
    if (!from || !last) return
    const x = last.clientX - from.x
    if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(last.clientY - from.y)) return
    const item = items[at + (x < 0 === (getComputedStyle(currentTarget).direction === 'ltr') ? 1 : -1)]
    if (item) select(item.id)
  }

  return (
    <>
      <div ref={bar} className={cx(sticky && css.sticky)}>
        <div className={cx(css.row, css[variant], dense && css.dense)}>
          <div ref={track} className={css.track}>
            <div ref={list} role="tablist" aria-label={label} className={css.list}>
              {items.map((item, index) => (
                <button
                  key={item.id}
                  type="button"
                  role="tab"
                  id={`${id}${item.id}`}
                  aria-selected={index === at}
                  aria-controls={children && index === at ? `${id}panel` : undefined}
                  tabIndex={index === Math.max(at, 0) ? 0 : -1}
                  className={css.tab}
                  onKeyDown={onKeyDown}
                  onClick={() => select(item.id)}
                >
                  <span className={css.face} data-label={item.label}>
                    {item.label}
                  </span>
                </button>
              ))}
            </div>
          </div>
          {end}
        </div>
        {head}
      </div>
      {children ? (
        <div
          ref={panel}
          role="tabpanel"
          id={`${id}panel`}
          aria-labelledby={at < 0 ? undefined : `${id}${value}`}
          className={css.panel}
          {...(swipe && { onTouchStart, onTouchEnd })}
        >
          {children}
        </div>
      ) : null}
    </>
  )
}
