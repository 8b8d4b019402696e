import { useSyncExternalStore } from 'react'
import type { Manifest } from '../engine/language/expressions/program.ts'
import { useRuntime } from './runtime.ts'

/** The manifest, and a render when another revision takes over. */
export function useManifest(): Manifest {
  const { catalogue } = useRuntime()
  return useSyncExternalStore(catalogue.watch, catalogue.manifest)
}
