import { openMessage, showMessage, type NotificationPorts } from './notifications.ts'
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
interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null
}
interface NotificationEvent extends ExtendableEvent {
  notification: Notification
}
interface WindowClient {
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
interface WorkerScope {
  registration: { scope: string; showNotification(title: string, options: NotificationOptions): Promise<void> }
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

const worker = globalThis as unknown as WorkerScope
const precache = createPrecache(BUILD, {
  caches,
  fetch: (url, init) => fetch(url, init),
  base: worker.registration.scope,
})

const notifications: NotificationPorts = {
  show: (title, options) => worker.registration.showNotification(title, options),
  pages: () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  open: (url) => worker.clients.openWindow(url),
  base: worker.registration.scope,
}

worker.addEventListener('install', (event) => event.waitUntil(precache.install()))
worker.addEventListener('activate', (event) => event.waitUntil(precache.cleanup()))
worker.addEventListener('fetch', (event) => {
  const response = precache.respond(event.request)
  if (response) event.respondWith(response)
})
worker.addEventListener('push', (event) => event.waitUntil(showMessage(notifications, event.data?.json() ?? {})))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openMessage(notifications, event.notification.data))
})
// It waits until every page of the other build is closed, or until the user confirms.
worker.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') void worker.skipWaiting()
})
