import type { CSSProperties, ReactNode } from 'react'
import '../../../../src/app/base.css'
import shell from '../../../../src/app/shell/Shell.module.css'
import layout from '../../../../src/engine/widgets/lib/styles/layout.module.css'
import scroll from '../../../../src/engine/widgets/Scroll/Scroll.module.css'

/** Class names, separated by spaces. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')

/** The frame of a screen, as the app draws it. */
export const Frame = ({ gap = 'none', children }: { gap?: 'none' | 'md'; children: ReactNode }) => (
  <div className={shell.shell}>
    <header />
    <div className={shell.pages}>
      <main className={shell.page} tabIndex={-1}>
        <div className={shell.content}>
          <div className={scroll.frame}>
            <div
              data-scroll=""
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element of the app
              role="region"
              aria-label="Bench"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as the app's scroll area
              tabIndex={0}
              className={classes(scroll.page, layout[`gap-${gap}`], layout['pad-md'])}
              style={{ '--scroll-padding': 'var(--space-md)' } as CSSProperties}
            >
              {children}
            </div>
          </div>
        </div>
      </main>
    </div>
  </div>
)
