import { httpsUrl, imageUrl } from './url.ts'

// Every pattern is anchored and linear: hostile text costs its length and no more.
const DECIMAL = /^-?\d{1,24}(\.\d{1,12})?$/
const ID = /^[A-Za-z0-9_-]{1,64}$/
const SYMBOL = /^[A-Z0-9]{3,20}$/
const CURRENCY = /^[A-Z0-9]{2,10}$/
const COUNTRY = /^[A-Z]{2}$/
const LANG = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const ACCOUNT = /^[A-Za-z][A-Za-z0-9_]{3,19}$/
const EMAIL = /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,4}$/
const PHONE = /^\+[1-9]\d{0,3} \d{6,14}$/
const CODE = /^\d{6}$/
const ADDRESS = /^[A-Za-z0-9]{26,64}$/
const MAILTO = /^mailto:[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,253}$/
const TEL = /^tel:\+?[0-9-]{3,20}$/

/** What a text of each schema format must be. Formats that only compilers read (text, icon, route …) are not here: any text passes. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  /** Plain decimal: at most 24 digits before the point and 12 after it, no exponent, no plus sign. */
  decimal: (text) => DECIMAL.test(text),
  id: (text) => ID.test(text),
  symbol: (text) => SYMBOL.test(text),
  currency: (text) => CURRENCY.test(text),
  /** ISO 3166-1 alpha-2. */
  country: (text) => COUNTRY.test(text),
  lang: (text) => LANG.test(text),
  /** A day that exists, YYYY-MM-DD. */
  date: isDate,
  /** Name to log in with: a letter, then letters, digits and underscores; 4 to 20 in all. */
  account: (text) => ACCOUNT.test(text),
  email: (text) => text.length <= 80 && EMAIL.test(text),
  /** Area code, space, national number without its leading zero: "+49 15112345678". */
  phone: (text) => PHONE.test(text),
  code: (text) => CODE.test(text),
  /** Address of a wallet. */
  address: (text) => ADDRESS.test(text),
  /** https, mailto and tel addresses, and absolute paths on the app's own origin. */
  url: (text) => imageUrl(text) !== null || MAILTO.test(text) || TEL.test(text),
  /** An https origin as a browser writes it: "https://example.com". */
  origin: (text) => httpsUrl(text) === `${text}/`,
}

function isDate(text: string): boolean {
  const found = DATE.exec(text)
  if (!found) return false
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  if (month < 1 || month > 12 || day < 1) return false
  const days = [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= (days[month - 1] ?? 0)
}
