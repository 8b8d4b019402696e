import { describe, expect, it } from 'vitest'
import { Secret } from 'otpauth'
import { codeAt } from '../../../../../tests/support/server/totp.ts'
import { keyUri, newSecret, stepOf } from './totp.ts'

const SECRET = Secret.fromLatin1('12345678901234567890').base32

describe('TOTP codes', () => {
  // RFC 6238, appendix B, the rows of SHA-1.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i s: %s', (time, code) => {
    expect(codeAt(SECRET, Math.floor(time / 30), 8)).toBe(code)
    // A code of six digits is the end of the one of eight.
    expect(stepOf(SECRET, code.slice(-6), time)).toBe(Math.floor(time / 30))
  })

  it('are valid one step to either side, not further', () => {
    const now = 1_795_262_400
    const step = now / 30
    expect([-2, -1, 0, 1, 2].map((by) => stepOf(SECRET, codeAt(SECRET, step + by), now))).toEqual([
      null,
      step - 1,
      step,
      step + 1,
      null,
    ])
    expect(stepOf(SECRET, '12345', now)).toBeNull()
  })

  it('use a key that an app can read', () => {
    const secret = newSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(newSecret()).not.toBe(secret)
    const uri = new URL(keyUri('My Bank', 'a:b', secret))
    expect(`${uri.protocol}//${uri.host}${uri.pathname}`).toBe('otpauth://totp/My%20Bank:a%3Ab')
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret,
      issuer: 'My Bank',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
