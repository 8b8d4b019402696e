import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { contract } from '../../generated/contract.ts'
import type { CallRequest } from './handler.ts'

export type AnyHandler = (payload: unknown, request: CallRequest) => unknown

/** Loads the handler of every call from src/server/calls. Throws for a call without a handler and for a file without a call. */
export async function loadHandlers(): Promise<ReadonlyMap<string, AnyHandler>> {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'calls')
  const handlers = new Map<string, AnyHandler>()
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    const call = path.replaceAll('\\', '/').slice(0, -'.ts'.length)
    if (!Object.hasOwn(contract, call))
      throw new Error(`src/server/calls/${call}.ts answers no call of the contract: its path is the call's id`)
    const { default: handler } = (await import(pathToFileURL(join(folder, path)).href)) as { default?: AnyHandler }
    if (typeof handler !== 'function') throw new Error(`src/server/calls/${call}.ts exports no handler as its default`)
    handlers.set(call, handler)
  }
  const missing = Object.keys(contract).filter((call) => !handlers.has(call))
  if (missing.length > 0)
    throw new Error(`Calls of the contract without a handler in src/server/calls: ${missing.join(', ')}`)
  return handlers
}
