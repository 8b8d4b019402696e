/** These run in the page: none of them uses a name outside itself, or a named function inside, which the loader would mark with a helper that the page lacks. */

export interface Fetched {
  url: string
  init: { method: string; headers: Record<string, string>; body: string | null }
}

interface Watched {
  /** When the frame with the screen's latest nodes was shown. */
  changed: number
  asked: number
}

/** Runs before the app starts. `alone`: no prefetch, as with data saving. */
export function watchMain(alone: boolean): void {
  if (alone) Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  const watched: Watched = { changed: 0, asked: 0 }
  Object.assign(window, { watched })
  new MutationObserver((changes) => {
    // A loaded screen is inserted completely, and a retained one is only shown again.
    const inScreen = changes.some(
      ({ type, target }) =>
        target instanceof Element &&
        (type === 'attributes'
          ? target.matches('main')
          : (target.closest('main') ?? target.querySelector(':scope > main'))),
    )
    if (!inScreen) return
    requestAnimationFrame(() => setTimeout(() => (watched.changed = performance.now())))
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['style'] })
  const { fetch } = window
  window.fetch = async (...args) => {
    watched.asked += 1
    try {
      return await fetch(...args)
    } finally {
      watched.asked -= 1
    }
  }
}

/** Navigates; returns the time. */
export function leave(hash: string): number {
  location.hash = hash
  return performance.now()
}

export interface Rest {
  /** When the last node of the screen was shown. */
  changed: number
  /** Milliseconds since then; 0 while something is pending. */
  quiet: number
}

/** Time without changes on the screen opened at that moment. */
export function restOf(from: number): Rest {
  const { watched } = window as unknown as { watched: Watched }
  const shown = [...document.querySelectorAll('main')].find(({ style }) => style.display !== 'none')
  const waits =
    watched.changed < from ||
    watched.asked > 0 ||
    !shown?.textContent ||
    shown.matches('[aria-busy=true]') ||
    shown.querySelector('[aria-busy=true]') !== null
  return { changed: watched.changed, quiet: waits ? 0 : performance.now() - watched.changed }
}

/** The same files together, then the same answers together, then the same nodes, shown. */
export async function repeat(waves: Fetched[][]): Promise<number> {
  const main = [...document.querySelectorAll('main')].find(({ style }) => style.display !== 'none')
  if (!main?.textContent) throw new Error('Nothing was drawn.')
  const nodes = main.cloneNode(true)
  const mark = document.createComment('')
  main.replaceWith(mark)
  const from = performance.now()
  for (const wave of waves)
    await Promise.all(wave.map(async ({ url, init }) => (await fetch(url, { ...init, cache: 'no-store' })).text()))
  mark.replaceWith(nodes)
  const ms = await new Promise<number>((resolve) =>
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from))),
  )
  // The app continues with its own nodes, in their place.
  nodes.parentNode?.replaceChild(main, nodes)
  return ms
}
