import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { LOADING_DELAY_MS, PAGE_TIMEOUT_MS } from '../../../engine/language/constants.ts'
import type { ManifestScreen, Screen } from '../../../engine/language/expressions/program.ts'
import type { ScreenInstance } from '../../../engine/renderer/screenInstance.ts'
import { isOnline } from '../../../engine/state/data/network.ts'
import { useRuntime } from '../../runtime.ts'
import { hasValidators, loadModules, loadValidators } from '../../validators.ts'

export type Loading =
  | { kind: 'waiting' }
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'ready'; screen: ScreenInstance }

interface RetainedScreen {
  hash: string
  screen: ScreenInstance
}

/**
 * Loads the screen of a catalogue entry. Shows loading after 200 ms and a failure after 60 s.
 * When the entry's hash changes, the new screen takes over the state of this one. Loaded screens are
 * shown in the same render: a prefetched screen, and any complete revision.
 */
export function useScreen(
  { hash, requires, validators }: ManifestScreen,
  given: Readonly<Record<string, string>>,
): Loading {
  const { catalogue, api, prefetcher, drafts, product } = useRuntime()
  const { isLoaded, loadRequired } = product.registry
  // Another address is another view: the params stay those of the first render.
  const [params] = useState(given)
  const [retained, setRetained] = useState<RetainedScreen | null>(null)
  const [status, setWait] = useState<'waiting' | 'loading' | 'failed'>('waiting')

  const show = useCallback(
    (loaded: Screen) =>
      setRetained((previous) => {
        if (previous?.screen.screen === loaded) return previous.hash === hash ? previous : { ...previous, hash }
        return { hash, screen: prefetcher.open(hash, loaded, params, previous?.screen ?? null) }
      }),
    [hash, prefetcher, params],
  )

  const load = useCallback(
    (isRetry: boolean) => {
      let open = true
      let codeFailed = false
      const fail = () => {
        if (!open) return
        open = false
        // Some browsers remember a module that failed, and do not request it again in this page.
        if (isRetry && codeFailed && isOnline() && !drafts.hasUnsaved()) location.reload()
        else setWait('failed')
      }
      const slow = setTimeout(() => setWait('loading'), LOADING_DELAY_MS)
      const timeout = setTimeout(fail, PAGE_TIMEOUT_MS)
      const done = () => {
        clearTimeout(slow)
        clearTimeout(timeout)
      }
      const ready = (loaded: Screen) => {
        if (open) show(loaded)
      }
      const loadScreen = async () => {
        const [screen] = await Promise.all([
          catalogue.screen(hash),
          loadRequired(requires).catch((error: unknown) => {
            codeFailed = true
            throw error
          }),
          loadModules(validators, catalogue),
        ])
        await loadValidators(screen, catalogue)
        return screen
      }
      loadScreen().then(ready, fail).finally(done)
      return () => {
        open = false
        done()
      }
    },
    [hash, requires, validators, catalogue, loadRequired, show, drafts],
  )
  useEffect(() => load(false), [load])

  if (retained?.hash !== hash) {
    const loadedScreen = catalogue.peek(hash)
    if (loadedScreen && isLoaded(requires) && hasValidators(loadedScreen, catalogue)) show(loadedScreen)
  }
  const screen = retained?.screen
  // Before the effects of the screen, which subscribe its queries.
  useLayoutEffect(() => {
    if (screen) api.define(screen.screen.calls)
  }, [screen, api])
  // After the effects of the screen: its queries are subscribed.
  useEffect(() => {
    if (screen) prefetcher.release(screen)
  }, [screen, prefetcher])

  if (retained) return { kind: 'ready', screen: retained.screen }
  if (status !== 'failed') return { kind: status }
  return {
    kind: 'failed',
    retry() {
      setWait('waiting')
      load(true)
    },
  }
}
