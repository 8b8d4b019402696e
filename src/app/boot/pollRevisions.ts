import type { Catalogue } from '../../engine/catalogue/catalogue.ts'
import type { LanguageState } from '../../engine/state/client/language.ts'

type RevisionSource = Pick<Catalogue, 'manifest' | 'watch' | 'poll' | 'activate' | 'texts' | 'peekTexts'>

/** Interval between two polls while the app is visible: a published revision is active within five seconds. */
const POLL_INTERVAL_MS = 3_500
/** Longest pause after consecutive failures. */
const MAX_BACKOFF_MS = 60_000

/** Polls for published revisions while the app is visible and online, and activates each with its texts. Returns the function that stops it. */
export function pollRevisions(
  catalogue: RevisionSource,
  language: LanguageState,
  onNavigate: (listener: () => void) => () => void,
): () => void {
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
    const succeeded = await catalogue.poll(language.current().lang)
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
    applyTextsOfRevisions(catalogue, language),
    onNavigate(() => catalogue.activate(language.current().lang)),
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

/** Applies the texts of each revision that becomes current. Returns the function that stops it. */
export function applyTextsOfRevisions(
  catalogue: Pick<Catalogue, 'manifest' | 'watch' | 'texts' | 'peekTexts'>,
  language: LanguageState,
): () => void {
  let shown = catalogue.manifest().locales
  return catalogue.watch(() => {
    const { locales } = catalogue.manifest()
    const { lang } = language.current()
    if (locales[lang] !== shown[lang]) showTexts(catalogue, language, lang)
    shown = locales
  })
}

/** Applied in the same frame as the screens where the texts are loaded, which they are after a poll. */
function showTexts(catalogue: Pick<Catalogue, 'texts' | 'peekTexts'>, language: LanguageState, lang: string): void {
  const texts = catalogue.peekTexts(lang)
  if (texts) return language.apply(lang, texts)
  catalogue.texts(lang).then(
    (loaded) => {
      if (language.current().lang === lang) language.apply(lang, loaded)
    },
    (error: unknown) => console.warn('placard: texts', error),
  )
}
