import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DataKey } from './dataKeys.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const MAGIC = 'PLK1'

/** Length of the header: format and id of the key, in ASCII. */
export const HEADER_LENGTH = 12
/** The header of values that a key has encrypted. */
export const headerOf = (keyId: string): string => `${MAGIC}${keyId}`

/**
 * Encrypts values at rest with AES-256-GCM. `owner` names the row and is authenticated: a value that is moved to another row cannot be
 * decrypted. `decrypt` returns null where the key is missing, the value is not encrypted or was changed.
 */
export interface Encryption {
  /** Id of the key that encrypts. */
  keyId: string
  encrypt(content: Uint8Array, owner: string): Buffer
  decrypt(content: Uint8Array, owner: string): Buffer | null
  encryptText(text: string, owner: string): string
  decryptText(text: string, owner: string): string | null
}

/** The first key encrypts; a value is decrypted by the key that its header names. */
export function createEncryption([first, ...others]: readonly [DataKey, ...DataKey[]]): Encryption {
  const byHeader = new Map([...others, first].map((key) => [headerOf(key.id), key]))
  const header = headerOf(first.id)

  function seal(content: Uint8Array, owner: string): Buffer {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, first.bytes, iv, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(content), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }

  function open(keyHeader: string, sealed: Buffer, owner: string): Buffer | null {
    const key = byHeader.get(keyHeader)
    if (!key || sealed.length < IV_BYTES + TAG_BYTES) return null
    const decipher = createDecipheriv(ALGORITHM, key.bytes, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    } catch {
      return null
    }
  }

  return {
    keyId: first.id,
    encrypt: (content, owner) => Buffer.concat([Buffer.from(header), seal(content, owner)]),
    decrypt(content, owner) {
      const bytes = Buffer.from(content)
      return open(bytes.subarray(0, HEADER_LENGTH).toString('latin1'), bytes.subarray(HEADER_LENGTH), owner)
    },
    encryptText: (text, owner) => header + seal(Buffer.from(text), owner).toString('base64'),
    decryptText: (text, owner) =>
      open(text.slice(0, HEADER_LENGTH), Buffer.from(text.slice(HEADER_LENGTH), 'base64'), owner)?.toString() ?? null,
  }
}

/** Names of rows for `owner`. */
export const uploadOwner = (id: string): string => `uploads ${id}`
export const twoFactorOwner = (userId: string): string => `two_factor ${userId}`
export const operatorKeyOwner = (operatorId: string): string => `operator_accounts ${operatorId}`
