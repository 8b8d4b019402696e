import { type ComponentType, createElement, type ReactNode, useEffect, useReducer, useState } from 'react'

/** What stands in its place until its code is there; nothing by default. */
interface Meanwhile {
  fallback?: ReactNode
}

export interface LazyComponent<Props> {
  (props: Props & Meanwhile): ReactNode
  /** Gets its code. */
  load(): Promise<void>
}

const loads = new Set<() => Promise<void>>()

/**
 * A component whose code comes in a chunk of its own. Throws when that cannot be had, and tries anew when it is drawn anew.
 * In place of React.lazy: what a Suspense boundary has waited for, React holds back for up to 300 ms, even where the code
 * is there before it is drawn.
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

/** Gets the code of everything that comes late, for when the line is idle. */
export async function preloadAll(): Promise<void> {
  await Promise.all([...loads].map((load) => load()))
}

const count = (n: number): number => n + 1
