/** First code points of the digits of other scripts: Arabic-Indic, Persian, Devanagari, full-width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10]

/** Digits of any script as 0–9; everything else stays. */
export function latinDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (letter) => {
    const code = letter.charCodeAt(0)
    return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code))
  })
}

/** Returns the first `max` digits of a text as 0–9, without all its other characters. */
export function onlyDigits(text: string, max: number): string {
  return latinDigits(text).replaceAll(/\D/g, '').slice(0, max)
}
