/** Scripts written from right to left. `Intl.Locale.textInfo` is missing in Firefox 115. */
const RTL = /^(Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa)$/
const known = new Map<string, boolean>()

/** Whether a language is written from right to left, by the script that the platform knows for it. */
export function isRtl(lang: string): boolean {
  let rtl = known.get(lang)
  if (rtl === undefined) known.set(lang, (rtl = isRtlScript(lang)))
  return rtl
}

function isRtlScript(lang: string): boolean {
  try {
    return RTL.test(new Intl.Locale(lang).maximize().script ?? '')
  } catch {
    return false
  }
}

/** Characters of scripts written from right to left, by the blocks that Unicode reserves for them, and controls of the direction. */
const RTL_CHARACTER =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const FSI = '\u2068'
const PDI = '\u2069'

/**
 * A value within a text of a language. It is isolated where its direction may differ, so that the order of the words around it is kept: in each
 * right-to-left language, and elsewhere where it has right-to-left characters.
 */
export const isolated = (value: string, lang: string): string =>
  value !== '' && (isRtl(lang) || RTL_CHARACTER.test(value)) ? FSI + value + PDI : value

const ISOLATE = /[\u2066-\u2068][^\u2066-\u2069]*\u2069/gu
/** Replaces an isolate; no letter. */
const VALUE = '\ufffc'
/** Mark of the direction from right to left; invisible. */
export const RLM = '\u200f'

/**
 * A text of a right-to-left language with its isolates. Adjacent values share one: in two, an amount and its currency would be ordered from
 * right to left. The sign of a multiple belongs to its value: 5× is not ×5. A text that begins with a value, and one of several values without
 * a letter between them, begin with a mark of the direction: `dir="auto"` reads the letters of a value too, and would order such a text from
 * left to right.
 */
export function joinIsolates(text: string): string {
  const joined = text.replaceAll(`${PDI} ${FSI}`, ' ').replaceAll(`${PDI}×`, `×${PDI}`)
  let outside = joined
  // The innermost first: a value can contain isolates.
  for (let inner = ''; inner !== outside;) {
    inner = outside
    outside = inner.replace(ISOLATE, VALUE)
  }
  const needsMark = /\p{L}/u.test(outside)
    ? RTL_CHARACTER.test(outside) && /^\P{L}*?\ufffc/u.test(outside)
    : outside.split(VALUE).length > 2
  return needsMark ? RLM + joined : joined
}
