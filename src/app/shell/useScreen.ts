import { useCallback, useEffect, useState } from 'react'
import { LOADING_DELAY_MS, PAGE_TIMEOUT_MS } from '../../core/constants.ts'
import type { ManifestScreen, Screen } from '../../core/program.ts'
import { createScreenInstance } from '../../renderer/screenInstance.ts'
import type { ScreenState } from '../../state/screen.ts'
import { isLoaded, loadRequired } from '../registry.ts'
import { useRuntime } from '../runtime.ts'
import { hasValidators, loadModules, loadValidators, formsFrom } from '../validators.ts'
import { warn } from '../warn.ts'

export type Loading =
  | { kind: 'waiting' }
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'ready'; screen: ScreenState }

interface RetainedScreen {
  hash: string
  screen: ScreenState
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
  const { catalogue, api, config, data, drafts, prefetcher } = useRuntime()
  // Another address is another view: the params stay those of the first render.
  const [params] = useState(given)
  const [retained, setRetained] = useState<RetainedScreen | null>(null)
  const [status, setWait] = useState<'waiting' | 'loading' | 'failed'>('waiting')

  const mount = useCallback(
    (loaded: Screen) => {
      api.define(loaded.calls)
      setRetained((previous) => {
        if (previous?.screen.screen === loaded) return previous.hash === hash ? previous : { ...previous, hash }
        const prefetched = previous ? null : prefetcher.take(hash, params)
        return {
          hash,
          screen:
            prefetched ??
            createScreenInstance(loaded, {
              params,
              data,
              config: { ...config },
              drafts,
              createForm: formsFrom(catalogue),
              previous: previous?.screen ?? null,
              report: warn,
            }),
        }
      })
    },
    [hash, api, config, data, drafts, prefetcher, catalogue, params],
  )

  const load = useCallback(() => {
    let open = true
    const fail = () => {
      if (!open) return
      open = false
      setWait('failed')
    }
    const slow = setTimeout(() => setWait('loading'), LOADING_DELAY_MS)
    const timeout = setTimeout(fail, PAGE_TIMEOUT_MS)
    const done = () => {
      clearTimeout(slow)
      clearTimeout(timeout)
    }
    const ready = (loaded: Screen) => {
      if (open) mount(loaded)
    }
    const loadScreen = async () => {
      const [screen] = await Promise.all([
        catalogue.screen(hash),
        loadRequired(requires),
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
  }, [hash, requires, validators, catalogue, mount])
  useEffect(load, [load])

  if (retained?.hash !== hash) {
    const loadedScreen = catalogue.peek(hash)
    if (loadedScreen && isLoaded(requires) && hasValidators(loadedScreen, catalogue)) mount(loadedScreen)
  }
  const screen = retained?.screen
  // The screen's own effects run first: its queries are subscribed by then.
  useEffect(() => {
    if (screen) prefetcher.release(screen)
  }, [screen, prefetcher])

  if (retained) return { kind: 'ready', screen: retained.screen }
  if (status !== 'failed') return { kind: status }
  return {
    kind: 'failed',
    retry() {
      setWait('waiting')
      load()
    },
  }
}
