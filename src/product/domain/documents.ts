export type DocumentType = 'passport' | 'idCard' | 'driversLicense'

/** A normalised number: without blanks and hyphens, in capitals. Two numbers that are then equal are the same. */
export const normalizeNumber = (number: string): string => number.replaceAll(/[ -]/g, '').toUpperCase()

const LETTERS_DNI = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** Spain's ID card: the letter is the remainder of the digits divided by 23. */
function isDni(number: string): boolean {
  return /^\d{8}[A-Z]$/.test(number) && number.charAt(8) === LETTERS_DNI.charAt(Number(number.slice(0, 8)) % 23)
}

/** ICAO 9303: letters count 10 to 35, weights are 7, 3, 1 in turn, the sum modulo 10 is the last digit. */
export function checkDigit(text: string): number {
  const value = (char: string) => (/\d/.test(char) ? Number(char) : char.charCodeAt(0) - 55)
  return [...text].reduce((sum, char, index) => sum + value(char) * ([7, 3, 1][index % 3] ?? 1), 0) % 10
}

type NumberCheck = (number: string) => boolean
const matches =
  (pattern: RegExp): NumberCheck =>
  (number) =>
    pattern.test(number)

/** The known formats of document numbers by country; others need only a plausible format. */
const COUNTRY_CHECKS: Readonly<Record<string, Partial<Record<DocumentType, NumberCheck>>>> = {
  BR: { idCard: matches(/^\d{7,11}$/), passport: matches(/^[A-Z]{2}\d{6}$/) },
  CA: { passport: matches(/^[A-Z]{2}\d{6}$|^[A-Z]\d{6}[A-Z]{2}$/) },
  DE: {
    passport: matches(/^[CFGHJK][CFGHJKLMNPRTVWXYZ0-9]{8}\d?$/),
    idCard: (number) =>
      /^[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\d?$/.test(number) &&
      (number.length === 9 || checkDigit(number.slice(0, 9)) === Number(number.charAt(9))),
    driversLicense: matches(/^[A-Z0-9]{11}$/),
  },
  ES: { idCard: isDni, passport: matches(/^[A-Z]{2,3}\d{6}$/) },
  FR: { passport: matches(/^\d{2}[A-Z]{2}\d{5}$/), idCard: matches(/^[A-Z0-9]{9}$|^\d{12}$/) },
  GB: { passport: matches(/^\d{9}$/), driversLicense: matches(/^[A-Z9]{5}\d{6}[A-Z9]{2}[A-Z0-9]{3}$/) },
  IN: { passport: matches(/^[A-Z]\d{7}$/), idCard: matches(/^[2-9]\d{11}$/) },
  JP: { passport: matches(/^[A-Z]{2}\d{7}$/), idCard: matches(/^\d{12}$/), driversLicense: matches(/^\d{12}$/) },
  KR: {
    passport: matches(/^[A-Z]\d{8}$|^[A-Z]\d{3}[A-Z]\d{4}$/),
    idCard: matches(/^\d{13}$/),
    driversLicense: matches(/^\d{12}$/),
  },
  US: { passport: matches(/^[A-Z0-9]\d{8}$/) },
}

const DEFAULT_CHECKS: Readonly<Record<DocumentType, NumberCheck>> = {
  passport: matches(/^[A-Z0-9]{6,12}$/),
  idCard: matches(/^[A-Z0-9]{5,20}$/),
  driversLicense: matches(/^[A-Z0-9]{5,20}$/),
}

/** Whether a number can belong to such a document. A number has a digit, and is not one character repeated. */
export function isDocumentNumber(country: string, type: DocumentType, number: string): boolean {
  const normalized = normalizeNumber(number)
  if (!/\d/.test(normalized) || new Set(normalized).size < 2) return false
  const check =
    (Object.hasOwn(COUNTRY_CHECKS, country) ? COUNTRY_CHECKS[country]?.[type] : undefined) ?? DEFAULT_CHECKS[type]
  return check(normalized)
}
