import { hash, randomBytes, randomInt } from 'node:crypto'

/** 256 bits, safe in headers and addresses. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** Returns 96 random bits as 16 characters, safe in addresses. */
export const newId = (): string => randomBytes(12).toString('base64url')
/** Returns six random digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Returns the SHA-256 of a content in base64url. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content, 'base64url')
