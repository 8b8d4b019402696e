import type { Failure } from './reports.mjs'

export declare function junitOf(
  results: readonly { name: string; passed: number; failed: number; seconds: number; failures: readonly Failure[] }[],
): string
