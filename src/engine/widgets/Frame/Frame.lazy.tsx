import { useState } from 'react'
import type { FrameProps } from '../../../generated/widgets/Frame.ts'
import { useText } from '../../state/language.ts'
import EmptyState from '../EmptyState/EmptyState.tsx'
import Skeleton from '../Skeleton/Skeleton.tsx'
import css from './Frame.module.css'

/** A URL; null if the text is none. URL.canParse is missing in supported browsers. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** The address, when it may be shown: https, an allowed origin, and never our own, which the sandbox cannot isolate. */
export function permittedUrl(src: string, allowed: readonly string[], own: string): string | null {
  const url = parseUrl(src)
  if (url === null || url.protocol !== 'https:' || url.username || url.password || url.origin === own) return null
  return allowed.some((origin) => parseUrl(origin)?.origin === url.origin) ? url.href : null
}

/** Its own origin lets a page keep a session; scripts of our origin, which could reach out of the frame, are refused above. */
const SANDBOX = ['allow-scripts', 'allow-same-origin', 'allow-forms', 'allow-popups'].join(' ')

export default function Frame({ src, title, allowed, onLoad }: FrameProps) {
  const t = useText()
  const address = permittedUrl(src, allowed, location.origin)
  const [loaded, setLoaded] = useState<string | null>(null)
  if (address === null) return <EmptyState icon="shield-check" title={t('ui.frameRefused')} />
  return (
    <div className={css.frame}>
      {loaded === address ? null : (
        <div className={css.wait}>
          <Skeleton count={6} />
        </div>
      )}
      <iframe
        key={address}
        src={address}
        title={title}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        allow=""
        className={css.page}
        onLoad={() => {
          setLoaded(address)
          void onLoad?.()
        }}
      />
    </div>
  )
}
