import { type ComponentType, createElement, type ReactNode, useEffect, useReducer, useState } from 'react'

/** Placeholder until the code is loaded; nothing by default. */
interface Meanwhile {
  fallback?: ReactNode
}

export interface LazyComponent<Props> {
  (props: Props & Meanwhile): ReactNode
  /** Loads its code. */
  load(): Promise<void>
}

const loads = new Set<() => Promise<void>>()

/**
 * A component whose code is in a separate chunk. Throws when loading fails, and retries when it is rendered again.
 * Replaces React.lazy: React delays the content of a suspended Suspense boundary by up to 300 ms, even where the code
 * is loaded before the render.
 */
export function lazyComponent<Props extends object>(get: () => Promise<{ default: ComponentType<Props> }>): LazyComponent<Props> {
  let component: ComponentType<Props> | null = null
  let coming: Promise<void> | null = null
  const load = () =>
    (coming ??= get().then(
      (module) => {
        component = module.default
      },
      (error: unknown) => {
        coming = null
        throw error
      },
    ))
  loads.add(load)

  function Part({ fallback: meanwhile = null, ...props }: Props & Meanwhile): ReactNode {
    const [, redraw] = useReducer(count, 0)
    const [lost, setLost] = useState<{ error: unknown } | null>(null)
    const here = component !== null
    useEffect(() => {
      if (here) return undefined
      let open = true
      load().then(
        () => open && redraw(),
        (error: unknown) => open && setLost({ error }),
      )
      return () => {
        open = false
      }
    }, [here])
    if (component) return createElement(component, props as unknown as Props)
    if (lost) throw lost.error
    return meanwhile
  }
  return Object.assign(Part, { load })
}

/** Loads the code of all lazy components, when the network is idle. */
export async function preloadAll(): Promise<void> {
  await Promise.all([...loads].map((load) => load()))
}

const count = (n: number): number => n + 1
