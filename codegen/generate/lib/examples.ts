import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from './files.ts'

/** A recorded request and its reply. */
export interface Exchange {
  payload: Record<string, unknown>
  reply: Record<string, unknown>
}

/** Exchanges of a call that the tests of the server have recorded. */
export interface Examples {
  ok: Exchange
  refusals: Record<string, Exchange>
}

/** Reads the examples of a call in a folder of `tests/cases`; null: none. */
export function examplesOf(root: string, folder: 'calls' | 'operatorCalls', call: string): Examples | null {
  const file = `tests/cases/${folder}/${call}.json`
  return existsSync(join(root, file)) ? (readJson(root, file) as Examples) : null
}
