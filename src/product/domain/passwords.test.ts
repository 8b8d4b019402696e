import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from '../../generated/commonPasswords.ts'
import { PASSWORD_LENGTH } from '../../engine/language/constants.ts'
import { isCommonPassword, passwordStrength } from './passwords.ts'

const all = COMMON_PASSWORDS.split(' ')

describe('the list of common passwords', () => {
  it('has 3000 different entries of the permitted length', () => {
    expect(new Set(all).size).toBe(3000)
    const { min, max } = PASSWORD_LENGTH
    expect(all.filter(({ length }) => length < min || length > max)).toEqual([])
  })

  it.each(['123456', 'password', 'Password', 'QWERTY123', 'iloveyou'])('contains %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
    expect(passwordStrength(password)).toBe(0)
  })

  it.each(['', 'demo1234', 'korrekt7pferd'])('does not contain "%s"', (password) =>
    expect(isCommonPassword(password)).toBe(false),
  )
})

describe('the strength of a password', () => {
  it.each([
    ['a1b2c', 0],
    ['aaaaaaaaaaaaaaaa', 1],
    ['abcdefghijklmnop', 1],
    ['demo1234', 1],
    ['kitzbuehel', 2],
    ['Tr0ub4dor&3', 3],
    ['korrekt7pferdSix', 3],
  ])('of %s is %i', (password, strength) => expect(passwordStrength(password)).toBe(strength))

  it('does not fall by another character that continues nothing', () => {
    for (const password of ['kitzbuehel', 'Tr0ub4dor&3', 'xk39vq'])
      for (const last of ['Q', '7', '!', '字'])
        expect(passwordStrength(password + last)).toBeGreaterThanOrEqual(passwordStrength(password))
  })
})
