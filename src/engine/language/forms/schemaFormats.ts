import { httpsUrl, imageUrl } from '../url.ts'

/** The area codes of telephone numbers that countries have; `getareacode` lists the same ones. */
export const AREA_CODE =
  '\\+(1|7|2([07]|1[1-368]|[2346]\\d|5[0-8]|9[01789])|3([0-469]|5\\d|7[0-8]|8[0-35-79])|4([013-9]|2[013])|5([1-8]|[09]\\d)|' +
  '6([0-6]|7[02-9]|8[0-35-9]|9[0-2])|8([1246]|5[02356]|8[06])|9([0-58]|6[0-8]|7[0-7]|9[2-68]))'

/** Characters of the part of an e-mail address before the @, between its dots. */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9]+(-+[A-Za-z0-9]+)*'

/**
 * The named patterns of the schemas. Each is anchored and deterministic, so that hostile text costs linear time:
 * tests/conformance/formats proves it of every one.
 */
export const patterns: Readonly<Record<string, RegExp>> = {
  /** Plain decimal: at most 24 digits before the point and 12 after it, no exponent, no plus sign. */
  decimal: /^-?\d{1,24}(\.\d{1,12})?$/,
  id: /^[A-Za-z0-9_-]{1,64}$/,
  symbol: /^[A-Z0-9]{3,20}$/,
  currency: /^[A-Z0-9]{2,10}$/,
  /** ISO 3166-1 alpha-2. */
  country: /^[A-Z]{2}$/,
  lang: /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/,
  /** A day, YYYY-MM-DD. */
  date: /^(\d{4})-(\d{2})-(\d{2})$/,
  /** Name to log in with: a letter, then letters, digits and underscores; 4 to 20 in all. */
  account: /^[A-Za-z][A-Za-z0-9_]{3,19}$/,
  /** Words between dots, @, a host name of two labels or more; no quoted words, no numeric hosts. */
  email: new RegExp(`^${ATOM}(\\.${ATOM})*@${LABEL}(\\.${LABEL})+$`),
  /** Code of a country in telephone numbers: "+49". */
  areaCode: new RegExp(`^${AREA_CODE}$`),
  /** Area code, space, national number: "+49 15112345678". Since no area code begins with another, digits are divided in one way. */
  phone: new RegExp(`^${AREA_CODE} \\d{6,14}$`),
  /** A code sent by phone or e-mail. */
  code: /^\d{6}$/,
  /** Six digits of an authenticator app, or the ten characters of a recovery code. */
  secondFactor: /^[A-Z0-9]{6,10}$/,
  /** First or last name of a person in any script: no digits, and only blanks, dots, hyphens and apostrophes as signs. */
  personName: /^[^ !-&(-,/-@[-`{-~][^!-&(-,/-@[-`{-~]{0,39}$/,
  /** Number of a passport, ID card or driver's license, as printed. */
  documentNumber: /^[A-Za-z0-9][A-Za-z0-9 -]{3,23}$/,
  /** Address of an account in a payment network. */
  address: /^[A-Za-z0-9]{26,64}$/,
  /** Digits of a payment card, single spaces between them at most. */
  cardNumber: /^\d( ?\d){11,18}$/,
  /** Content hash: hexadecimal digits of a SHA-256, 16 of them or more. */
  hash: /^[0-9a-f]{16,64}$/,
  /** SHA-256, all of its hexadecimal digits: the integrity that a browser checks. */
  sha256: /^[0-9a-f]{64}$/,
  /** Absolute path on a host: "/live/". */
  path: /^\/[\w./-]{0,200}$/,
  /** Type of a file, "image/png", or of a kind of files, "image/*". */
  mediaType: /^[a-z]{1,20}\/[a-z0-9.+*-]{1,80}$/,
  /** Latitude and longitude in degrees: "52.52,13.405". */
  coordinates: /^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$/,
  mailto: /^mailto:[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,253}$/,
  tel: /^tel:\+?[0-9-]{3,20}$/,
}

const matches = (name: string, text: string): boolean => patterns[name]?.test(text) === true
const limited = (name: string, maxLength: number) => (text: string) => text.length <= maxLength && matches(name, text)

/**
 * The check of each schema format, with a length limit. Formats that only compilers read (text, icon, route …)
 * are not here: any text is valid.
 */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  decimal: limited('decimal', 38),
  id: limited('id', 64),
  symbol: limited('symbol', 20),
  currency: limited('currency', 10),
  country: limited('country', 2),
  lang: limited('lang', 8),
  /** A day that exists. */
  date: isDate,
  account: limited('account', 20),
  /** Limits of RFC 5321: 64 characters before the @, 63 in a label. */
  email: (text) =>
    text.length <= 80 &&
    matches('email', text) &&
    text.indexOf('@') <= 64 &&
    text
      .slice(text.indexOf('@') + 1)
      .split('.')
      .every((label) => label.length <= 63),
  areaCode: limited('areaCode', 5),
  phone: limited('phone', 20),
  code: limited('code', 6),
  secondFactor: (text) => limited('secondFactor', 10)(text) && (text.length === 10 || matches('code', text)),
  /** Starts with a letter, without control characters, symbols and digits. */
  personName: (text) => limited('personName', 40)(text) && /^\p{L}/u.test(text) && !/[\p{C}\p{S}\p{Nd}]/u.test(text),
  documentNumber: limited('documentNumber', 24),
  address: limited('address', 64),
  cardNumber: limited('cardNumber', 37),
  hash: limited('hash', 64),
  sha256: limited('sha256', 64),
  path: limited('path', 201),
  mediaType: limited('mediaType', 101),
  coordinates: limited('coordinates', 21),
  /** https, mailto and tel addresses, and absolute paths on the app's own origin. */
  url: (text) => text.length <= 2048 && (imageUrl(text) !== null || matches('mailto', text) || matches('tel', text)),
  /** An https origin as a browser writes it: "https://example.com". */
  origin: (text) => httpsUrl(text) === `${text}/`,
}

function isDate(text: string): boolean {
  const match = text.length > 10 ? null : patterns.date?.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (month < 1 || month > 12 || day < 1) return false
  const days = [
    31,
    year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ]
  return day <= (days[month - 1] ?? 0)
}
