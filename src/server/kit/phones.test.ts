import examples from 'libphonenumber-js/mobile/examples'
import { getCountryCallingCode, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js'
import { describe, expect, it } from 'vitest'
import { formats } from '../../engine/language/forms/schemaFormats.ts'
import { phoneOf } from '../../engine/widgets/Form/inputs/areaCodes.ts'
import { areaCodes } from '../modules/identity/areaCodes.ts'
import { canonicalPhone } from './phones.ts'

it('the area codes of the format are those of getareacode', () => {
  const known = new Set(areaCodes('en').map(({ areaCode }) => areaCode))
  const all = Array.from({ length: 10_000 }, (_, number) => `+${number}`)
  for (const format of ['areaCode', 'phone'] as const) {
    const accepted = all.filter((code) => formats[format]?.(format === 'phone' ? `${code} 123456` : code) === true)
    expect(new Set(accepted)).toEqual(known)
  }
})

describe('a phone is found in each spelling', () => {
  it.each([
    ['+49 15112345678', '+49 015112345678'],
    ['+49 15112345678', '+49 0015112345678'],
    ['+44 7400123456', '+44 07400123456'],
    ['+1 2025550123', '+1 12025550123'],
    ['+7 9161234567', '+7 89161234567'],
    ['+36 201234567', '+36 06201234567'],
    ['+225 0701234567', '+225 701234567'],
    ['+39 0612345678', '+39 612345678'],
    ['+44 123456', '+44 0123456'],
    ['+49 15112345678', '+491 5112345678'],
  ])('%s as %s', (canonical, spelling) => {
    expect([canonicalPhone(canonical), canonicalPhone(spelling)]).toEqual([canonical, canonical])
  })

  it('as people of each country write it into the form', () => {
    const numbers = Object.entries(examples) as [CountryCode, string][]
    expect(numbers.length).toBeGreaterThan(200)
    for (const [country, number] of numbers) {
      const code = `+${getCountryCallingCode(country)}`
      const national = parsePhoneNumberFromString(`${code}${number}`)?.formatNational().replace(/\D/g, '') ?? ''
      for (const written of [number, national]) {
        const phone = phoneOf(code, written)
        // Numbers of Ascension, Saint Helena and others have fewer than six digits.
        expect(formats.phone?.(phone), phone).toBe(number.length >= 6)
        expect(canonicalPhone(phone), `${country} ${phone}`).toBe(`${code} ${number}`)
      }
    }
  })

  it('and two different numbers are two', () => {
    for (const [item, two] of [
      ['+39 0351234567', '+39 351234567'],
      ['+49 15112345678', '+49 15112345679'],
      ['+1 2025550123', '+7 2025550123'],
    ] as const)
      expect(canonicalPhone(item)).not.toBe(canonicalPhone(two))
  })

  it('once: the canonical form of any text is its own', () => {
    let seed = 7
    const digit = () => (seed = (seed * 48_271) % 2_147_483_647) % 10
    for (const { areaCode } of areaCodes('en'))
      for (let length = 6; length <= 14; length++)
        for (const zeros of ['', '0', '00']) {
          const phone = `${areaCode} ${(zeros + Array.from({ length }, digit).join('')).slice(0, length)}`
          const canonical = canonicalPhone(phone)
          expect(canonicalPhone(canonical), phone).toBe(canonical)
        }
  })
})
