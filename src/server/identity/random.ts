import { hash, randomBytes, randomInt } from 'node:crypto'

/** 256 bits, safe in headers and addresses. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** Returns 96 random bits as 16 characters, safe in addresses. */
export const newId = (): string => randomBytes(12).toString('base64url')
/** Returns six random digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Without ambiguous letters and digits. */
const INVITE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Returns eight random characters; uniqueness is not checked here. */
export const newInviteCode = (): string =>
  Array.from({ length: 8 }, () => INVITE_LETTERS[randomInt(INVITE_LETTERS.length)]).join('')

/** Whether a text has the form of an invite code; any other text was mistyped. */
export const isInviteCode = (code: string): boolean =>
  code.length === 8 && [...code].every((letter) => INVITE_LETTERS.includes(letter))

/** Returns the SHA-256 of a content in base64url. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content, 'base64url')
