import type { IconProps } from '../../generated/widgets/Icon.ts'
import { cx } from '../cx.ts'
import { toneClass } from '../type.ts'
import css from './Icon.module.css'
import { icons, type IconName } from './icons.ts'

const PIXELS = { xs: 14, sm: 18, md: 22, lg: 28, xl: 40 } as const
/** What points along the line; charts run left to right in every language and are not in it. */
const MIRRORED = /^(chevron|arrow)-(left|right)$|^log-|^arrow-(up|down)-(left|right)$|^list|^external-link/

export default function Icon({ name, size = 'md', tone, plate, label }: IconProps) {
  const Glyph = icons[Object.hasOwn(icons, name) ? (name as IconName) : 'circle-question-mark']
  const pixels = PIXELS[size]
  const glyph = (
    <Glyph
      size={pixels}
      strokeWidth={size === 'xl' ? 1.4 : 1.75}
      className={cx(css.icon, MIRRORED.test(name) && css.mirrored, !plate && toneClass(tone))}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
  return plate ? <span className={cx(css.plate, css[`plate-${size}`], toneClass(tone ?? 'default'))}>{glyph}</span> : glyph
}
