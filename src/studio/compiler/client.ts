import type { Method, Methods, Reply, Request } from './protocol.ts'

interface UrlPolicy {
  createScriptURL(url: string): string | null
}
type Policies = { createPolicy(name: string, rules: UrlPolicy): unknown }

/** The one script that the page starts by its address. */
const WORKER = /\/studio\/assets\/compiler\.worker-[\w-]+\.js$/

/** The page's policy for script addresses: all but the worker's are refused. */
function permitWorker(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies & { defaultPolicy: unknown } }
  if (trustedTypes && trustedTypes.defaultPolicy === null)
    trustedTypes.createPolicy('default', { createScriptURL: (url) => (WORKER.test(url) ? url : null) })
}

/** The compiler in its worker. A request rejects with the message of the compiler's error. */
export type CompilerClient = {
  [Name in Method]: (...args: Parameters<Methods[Name]>) => Promise<ReturnType<Methods[Name]>>
}

export function createCompiler(): CompilerClient {
  permitWorker()
  const worker = new Worker(new URL('./compiler.worker.ts', import.meta.url), { type: 'module', name: 'compiler' })
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
      worker.postMessage(request, [])
    })
  const names: readonly Method[] = [
    'open',
    'update',
    'check',
    'schema',
    'preview',
    'answer',
    'linkExample',
    'symbolAt',
    'typeAt',
    'namesAt',
    'uses',
    'rename',
    'describe',
    'textLimits',
    'textsOnlyIn',
    'form',
  ]
  return Object.fromEntries(
    names.map((name) => [name, (...args: readonly unknown[]) => send(name, args)]),
  ) as unknown as CompilerClient
}
