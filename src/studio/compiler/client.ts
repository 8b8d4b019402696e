import workerUrl from './compiler.worker.ts?worker&url'
import type { Method, Methods, Reply, Request } from './protocol.ts'

interface UrlPolicy {
  createScriptURL(url: string): string
}
type Policies = { createPolicy(name: string, rules: UrlPolicy): UrlPolicy }

/** The page's policy permits only this address of a script. */
function trustedUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  return trustedTypes
    ? trustedTypes.createPolicy('placard-studio', { createScriptURL: () => workerUrl }).createScriptURL(workerUrl)
    : workerUrl
}

/** The compiler in its worker. A request rejects with the message of the compiler's error. */
export type CompilerClient = {
  [Name in Method]: (...args: Parameters<Methods[Name]>) => Promise<ReturnType<Methods[Name]>>
}

export function createCompiler(): CompilerClient {
  const worker = new Worker(trustedUrl(), { type: 'module', name: 'compiler' })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const entry = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) entry?.reject(new Error(data.error))
    else entry?.resolve(data.result)
  })
  const send = (method: Method, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      const request: Request = { id: last, method, args }
      worker.postMessage(request)
    })
  const names: readonly Method[] = ['open', 'update', 'check', 'schema', 'preview', 'reply']
  return Object.fromEntries(
    names.map((name) => [name, (...args: readonly unknown[]) => send(name, args)]),
  ) as unknown as CompilerClient
}
