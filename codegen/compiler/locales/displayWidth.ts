/** Replaces a placeholder: a short number or word. */
const SAMPLE_ARGUMENT = 'aaaa'
const FULL_WIDTH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u
/** Katakana and Hangul of half width. */
const HALF_WIDTH = /[\uff61-\uffdc]/u
const ZERO_WIDTH = /[\p{Mn}\p{Cf}]/u

/** Display width of a text in columns: full-width letters count twice, combining marks not at all. */
export function displayWidth(text: string): number {
  return [...text.replaceAll(/\{\{[^}]*\}\}/g, SAMPLE_ARGUMENT)].reduce(
    (sum, letter) => sum + (ZERO_WIDTH.test(letter) ? 0 : FULL_WIDTH.test(letter) && !HALF_WIDTH.test(letter) ? 2 : 1),
    0,
  )
}
