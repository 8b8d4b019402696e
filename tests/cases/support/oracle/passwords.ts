import { dictionary } from '@zxcvbn-ts/language-common'

/** The first 3000 of the library's list that the product permits, in any capitalization. */
export const isFrequent = (text: string): boolean =>
  dictionary['passwords-common']
    .filter((item) => item.length > 5 && item.length < 17)
    .slice(0, 3000)
    .includes(text.toLowerCase())

/** Digits of a text in the number system of its alphabet, without the letters that follow from those before them. */
export function strengthOf(text: string): bigint {
  const letters = Array.from(text)
  if (letters.length < 6 || isFrequent(text)) return 0n
  const has = (test: (code: number) => boolean) => letters.some((letter) => test(letter.codePointAt(0) ?? 0))
  const between = (from: string, to: string) => has((code) => code >= from.charCodeAt(0) && code <= to.charCodeAt(0))
  const isAscii = (code: number) => code > 31 && code < 127
  const isSign = (code: number) => isAscii(code) && !/[a-z0-9]/i.test(String.fromCharCode(code))
  const size =
    Number(between('a', 'z')) * 26 +
    Number(between('A', 'Z')) * 26 +
    Number(between('0', '9')) * 10 +
    Number(has(isSign)) * 33 +
    Number(has((code) => !isAscii(code))) * 100
  let free = 0
  for (const [at, letter] of letters.entries()) {
    const [two, one, here] = [letters[at - 2], letters[at - 1], letter].map((each) => each?.codePointAt(0))
    const repeats = one === here
    const counts =
      two !== undefined && one !== undefined && Math.abs(one - two) === 1 && (here ?? 0) - one === one - two
    if (!repeats && !counts) free++
  }
  const combinations = size ** free
  return combinations >= 2 ** 60 ? 3n : combinations >= 2 ** 36 ? 2n : 1n
}
