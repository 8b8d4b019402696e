import { randomInt } from 'node:crypto'

/** Without ambiguous letters and digits. */
const INVITE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Returns eight random characters; uniqueness is not checked here. */
export const newInviteCode = (): string =>
  Array.from({ length: 8 }, () => INVITE_LETTERS[randomInt(INVITE_LETTERS.length)]).join('')

/** Whether a text has the form of an invite code; any other text was mistyped. */
export const isInviteCode = (code: string): boolean =>
  code.length === 8 && [...code].every((letter) => INVITE_LETTERS.includes(letter))
