import { createHash } from 'node:crypto'

/** Returns all 64 hexadecimal digits of the SHA-256 of a text. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')
