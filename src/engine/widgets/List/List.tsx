import { Children, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListProps } from '../../../generated/widgets/List.ts'
import { lazyComponent } from '../../renderer/nodes/lazyComponent.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import { keyOf } from './keyOf.ts'
import { clamp } from '../lib/clamp.ts'
import css from './List.module.css'
import { settled } from '../../language/report.ts'

/** Up to here mounting all rows costs less than the code that would avoid it. */
const MAX_PLAIN_ROWS = 60

const VirtualRows = lazyComponent(() => import('./VirtualRows.lazy.tsx'))

export default function List({
  label,
  rowHeight = 64,
  hasMore,
  endText,
  dividers = true,
  onMore,
  children,
}: ListProps) {
  const rows = Children.toArray(children)
  const className = cx(css.list, dividers && css.dividers)
  const plainList = (shown: ReactNode[]) => (
    <ul aria-label={label} className={className}>
      {shown.map((row, index) => (
        <li key={keyOf(row, index)} data-index={index}>
          {row}
        </li>
      ))}
    </ul>
  )
  return (
    <div className={css.frame}>
      {rows.length <= MAX_PLAIN_ROWS ? (
        plainList(rows)
      ) : (
        <VirtualRows
          rows={rows}
          rowHeight={clamp(rowHeight, 24, 400)}
          label={label}
          className={className}
          fallback={plainList(rows.slice(0, MAX_PLAIN_ROWS))}
        />
      )}
      {hasMore && onMore ? <More count={rows.length} onMore={onMore} /> : null}
      {!hasMore && endText && rows.length > 0 ? <p className={css.end}>{endText}</p> : null}
    </div>
  )
}

/** Asks for the next page when the end of the list comes near the window, once for each length of the list. */
function More({ count, onMore }: { count: number; onMore: () => void | Promise<void> }) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const latestOnMore = useRef(onMore)
  const requestedAtCount = useRef<number | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    latestOnMore.current = onMore
  })
  async function loadMore() {
    setBusy(true)
    // A failing handler has shown why; the button stays for a retry.
    await settled(Promise.resolve(latestOnMore.current()))
    setBusy(false)
  }
  const latestLoad = useRef(loadMore)
  useEffect(() => {
    latestLoad.current = loadMore
  })
  useEffect(() => {
    const element = box.current
    if (!element || typeof IntersectionObserver !== 'function') return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.some((entry) => entry.isIntersecting)
        if (isNear && requestedAtCount.current !== count) void latestLoad.current()
        requestedAtCount.current = isNear ? count : null
      },
      { root: element.closest('[data-scroll]'), rootMargin: '600px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [count])
  // Gives the focus of the button to the first row that is loaded, or to the last row where the button is gone.
  useLayoutEffect(() => {
    const [before, frame] = [button.current, box.current?.parentElement]
    return () => {
      if (!before || document.activeElement !== before) return
      // After the commit, which mounts the rows.
      queueMicrotask(() => {
        const row =
          frame?.querySelector<HTMLElement>(`:scope > ul > [data-index="${count}"]`) ??
          (before.isConnected ? null : frame?.querySelector<HTMLElement>(':scope > ul > :last-child'))
        if (!row) return
        row.tabIndex = -1
        row.focus({ preventScroll: true })
      })
    }
  }, [count])
  // aria-disabled keeps the focus where it is while rows are loaded.
  return (
    <div ref={box} className={css.more}>
      <button
        ref={button}
        type="button"
        className={css.again}
        aria-disabled={busy || undefined}
        onClick={() => void (busy || loadMore())}
      >
        {busy ? <span className={css.spinner} aria-hidden="true" /> : null}
        {t(busy ? 'ui.loadingMore' : 'ui.loadMore')}
      </button>
    </div>
  )
}
