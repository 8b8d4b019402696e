import { useState } from 'react'
import { imageUrl } from '../../core/url.ts'
import type { AvatarProps } from '../../generated/widgets/Avatar.ts'
import { cx } from '../lib/cx.ts'
import typography from '../lib/typography.module.css'
import css from './Avatar.module.css'

const letters = new Intl.Segmenter()

/** One visible letter (grapheme), with any number of code points. */
function letterOf(word: string): string {
  for (const { segment } of letters.segment(word)) return segment
  return ''
}

/** First letters of the first and the last word; one letter for a script without spaces. */
function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s@._-]+/u)
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
          <span aria-hidden="true">{initials(name)}</span>
          <span className={typography.spoken}>{name}</span>
        </>
      )}
    </span>
  )
}
