import { createPrecache, type Build } from './precache.ts'

/** Written into the file by the build. */
declare const BUILD: Build

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends Event {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  registration: { scope: string }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

const worker = globalThis as unknown as WorkerScope
const precache = createPrecache(BUILD, {
  caches,
  fetch: (url, init) => fetch(url, init),
  base: worker.registration.scope,
})

worker.addEventListener('install', (event) => event.waitUntil(precache.install()))
worker.addEventListener('activate', (event) => event.waitUntil(precache.cleanup()))
worker.addEventListener('fetch', (event) => {
  const response = precache.respond(event.request)
  if (response) event.respondWith(response)
})
// It waits until every page of the other build is closed, or until the user confirms.
worker.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') void worker.skipWaiting()
})
