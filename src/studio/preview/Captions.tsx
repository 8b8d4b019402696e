import { Children, isValidElement, type ReactNode } from 'react'
import css from './Preview.module.css'

/** A bar of controls: each select is below its name, which is part of its label too. */
export const Captions = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={css.bar}>
    {Children.map(children, (child) =>
      isValidElement<{ 'aria-label'?: string }>(child) && child.type === 'select' ? (
        <span className={css.captioned}>
          <span aria-hidden>{child.props['aria-label']?.replace(/ of the (screen|app)$/, '')}</span>
          {child}
        </span>
      ) : (
        child
      ),
    )}
  </div>
)
