import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * Canonical form of a telephone number, by which codes, limits and accounts are found: area code, space, national number as in E.164.
 * Trunk prefixes ("+49 0151…", "+1 1202…") are dropped; a zero that is part of the numbers of a country ("+39 06…") is kept, and added where it is missing.
 * Returns other texts unchanged.
 */
export function canonicalPhone(text: string): string {
  const phone = /^\+[\d ]+$/.test(text) ? parsePhoneNumberFromString(text) : undefined
  if (!phone) return text
  const areaCode = `+${phone.countryCallingCode}`
  const digits = phone.nationalNumber.replace(/^0+/, '')
  const valid = [phone.nationalNumber, digits, `0${digits}`]
    .map((national) => parsePhoneNumberFromString(areaCode + national))
    .find((candidate) => candidate?.isValid() === true)
  // A number that the library does not know has no zeros before it, so that it has one spelling too.
  const canonical = `${areaCode} ${valid?.nationalNumber ?? (digits || phone.nationalNumber)}`
  // Behind a prefix another one can follow.
  return canonical === text ? canonical : canonicalPhone(canonical)
}
