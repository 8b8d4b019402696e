import { type ComponentType, createElement, type ReactNode, useEffect, useReducer, useState } from 'react'

/** Placeholder until the code is loaded; nothing by default. */
interface FallbackProps {
  fallback?: ReactNode
}

export interface LazyComponent<Props> {
  (props: Props & FallbackProps): ReactNode
  /** Loads its code. */
  load(): Promise<void>
}

const loaders = new Set<() => Promise<void>>()

/**
 * A component whose code is in a separate chunk. Throws when loading fails, and retries when it is rendered again.
 * Replaces React.lazy: React delays the content of a suspended Suspense boundary by up to 300 ms, even where the code
 * is loaded before the render.
 */
export function lazyComponent<Props extends object>(
  get: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let component: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  const load = () =>
    (loading ??= get().then(
      (module) => {
        component = module.default
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    ))
  loaders.add(load)

  function Lazy({ fallback = null, ...props }: Props & FallbackProps): ReactNode {
    const [, rerender] = useReducer(increment, 0)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    const isLoaded = component !== null
    useEffect(() => {
      if (isLoaded) return undefined
      let mounted = true
      load().then(
        () => mounted && rerender(),
        (error: unknown) => mounted && setFailure({ error }),
      )
      return () => {
        mounted = false
      }
    }, [isLoaded])
    if (component) return createElement(component, props as unknown as Props)
    if (failure) throw failure.error
    return fallback
  }
  return Object.assign(Lazy, { load })
}

/** The functions that load the code of all lazy components so far. */
export const lazyComponentLoaders = (): readonly (() => Promise<void>)[] => [...loaders]

const increment = (n: number): number => n + 1
