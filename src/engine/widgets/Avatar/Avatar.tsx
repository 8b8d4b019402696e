import { useState } from 'react'
import { imageUrl } from '../../language/url.ts'
import type { AvatarProps } from '../../../generated/widgets/Avatar.ts'
import Icon from '../Icon/Icon.tsx'
import { cx } from '../lib/styles/cx.ts'
import typography from '../lib/styles/typography.module.css'
import css from './Avatar.module.css'

/**
 * One visible letter (grapheme) at the start: a flag, or a character with its marks, joined to others by U+200D. Intl.Segmenter is missing in
 * supported browsers (package.json, "browserslist").
 */
const LETTER = /^(?:\p{RI}\p{RI}|\P{M}[\p{M}\p{Emoji_Modifier}]*(?:\u200D\P{M}[\p{M}\p{Emoji_Modifier}]*)*)/u

const letterOf = (word: string): string => LETTER.exec(word.normalize('NFC'))?.[0] ?? ''

const PHONE = /^\+?[\d\s]+$/

/** First letters of the first and the last word; one letter for a script without spaces. The domain of an e-mail address is left out. */
function initials(name: string): string {
  const words = name
    .replace(/@[^@]*$/u, '')
    .trim()
    .split(/[\s._-]+/u)
    .filter(Boolean)
  const first = letterOf(words[0] ?? '?')
  const last = words.length > 1 ? letterOf(words.at(-1) ?? '') : ''
  return (first + last).toLocaleUpperCase()
}

export default function Avatar({ name, image: source, size = 'md' }: AvatarProps) {
  const image = imageUrl(source)
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={cx(css.avatar, css[size])}>
      {image && failed !== image ? (
        <img src={image} alt={name} referrerPolicy="no-referrer" onError={() => setFailed(image)} />
      ) : (
        <>
          {PHONE.test(name) ? <Icon name="user" /> : <span aria-hidden="true">{initials(name)}</span>}
          <span className={typography.spoken}>{name}</span>
        </>
      )}
    </span>
  )
}
