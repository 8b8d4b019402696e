import { searchKey } from '../../language/texts/typedText.ts'

/** Whether every word of the query occurs in one of the texts. */
export function matches(query: string, ...texts: (string | undefined)[]): boolean {
  const searchable = searchKey(texts.filter(Boolean).join('\n'))
  return searchKey(query)
    .trim()
    .split(/\s+/)
    .every((word) => searchable.includes(word))
}
