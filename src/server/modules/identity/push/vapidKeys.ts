import { existsSync, writeFileSync } from 'node:fs'
import webPush from 'web-push'
import { StartError } from '../../../kit/startError.ts'
import { readProtected } from '../../../kit/storage/encryption/dataKeys.ts'

/** The key pair by which push services know this server (RFC 8292), in base64url. Subscriptions end with it. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const PAIR = /^([\w-]{87}) ([\w-]{43})$/

function parseVapidKeys(text: string, source: string): VapidKeys {
  const [, publicKey, privateKey] = PAIR.exec(text.trim()) ?? []
  if (publicKey === undefined || privateKey === undefined)
    throw new StartError(`${source} has no VAPID keys: public and private key in base64url, separated by a space.`)
  return { publicKey, privateKey }
}

export const newVapidKeys = (): VapidKeys => webPush.generateVAPIDKeys()

/** The keys of `given` (PLACARD_VAPID_KEYS), otherwise those of the file, which the first start creates; without a file new ones. */
export function readVapidKeys(given: string | undefined, file: string | undefined): VapidKeys {
  if (given !== undefined && given.trim() !== '') return parseVapidKeys(given, 'PLACARD_VAPID_KEYS')
  if (file === undefined) return newVapidKeys()
  if (existsSync(file)) return parseVapidKeys(readProtected(file), file)
  const keys = newVapidKeys()
  writeFileSync(file, `${keys.publicKey} ${keys.privateKey}\n`, { mode: 0o600, flag: 'wx' })
  return keys
}
