import { Secret, TOTP } from 'otpauth'

export const STEP_SECONDS = 30
const DIGITS = 6
const ALGORITHM = 'SHA1'

/** 160 bits, as RFC 4226 recommends, in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The time step of a code: the current one or a neighbour, since clocks differ; null for a wrong code. `now` in Unix seconds. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: STEP_SECONDS,
    timestamp: now * 1000,
    window: 1,
  })
  return delta === null ? null : Math.floor(now / STEP_SECONDS) + delta
}

/** The URI an authenticator app reads from a QR code. */
export const keyUri = (issuer: string, account: string, secret: string): string =>
  new TOTP({ issuer, label: account, secret, algorithm: ALGORITHM, digits: DIGITS, period: STEP_SECONDS }).toString()
