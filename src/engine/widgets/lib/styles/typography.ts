import type { Decimal } from '../../../language/values/units.ts'
import { sign } from '../../../language/values/decimal.ts'
import { cx } from './cx.ts'
import css from './typography.module.css'

export type Tone = 'default' | 'muted' | 'faint' | 'gold' | 'up' | 'down' | 'danger' | 'warning' | 'info'
export type Variant = 'display' | 'title' | 'heading' | 'subheading' | 'body' | 'label' | 'caption' | 'micro'
export type Weight = 'regular' | 'medium' | 'semibold' | 'bold'

const TONES: Record<Tone, string | undefined> = {
  default: undefined,
  muted: css.toneMuted,
  faint: css.toneFaint,
  gold: css.toneGold,
  up: css.toneUp,
  down: css.toneDown,
  danger: css.toneDanger,
  warning: css.toneWarning,
  info: css.toneInfo,
}

/** Returns the class name of a tone; undefined for `default`, which inherits its colour. */
export function toneClass(tone: Tone = 'default'): string | undefined {
  return TONES[tone]
}

/** Returns the class names of a text, separated by spaces; settings that are absent are inherited. */
export function typeClass(variant: Variant | undefined, tone?: Tone, weight?: Weight): string {
  return cx(variant && css[variant], weight && css[weight], toneClass(tone))
}

/** `auto` becomes the tone of the sign; zero and null have none. */
export function autoTone(tone: Tone | 'auto' | undefined, value: Decimal | null): Tone {
  if (tone !== 'auto') return tone ?? 'default'
  const direction = value === null ? 0 : sign(value)
  return direction > 0 ? 'up' : direction < 0 ? 'down' : 'default'
}
