import { cx } from './cx.ts'
import css from './layout.module.css'

export type Space = 'none' | 'xs' | 'sm' | 'md' | 'lg' | 'xl'

interface LayoutProps {
  gap?: Space | undefined
  padding?: Space | undefined
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch' | undefined
  justify?: 'start' | 'center' | 'end' | 'between' | 'evenly' | undefined
  grow?: boolean | undefined
}

/** Returns the class names of a layout, separated by spaces; settings that are absent add none. */
export function layoutClass({ gap, padding, align, justify, grow }: LayoutProps): string {
  return cx(
    gap && css[`gap-${gap}`],
    padding && css[`pad-${padding}`],
    align && css[`align-${align}`],
    justify && css[`justify-${justify}`],
    grow && css.grow,
  )
}
