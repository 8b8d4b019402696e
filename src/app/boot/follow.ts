import type { Catalogue } from '../../catalogue/catalogue.ts'
import { applyLanguage, language } from '../../state/language.ts'
import type { Navigator } from '../navigator.ts'

type Followed = Pick<Catalogue, 'manifest' | 'watch' | 'look' | 'enter' | 'texts' | 'peekTexts'>

/** How often an app in use asks what is live: what was published is there within five seconds. */
const LOOK_EVERY_MS = 3_500
/** The longest pause after answers that failed, one after the other. */
const REST_MS = 60_000

/** Published screens reach those who have the app open, with the texts they need. Answers with the way to stop. */
export function followRevisions(library: Followed, onNavigate: Navigator['onNavigate']): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = LOOK_EVERY_MS
  let looking = false
  let stopped = false

  const awake = (): boolean => !stopped && document.visibilityState === 'visible' && navigator.onLine
  const later = (): void => {
    clearTimeout(timer)
    if (awake()) timer = setTimeout(() => void look(), pause)
  }

  async function look(): Promise<void> {
    if (looking || !awake()) return
    looking = true
    const went = await library.look(language().lang)
    looking = false
    pause = went ? LOOK_EVERY_MS : Math.min(2 * pause, REST_MS)
    later()
  }

  const wake = (): void => {
    clearTimeout(timer)
    pause = LOOK_EVERY_MS
    void look()
  }

  const stops = [
    followTexts(library),
    onNavigate(() => library.enter(language().lang)),
  ]
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  later()
  return () => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('online', wake)
    for (const stop of stops) stop()
  }
}

/** The texts of each revision that takes over. Answers with the way to stop. */
export function followTexts(library: Pick<Catalogue, 'manifest' | 'watch' | 'texts' | 'peekTexts'>): () => void {
  let shown = library.manifest().locales
  return library.watch(() => {
    const { locales } = library.manifest()
    const { lang } = language()
    if (locales[lang] !== shown[lang]) showTexts(library, lang)
    shown = locales
  })
}

/** In the same moment as the screens, where they are at hand: they are whenever a revision was waited for. */
function showTexts(library: Pick<Catalogue, 'texts' | 'peekTexts'>, lang: string): void {
  const texts = library.peekTexts(lang)
  if (texts) return applyLanguage(lang, texts)
  library.texts(lang).then((late) => {
    if (language().lang === lang) applyLanguage(lang, late)
  }, (error: unknown) => console.warn('placard: texts', error))
}
