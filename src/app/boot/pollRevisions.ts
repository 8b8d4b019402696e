import type { Catalogue } from '../../catalogue/catalogue.ts'
import { applyLanguage, language } from '../../state/language.ts'
import type { Navigator } from '../navigator.ts'

type RevisionSource = Pick<Catalogue, 'manifest' | 'watch' | 'poll' | 'activate' | 'texts' | 'peekTexts'>

/** How often an app in use asks what is live: what was published is there within five seconds. */
const POLL_INTERVAL_MS = 3_500
/** The longest pause after answers that failed, one after the other. */
const MAX_BACKOFF_MS = 60_000

/** Published screens reach those who have the app open, with the texts they need. Answers with the way to stop. */
export function pollRevisions(library: RevisionSource, onNavigate: Navigator['onNavigate']): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = POLL_INTERVAL_MS
  let polling = false
  let stopped = false

  const isActive = (): boolean => !stopped && document.visibilityState === 'visible' && navigator.onLine
  const schedule = (): void => {
    clearTimeout(timer)
    if (isActive()) timer = setTimeout(() => void poll(), pause)
  }

  async function poll(): Promise<void> {
    if (polling || !isActive()) return
    polling = true
    const succeeded = await library.poll(language().lang)
    polling = false
    pause = succeeded ? POLL_INTERVAL_MS : Math.min(2 * pause, MAX_BACKOFF_MS)
    schedule()
  }

  const resume = (): void => {
    clearTimeout(timer)
    pause = POLL_INTERVAL_MS
    void poll()
  }

  const stops = [
    applyTextsOfRevisions(library),
    onNavigate(() => library.activate(language().lang)),
  ]
  document.addEventListener('visibilitychange', resume)
  window.addEventListener('online', resume)
  schedule()
  return () => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', resume)
    window.removeEventListener('online', resume)
    for (const stop of stops) stop()
  }
}

/** The texts of each revision that takes over. Answers with the way to stop. */
export function applyTextsOfRevisions(library: Pick<Catalogue, 'manifest' | 'watch' | 'texts' | 'peekTexts'>): () => void {
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
