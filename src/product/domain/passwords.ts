import { COMMON_PASSWORDS } from '../../generated/commonPasswords.ts'

const common = new Set(COMMON_PASSWORDS.split(' '))

/** Whether a password is among the most common ones, in any capitalization. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())

/** Numbers of characters of the alphabets that a password may use. */
const ALPHABETS: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[!-/:-@[-`{-~ ]/, 33],
  [/[^ -~]/, 100],
]
/** Bits from which a password is fair and strong. */
const FAIR_BITS = 36
const STRONG_BITS = 60

/** Characters that continue neither a repetition nor a run such as "abc" or "321". */
const unpredictable = (codes: readonly number[]): number =>
  codes.filter((code, at) => {
    const [before, twoBefore] = [codes[at - 1], codes[at - 2]]
    if (before === undefined) return true
    const step = code - before
    return step !== 0 && (Math.abs(step) !== 1 || twoBefore === undefined || before - twoBefore !== step)
  }).length

/**
 * Estimated strength: 0 for a common password or less than six characters, else 1 (weak), 2 (fair) or 3 (strong) by the bits of its
 * unpredictable characters.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  if (codes.length < 6 || isCommonPassword(password)) return 0
  const alphabet = ALPHABETS.reduce((sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0), 0)
  const bits = unpredictable(codes) * Math.log2(alphabet)
  return bits < FAIR_BITS ? 1 : bits < STRONG_BITS ? 2 : 3
}
