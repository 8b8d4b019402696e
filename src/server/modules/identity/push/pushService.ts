import webPush from 'web-push'
import { isPushEndpoint } from './endpoints.ts'
import type { VapidKeys } from './vapidKeys.ts'

export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** `gone`: the browser has ended the subscription. `failed`: the service may accept it later. */
export type PushOutcome = 'sent' | 'gone' | 'failed'

export interface PushService {
  /** Public VAPID key, which browsers subscribe with. */
  publicKey: string
  /** Whether a client's subscription can be sent to. */
  accepts(subscription: PushSubscription): boolean
  /** Encrypts a text for a subscription and sends it to its push service. `topic`: replaces an undelivered one of the same topic. */
  send(subscription: PushSubscription, text: string, options: { seconds: number; topic: string }): Promise<PushOutcome>
}

const TIMEOUT_MS = 10_000
/** Statuses of a push service for a subscription that has ended. */
const GONE = new Set([404, 410])
const KEY_BYTES = 65
const AUTH_BYTES = 16

/** Whether the keys are an uncompressed point of P-256 and a secret of 16 bytes. */
function areKeys({ p256dh, auth }: PushSubscription): boolean {
  const key = Buffer.from(p256dh, 'base64url')
  return key.length === KEY_BYTES && key[0] === 4 && Buffer.from(auth, 'base64url').length === AUTH_BYTES
}

/** `subject`: address of the operator for push services. */
export function createPushService(keys: VapidKeys, options: { subject: string; sandbox: boolean }): PushService {
  return {
    publicKey: keys.publicKey,
    accepts: (subscription) => isPushEndpoint(subscription.endpoint, options) && areKeys(subscription),
    async send({ endpoint, p256dh, auth }, text, { seconds, topic }) {
      if (!isPushEndpoint(endpoint, options)) return 'gone'
      try {
        const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
          vapidDetails: { subject: options.subject, ...keys },
          TTL: seconds,
          topic,
          urgency: 'high',
        })
        const { 'Content-Length': _length, ...sent } = headers as Record<string, string | number>
        const { ok, status } = await fetch(endpoint, {
          method: 'POST',
          headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
          body: new Uint8Array(body),
          // A push service does not redirect: another address has not been checked.
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        if (ok) return 'sent'
        return GONE.has(status) ? 'gone' : 'failed'
      } catch {
        return 'failed'
      }
    },
  }
}
