import { Children, useDeferredValue, useRef, type CSSProperties } from 'react'
import type { ScrollProps } from '../../../generated/widgets/Scroll.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import { layoutClass } from '../lib/styles/layout.ts'
import css from './Scroll.module.css'
import { usePullToRefresh } from './usePullToRefresh.ts'

/** Children in the first frame of a page: those below its first screenful are drawn after it, between other work. */
const AT_ONCE = 6

const STAGE_TEXTS = { pull: 'ui.pullToRefresh', release: 'ui.releaseToRefresh', busy: 'ui.refreshing' } as const

export default function Scroll({
  padding = 'md',
  gap = 'md',
  fill = false,
  label,
  header,
  onRefresh,
  children,
}: ScrollProps) {
  const t = useText()
  const complete = useDeferredValue(true, false)
  const parts = Children.toArray(children)
  const page = useRef<HTMLDivElement>(null)
  const indicator = useRef<HTMLDivElement>(null)
  const { stage, refresh } = usePullToRefresh(page, indicator, onRefresh)
  return (
    <div className={css.frame} data-fills={fill || undefined}>
      {header}
      {onRefresh ? (
        <div className={css.top}>
          <div ref={indicator} className={cx(css.mark, stage === 'busy' && css.busy)} aria-hidden="true">
            <span className={css.disc}>
              <Icon name="refresh-cw" size="sm" tone="gold" />
            </span>
            <span className={css.words}>{stage ? t(STAGE_TEXTS[stage]) : null}</span>
          </div>
          <button type="button" className={css.key} onClick={refresh}>
            {t(stage === 'busy' ? 'ui.refreshing' : 'ui.refresh')}
          </button>
        </div>
      ) : null}
      <div
        ref={page}
        data-scroll=""
        role={label ? 'region' : undefined}
        aria-label={label}
        aria-busy={stage === 'busy' || undefined}
        tabIndex={0}
        className={cx(css.page, fill && css.fill, layoutClass({ padding, gap }))}
        style={{ '--scroll-padding': padding === 'none' ? '0px' : `var(--space-${padding})` } as CSSProperties}
      >
        {complete ? parts : parts.slice(0, AT_ONCE)}
      </div>
    </div>
  )
}
