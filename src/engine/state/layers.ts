import { useLayoutEffect, useRef } from 'react'
import { createAtom, get, update, watch } from './store.ts'

/** An overlay over the screen: a sheet, a dialog, a docked keypad. */
interface Layer {
  /** Returns whether the layer closes: one that requires an answer refuses. */
  close: () => boolean
}

const baseLayersAtom = createAtom<readonly Layer[]>([])

const remove = (layer: Layer): void => {
  if (get(baseLayersAtom).includes(layer)) update(baseLayersAtom, (open) => open.filter((item) => item !== layer))
}

/** From here on the layer is closing: during its exit animation it is no longer counted. */
function close(layer: Layer): boolean {
  const closes = layer.close()
  if (closes) remove(layer)
  return closes
}

/** The open overlays, in opening order. The app connects them to the history. */
export const layers = {
  count: (): number => get(baseLayersAtom).length,
  watch: (changed: () => void): (() => void) => watch(baseLayersAtom, changed),
  /** Closes the topmost layer; false when it refuses, or when there is none. */
  closeTop(): boolean {
    const top = get(baseLayersAtom).at(-1)
    return top !== undefined && close(top)
  },
  /** Closes every layer that does not refuse: the user leaves the screen. */
  closeAll(): void {
    for (const layer of get(baseLayersAtom).toReversed()) close(layer)
  },
}

export type Layers = typeof layers

/** Registers an overlay while it is open. The back button calls `close` of the topmost one, which returns whether it closes. */
export function useLayer(open: boolean, close: () => boolean): void {
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })
  useLayoutEffect(() => {
    if (!open) return undefined
    const layer: Layer = { close: () => latest.current() }
    update(baseLayersAtom, (open) => [...open, layer])
    return () => remove(layer)
  }, [open])
}
