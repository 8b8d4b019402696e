import type { Message } from './textCatalogue.ts'

/** Characters that are not visible, by their names in Unicode. */
const INVISIBLE: ReadonlyMap<string, string> = new Map([
  ['\u00A0', 'no-break space'],
  ['\u00AD', 'soft hyphen'],
  ['\u200B', 'zero width space'],
  ['\u200C', 'zero width non-joiner'],
  ['\u200D', 'zero width joiner'],
  ['\u200E', 'left-to-right mark'],
  ['\u200F', 'right-to-left mark'],
  ['\u202F', 'narrow no-break space'],
  ['\u2060', 'word joiner'],
  ['\u3000', 'ideographic space'],
  ['\uFEFF', 'byte order mark'],
])

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Latin letter with an accent', /\p{Script=Latin}/u],
  ['Cyrillic letter', /\p{Script=Cyrillic}/u],
  ['Greek letter', /\p{Script=Greek}/u],
  ['Armenian letter', /\p{Script=Armenian}/u],
]

/** Letters of other scripts, and the Latin letters that look the same. */
const CYRILLIC = 'аеорсухіјѕһԁԛԝАВЕЅІЈКМНОРСТХ'
const CYRILLIC_LATIN = 'aeopcyxijshdqwABESIJKMHOPCTX'
const GREEK = 'οναιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const GREEK_LATIN = 'ovaiABEZHIKMNOPTYX'
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  [...(CYRILLIC + GREEK)].map((letter, index) => [letter, (CYRILLIC_LATIN + GREEK_LATIN)[index] ?? '']),
)

const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** The first character of one word that is invisible or no letter of names; undefined without one. */
export function describeUnusual(name: string): Message | undefined {
  if (/[ \n]/.test(name)) return undefined
  const odd = /(?![ -~])[\p{L}\p{Cf}\p{Zs}]/u.exec(name)?.[0]
  if (odd === undefined) return undefined
  if (/[\p{Cf}\p{Zs}]/u.test(odd))
    return { code: 'advice/invisibleCharacter', params: { character: describeInvisible(odd) } }
  return LOOK_ALIKES.has(odd)
    ? describeLetter(odd)
    : { code: 'advice/otherScript', params: { letter: odd, script: scriptOf(odd), codePoint: codePointOf(odd) } }
}

/** A letter that looks like a Latin one. */
export function describeLetter(letter: string): Message {
  const latin = LOOK_ALIKES.get(letter)
  const params = { letter, script: scriptOf(letter), codePoint: codePointOf(letter) }
  return latin === undefined
    ? { code: 'advice/letter', params }
    : { code: 'advice/lookAlike', params: { ...params, latin } }
}

/** An invisible character by its code and name in Unicode. */
export const describeInvisible = (character: string): string =>
  `${codePointOf(character)}, ${INVISIBLE.get(character) ?? 'a format character or space'}`

const scriptOf = (letter: string): string =>
  SCRIPTS.find(([, script]) => script.test(letter))?.[0] ?? 'letter of another script'
