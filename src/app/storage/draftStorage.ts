import { fingerprint } from '../../engine/language/values/fingerprint.ts'
import { STORED_DRAFTS } from '../../engine/language/forms/storedDrafts.ts'
import type { Drafts } from '../../engine/state/forms/drafts.ts'
import type { Client } from '../../engine/state/client/client.ts'
import { report } from '../../engine/language/report.ts'

/** The user and account of the drafts, without their token. */
const owner = (token: string | null, mode: string | null): string =>
  token === null ? 'visitor' : fingerprint(`${token} ${mode}`)

function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

/**
 * Keeps the drafts of this tab over a reload, and while the browser has discarded the tab: stored when the page is hidden, for the
 * user and account that typed them. Returns the function that stops it.
 */
export function keepDrafts(
  { session, storage: { readText } }: Pick<Client, 'session' | 'storage'>,
  drafts: Drafts,
): () => void {
  try {
    const stored = tabStorage()?.getItem(STORED_DRAFTS) ?? ''
    const mark = `${owner(readText('token'), readText('mode'))} `
    if (stored.startsWith(mark)) drafts.restore(stored.slice(mark.length))
  } catch (error) {
    // Without a storage a reload starts empty.
    report(error, 'read the drafts')
  }
  const store = () => {
    try {
      const text = drafts.serialize()
      // Another tab may have stored another user already.
      const { token, mode } = session.current()
      if (text === null) tabStorage()?.removeItem(STORED_DRAFTS)
      else tabStorage()?.setItem(STORED_DRAFTS, `${owner(token, mode)} ${text}`)
    } catch (error) {
      // It may be full or blocked.
      report(error, 'store the drafts')
    }
  }
  const storeHidden = () => void (document.visibilityState === 'hidden' && store())
  window.addEventListener('pagehide', store)
  document.addEventListener('visibilitychange', storeHidden)
  return () => {
    window.removeEventListener('pagehide', store)
    document.removeEventListener('visibilitychange', storeHidden)
  }
}
