import { createPrecache, type Build } from './precache.ts'

/** Written into the file by the build. */
declare const BUILD: Build

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Asked extends Event {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  registration: { scope: string }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

const worker = globalThis as unknown as WorkerScope
const shelf = createPrecache(BUILD, { caches, fetch: (url, init) => fetch(url, init), base: worker.registration.scope })

worker.addEventListener('install', (event) => event.waitUntil(shelf.fill()))
worker.addEventListener('activate', (event) => event.waitUntil(shelf.tidy()))
worker.addEventListener('fetch', (event) => {
  const answer = shelf.answer(event.request)
  if (answer) event.respondWith(answer)
})
// It waits until every page of the other build is closed, or until the user confirms.
worker.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') void worker.skipWaiting()
})
