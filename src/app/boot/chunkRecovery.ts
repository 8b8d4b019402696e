import { offerUpdate } from '../../engine/state/update.ts'
import { fetchFile } from '../../engine/transport/files.ts'
import { report } from '../../engine/language/report.ts'

const KEY = 'placard.reloaded'

/** Address of the app's own entry script, which identifies the build: the scripts before it are shared among builds. */
const entryUrl = (): string | undefined =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].at(-1)?.src

/**
 * When a chunk is gone after a deploy, reloads the page once per build; asks first when a field is filled in. Any other failure
 * (no network, an error of the server) is left to the retry on the screen.
 */
export function reloadOnMissingChunk(hasInput: () => boolean): () => void {
  let checking = false
  async function checkBuild(): Promise<void> {
    const own = entryUrl()
    if (checking || own === undefined || !navigator.onLine) return
    checking = true
    try {
      const page = await fetchFile(import.meta.env.BASE_URL, { cache: 'no-store' })
      if (!page.ok || (await page.text()).includes(new URL(own).pathname)) return
      if (hasInput()) offerUpdate({ kind: 'needed', apply: () => location.reload() })
      else if (isFirstReload(own)) location.reload()
    } catch (error) {
      // Without a reply the current build is unknown.
      report(error, 'compare the build')
    } finally {
      checking = false
    }
  }
  const failed = () => void checkBuild()
  window.addEventListener('vite:preloadError', failed)
  return () => window.removeEventListener('vite:preloadError', failed)
}

/** Whether this tab has not reloaded from this build before. False where storage is blocked, so that the page cannot reload for ever. */
function isFirstReload(build: string): boolean {
  try {
    const reloadedBuilds = (sessionStorage.getItem(KEY) ?? '').split(' ')
    if (reloadedBuilds.includes(build)) return false
    sessionStorage.setItem(KEY, [...reloadedBuilds, build].join(' ').trim())
    return true
  } catch {
    return false
  }
}

/** Whether a field of the screen has a value that a reload would lose. */
export function hasUnsavedInput(): boolean {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main input, main textarea')].some(
    ({ type, value }) => !['checkbox', 'radio', 'range', 'hidden'].includes(type) && value !== '',
  )
}
