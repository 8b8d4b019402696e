import { useState } from 'react'
import { imageUrl } from '../../language/url.ts'
import type { ImageProps } from '../../../generated/widgets/Image.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from './Image.module.css'

export default function Image({
  src: source,
  alt,
  ratio = '16:9',
  fit = 'cover',
  radius = 'md',
  thumbnail = false,
  eager,
  icon = 'image',
}: ImageProps) {
  // An address may also be one of mail or telephone, which is no picture.
  const src = imageUrl(source)
  const [failed, setFailed] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<string | null>(null)
  const shown = src !== null && failed !== src
  return (
    <div
      className={cx(
        css.box,
        css[`radius-${radius}`],
        thumbnail && css.thumbnail,
        shown && loaded === src && css.loaded,
      )}
      style={{ aspectRatio: ratio.replace(':', ' / ') }}
      role={!shown && alt ? 'img' : undefined}
      aria-label={!shown && alt ? alt : undefined}
    >
      {shown ? (
        <img
          src={src}
          alt={alt ?? ''}
          className={css[fit]}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          referrerPolicy="no-referrer"
          draggable={false}
          onLoad={() => setLoaded(src)}
          onError={() => setFailed(src)}
        />
      ) : (
        <Icon name={icon} size={thumbnail ? 'md' : 'lg'} tone="faint" />
      )}
    </div>
  )
}
