import type { IconProps } from '../../generated/widgets/Icon.ts'
import { lazyComponent } from '../../renderer/lazyComponent.ts'
import { cx } from '../cx.ts'
import { toneClass } from '../type.ts'
import { early } from './early.ts'
import css from './Icon.module.css'
import type { EarlyName } from './icons.ts'

const PIXELS = { xs: 14, sm: 18, md: 22, lg: 28, xl: 40 } as const
/** What points along the line; charts run left to right in every language and are not in it. */
const MIRRORED = /^(chevron|arrow)-(left|right)$|^log-|^arrow-(up|down)-(left|right)$|^list|^external-link/

const Late = lazyComponent(() => import('./Glyph.lazy.tsx'))

export default function Icon({ name, size = 'md', tone, plate, label }: IconProps) {
  const Glyph = Object.hasOwn(early, name) ? early[name as EarlyName] : null
  const pixels = PIXELS[size]
  const props = {
    size: pixels,
    strokeWidth: size === 'xl' ? 1.4 : 1.75,
    className: cx(css.icon, MIRRORED.test(name) && css.mirrored, !plate && toneClass(tone)),
    ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true as const }),
  }
  const glyph = Glyph ? (
    <Glyph {...props} />
  ) : (
    <Late name={name} {...props} fallback={<span className={css.room} style={{ inlineSize: pixels, blockSize: pixels }} />} />
  )
  return plate ? <span className={cx(css.plate, css[`plate-${size}`], toneClass(tone ?? 'default'))}>{glyph}</span> : glyph
}
