import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWeakPayPassword } from './payPassword.ts'
import { LONG } from '../../../tests/support/long.ts'

describe('a payment password', () => {
  it.each([
    ['one digit', ['000000', '111111', '999999']],
    ['a run', ['123456', '654321', '012345', '567890', '098765', '456789']],
    ['a repeated group', ['121212', '123123', '909090', '746746']],
    ['a birthday, year first', ['900131', '851224', '000101']],
    ['a birthday, day first', ['311290', '240585']],
    ['a birthday, month first', ['123190', '052485']],
  ])('that is %s is weak', (_, all) => {
    expect(all.filter((item) => !isWeakPayPassword(item))).toEqual([])
  })

  it.each(['246810', '135791', '975311', '135790', '806357', '999190'])('%s is accepted', (digits) => {
    expect(isWeakPayPassword(digits)).toBe(false)
  })

  it('of another form is not judged', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5 }), (text) => {
        expect(isWeakPayPassword(text)).toBe(false)
      }),
    )
  })

  it('that is refused is rare', LONG, () => {
    const all = Array.from({ length: 1_000_000 }, (_, at) => String(at).padStart(6, '0'))
    expect(all.filter(isWeakPayPassword).length).toBeLessThan(110_000)
  })
})
