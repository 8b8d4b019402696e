/** Control and formatting characters, by which one text could look like another. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u

/** A name or phrase with single spaces and none at its ends; null: it is too short, or contains invisible characters. */
export function visibleText(given: string, minLength: number): string | null {
  const text = given.trim().replaceAll(/\s+/g, ' ').normalize('NFC')
  return INVISIBLE.test(text) || text.length < minLength ? null : text
}
