import { offerUpdate } from '../../state/update.ts'
import { fetchFile } from '../../transport/files.ts'

const KEY = 'placard.reloaded'

/** The file that names the build this page runs: before it stands what the bundler shares among builds. */
const entryUrl = (): string | undefined => [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].at(-1)?.src

/**
 * A part that cannot be had because the server has another build by now: the page is loaded anew, once for each build;
 * whoever has typed something is asked first. Anything else (no network, a slip of the server) is left to the retry on the screen.
 */
export function reloadWhenChunkIsGone(typed: () => boolean): () => void {
  let checking = false
  async function checkBuild(): Promise<void> {
    const own = entryUrl()
    if (checking || own === undefined || !navigator.onLine) return
    checking = true
    try {
      const page = await fetchFile(import.meta.env.BASE_URL, { cache: 'no-store' })
      if (!page.ok || (await page.text()).includes(new URL(own).pathname)) return
      if (typed()) offerUpdate({ is: 'needed', take: () => location.reload() })
      else if (isFirstReload(own)) location.reload()
    } catch {
      // No answer is no other build.
    } finally {
      checking = false
    }
  }
  const failed = () => void checkBuild()
  window.addEventListener('vite:preloadError', failed)
  return () => window.removeEventListener('vite:preloadError', failed)
}

/** Whether this build has not been left before in this tab. A browser that keeps nothing cannot tell, and is not sent round. */
function isFirstReload(build: string): boolean {
  try {
    const left = (sessionStorage.getItem(KEY) ?? '').split(' ')
    if (left.includes(build)) return false
    sessionStorage.setItem(KEY, [...left, build].join(' ').trim())
    return true
  } catch {
    return false
  }
}

/** Something on the screen that a reload would take. */
export function hasUnsavedInput(): boolean {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main input, main textarea')].some(({ type, value }) => !['checkbox', 'radio', 'range', 'hidden'].includes(type) && value !== '')
}
