import type { PushKeys } from '../../engine/language/action.ts'

/**
 * Asks for permission to show notifications and subscribes the browser with the key of the server. refused: by the user or the browser;
 * missing: the browser has no web push, or no service worker is active.
 */
export async function subscribePush(publicKey: string): Promise<PushKeys | 'refused' | 'missing'> {
  if (!('Notification' in window) || !('PushManager' in window) || !navigator.serviceWorker) return 'missing'
  if ((await Notification.requestPermission()) !== 'granted') return 'refused'
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration?.active) return 'missing'
  try {
    const former = await registration.pushManager.getSubscription()
    // A subscription belongs to one key of a server.
    if (former) await former.unsubscribe()
    const { endpoint, keys } = (
      await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    ).toJSON()
    const { p256dh, auth } = keys ?? {}
    return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : 'missing'
  } catch {
    return 'missing'
  }
}
