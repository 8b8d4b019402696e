import type { IconProps } from '../../../generated/widgets/Icon.ts'
import { lazyComponent } from '../../renderer/nodes/lazyComponent.ts'
import { cx } from '../lib/styles/cx.ts'
import { toneClass } from '../lib/styles/typography.ts'
import { eagerIcons } from '../../../generated/icons/eager.ts'
import css from './Icon.module.css'

const PIXELS = { xs: 14, sm: 18, md: 22, lg: 28, xl: 40 } as const
/** Icons mirrored in right-to-left languages. Chart icons are excluded: charts always run left to right. */
const MIRRORED = /^(chevron|arrow)-(left|right)$|^log-|^arrow-(up|down)-(left|right)$|^list|^external-link/

const LazyGlyph = lazyComponent(() => import('./Glyph.lazy.tsx'))

export default function Icon({ name, size = 'md', tone, plate, label }: IconProps) {
  const Glyph = Object.hasOwn(eagerIcons, name) ? eagerIcons[name as keyof typeof eagerIcons] : null
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
    <LazyGlyph
      name={name}
      {...props}
      fallback={<span className={css.room} style={{ inlineSize: pixels, blockSize: pixels }} />}
    />
  )
  return plate ? (
    <span className={cx(css.plate, css[`plate-${size}`], toneClass(tone ?? 'default'))}>{glyph}</span>
  ) : (
    glyph
  )
}
