import { useEffect, useState, type ReactNode } from 'react'
import css from './SkipLinks.module.css'
import { focusRegion, onRegionKey, regions } from './model/focus/regions.ts'

/** Links to the regions of the page, seen while one of them has the focus. F6 leads to the same regions. */
export function SkipLinks(): ReactNode {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    addEventListener('keydown', onRegionKey)
    return () => removeEventListener('keydown', onRegionKey)
  }, [])
  const update = (): void => setNames(regions().map(({ name }) => name))
  return (
    <nav className={css.links} aria-label="Skip to">
      {(names.length === 0 ? ['the first part of the page'] : names).map((name, index) => (
        <button
          key={name}
          type="button"
          onFocus={update}
          onClick={() => {
            const region = regions()[index]
            if (region) focusRegion(region)
          }}
        >
          Skip to {name}
        </button>
      ))}
      <span className={css.hint}>F6 goes on from part to part</span>
    </nav>
  )
}
