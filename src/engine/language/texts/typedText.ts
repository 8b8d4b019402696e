import { AREA_CODE } from '../forms/schemaFormats.ts'

/** Marks without an appearance: soft hyphen, zero-width space, direction marks, embeddings and isolates, word joiner, byte order mark. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Characters that join letters: part of a word in some scripts, of no code. */
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/g
const HYPHENS = /[\p{Pd}\u2212\u2043]/gu
const DIGIT = /\p{Nd}/u

/** Returns a text without marks that have no appearance. */
export const withoutInvisible = (text: string): string => text.replaceAll(INVISIBLE, '')

/** Digits of any script as 0–9; everything else stays. */
export const latinDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Unicode encodes the digits of a script as ten successive code points, from zero up, with no other digit before them or ten of them.
    let first = code
    while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1
    return String((code - first) % 10)
  })

/**
 * A text of ASCII characters as any keyboard writes them: full-width forms, the Chinese full stop and comma, hyphens, spaces and digits of all
 * kinds become those of ASCII, invisible marks are removed. Other characters stay.
 */
export const plainCharacters = (text: string): string =>
  latinDigits(withoutInvisible(text).replaceAll(JOINERS, ''))
    .replaceAll(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u3002\uff61]/g, '.')
    .replaceAll(/[\u3001\uff64]/g, ',')
    .replaceAll(HYPHENS, '-')
    .replaceAll(/\s/g, ' ')

/** A typed number without the spaces and apostrophes that group its digits. */
export const numberCharacters = (text: string): string => plainCharacters(text).replaceAll(/[ '’]/g, '')

/** The first `max` digits of a text as 0–9, without all its other characters. */
export const digitsOf = (text: string, max: number): string => latinDigits(text).replaceAll(/\D/g, '').slice(0, max)

const trimmed = (text: string): string => plainCharacters(text).trim()
const withoutSeparators = (text: string): string => plainCharacters(text).replaceAll(/[ -]/g, '')
const withoutSpaces = (text: string): string => plainCharacters(text).replaceAll(' ', '')

const DIALLED = new RegExp(`^(${AREA_CODE})(\\d+)$`)

/** "+49 15112345678", with any signs that group its digits; other texts only without spaces around them. */
function phone(text: string): string {
  const plain = trimmed(text)
  const [, areaCode, ...groups] = DIALLED.exec(plain.replaceAll(/[ ()./-]/g, '')) ?? []
  return areaCode === undefined ? plain : `${areaCode} ${groups.at(-1) ?? ''}`
}

/**
 * Normalizers of typed and pasted text, by format: the one spelling that is validated, sent and stored. Each is idempotent. A text that is no
 * value of the format stays one, so that its validation fails.
 */
const normalizers = {
  code: withoutSeparators,
  secondFactor: (text) => withoutSeparators(text).toUpperCase(),
  cardNumber: withoutSeparators,
  address: withoutSpaces,
  email: trimmed,
  phone,
  documentNumber: (text) => trimmed(text).replaceAll(/ +/g, ' '),
  account: trimmed,
  /** The name to log in with: an account, a telephone number or an e-mail address. */
  login: (text) => (trimmed(text).startsWith('+') ? phone(text) : trimmed(text)),
  personName: (text) => withoutInvisible(text).replaceAll(/\s+/g, ' ').trim(),
  /** Words to search for. */
  search: trimmed,
  /** Prose: characters stay as they are. */
  text: (text) => withoutInvisible(text).trim(),
} as const satisfies Record<string, (text: string) => string>

export type TypedKind = keyof typeof normalizers
export const TYPED_KINDS = Object.keys(normalizers) as readonly TypedKind[]

export const isTypedKind = (name: unknown): name is TypedKind =>
  typeof name === 'string' && Object.hasOwn(normalizers, name)

/** The parser of a format; prose for a format that has none. */
export const kindOf = (format: unknown): TypedKind => (isTypedKind(format) ? format : 'text')

/** The value that a typed or pasted text means. */
export const readTyped = (kind: TypedKind, text: string): string => normalizers[kind](text)

/** A text for search: without case, accents, width and invisible marks, with digits as 0–9. */
export const searchKey = (text: string): string =>
  latinDigits(withoutInvisible(text).normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase()

/** Whether every word of the query occurs in one of the texts, without regard to case and accents. True for an empty query. */
export function matchesWords(query: string, ...texts: (string | undefined)[]): boolean {
  const searchable = searchKey(texts.filter(Boolean).join('\n'))
  return searchKey(query)
    .trim()
    .split(/\s+/)
    .every((word) => searchable.includes(word))
}
