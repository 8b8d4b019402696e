import { useCallback, useEffect, useState } from 'react'
import { LOADING_DELAY_MS, PAGE_TIMEOUT_MS } from '../../core/constants.ts'
import type { ManifestScreen, Screen } from '../../core/program.ts'
import { createScreenInstance } from '../../renderer/enter.ts'
import type { ScreenState } from '../../state/screen.ts'
import { haveLoaded, loadParts } from '../registry.ts'
import { useRuntime } from '../runtime.ts'
import { haveValidators, loadModules, loadValidators, formsFrom } from '../validators.ts'
import { warn } from '../warn.ts'

export type Loading = { is: 'waiting' } | { is: 'loading' } | { is: 'failed'; retry: () => void } | { is: 'ready'; screen: ScreenState }

interface RetainedScreen {
  hash: string
  screen: ScreenState
}

/**
 * Loads the screen of a catalogue entry. Shows loading after 200 ms and a failure after 60 s.
 * When the entry's hash changes, the new screen takes over the state of this one. Loaded screens are
 * shown in the same render: a prefetched screen, and any complete revision.
 */
export function useScreen({ hash, requires, validators }: ManifestScreen, given: Readonly<Record<string, string>>): Loading {
  const { library, api, config, data, drafts, foresight } = useRuntime()
  // Another address is another view: the params stay those of the first render.
  const [params] = useState(given)
  const [held, hold] = useState<RetainedScreen | null>(null)
  const [wait, setWait] = useState<'waiting' | 'loading' | 'failed'>('waiting')

  const take = useCallback(
    (loaded: Screen) => {
      api.define(loaded.calls)
      hold((before) => {
        if (before?.screen.screen === loaded) return before.hash === hash ? before : { ...before, hash }
        const foreseen = before ? null : foresight.take(hash, params)
        return { hash, screen: foreseen ?? createScreenInstance(loaded, { params, data, config: { ...config }, drafts, createForm: formsFrom(library), before: before?.screen ?? null, report: warn }) }
      })
    },
    [hash, api, config, data, drafts, foresight, library, params],
  )

  const load = useCallback(() => {
    let open = true
    const fail = () => {
      if (!open) return
      open = false
      setWait('failed')
    }
    const slow = setTimeout(() => setWait('loading'), LOADING_DELAY_MS)
    const late = setTimeout(fail, PAGE_TIMEOUT_MS)
    const done = () => {
      clearTimeout(slow)
      clearTimeout(late)
    }
    const ready = (loaded: Screen) => {
      if (open) take(loaded)
    }
    const whole = async () => {
      const [screen] = await Promise.all([library.screen(hash), loadParts(requires), loadModules(validators, library)])
      await loadValidators(screen, library)
      return screen
    }
    whole().then(ready, fail).finally(done)
    return () => {
      open = false
      done()
    }
  }, [hash, requires, validators, library, take])
  useEffect(load, [load])

  if (held?.hash !== hash) {
    const atHand = library.peek(hash)
    if (atHand && haveLoaded(requires) && haveValidators(atHand, library)) take(atHand)
  }
  const screen = held?.screen
  // The screen's own effects run first: its queries are subscribed by then.
  useEffect(() => {
    if (screen) foresight.release(screen)
  }, [screen, foresight])

  if (held) return { is: 'ready', screen: held.screen }
  if (wait !== 'failed') return { is: wait }
  return {
    is: 'failed',
    retry() {
      setWait('waiting')
      load()
    },
  }
}
