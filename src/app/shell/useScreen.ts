import { useCallback, useEffect, useState } from 'react'
import { LOADING_DELAY_MS, PAGE_TIMEOUT_MS } from '../../core/constants.ts'
import type { ManifestScreen, Screen } from '../../core/program.ts'
import type { Data } from '../../state/data.ts'
import { createScreenState, type ScreenState } from '../../state/screen.ts'
import { get } from '../../state/store.ts'
import { loadWidgets } from '../registry.ts'
import { useRuntime } from '../runtime.ts'

export type Loading = { is: 'waiting' } | { is: 'loading' } | { is: 'failed'; retry: () => void } | { is: 'ready'; screen: ScreenState }

/**
 * The screen of an entry of the catalogue. Says that it loads after 200 ms and that it failed after 60 s.
 * When the entry's hash changes, the screen on show stays until the other is there, which then takes over its state.
 */
export function useScreen({ hash, requires }: ManifestScreen, given: Readonly<Record<string, string>>): Loading {
  const { library, api, data } = useRuntime()
  // Another address is another view: the params of this one are those it began with.
  const [params] = useState(given)
  const [screen, setScreen] = useState<ScreenState | null>(null)
  const [wait, setWait] = useState<'waiting' | 'loading' | 'failed'>('waiting')

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
      if (!open) return
      api.define(loaded.calls)
      setScreen((before) => (before?.screen === loaded ? before : takeOver(loaded, before, params, data)))
    }
    Promise.all([library.screen(hash), loadWidgets(requires.widgets)]).then(([screen]) => ready(screen), fail).finally(done)
    return () => {
      open = false
      done()
    }
  }, [hash, requires, library, api, data, params])
  useEffect(load, [load])

  if (screen) return { is: 'ready', screen }
  if (wait !== 'failed') return { is: wait }
  return {
    is: 'failed',
    retry() {
      setWait('waiting')
      load()
    },
  }
}

/** A changed screen keeps what the reader has done with the one before: its state where the types agree, and what is typed. */
function takeOver(loaded: Screen, before: ScreenState | null, params: Readonly<Record<string, string>>, data: Data): ScreenState {
  const next = createScreenState(loaded, params, data)
  if (!before) return next
  for (const [name, initial] of Object.entries(loaded.state)) {
    const source = before.state(name)
    const value = source && get(source)
    if (source && kindOf(value) === kindOf(initial)) next.setState(name, value as typeof initial)
  }
  for (const id of Object.keys(loaded.forms)) {
    const typed = before.form(id)
    if (typed) next.form(id)?.start(get(typed.values))
  }
  return next
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}
