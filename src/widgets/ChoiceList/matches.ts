/** Letters without accents and case, so that "cote" finds "Côte". */
function normalize(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Whether every word of the query occurs in one of the texts. */
export function matches(query: string, ...texts: (string | undefined)[]): boolean {
  const searchable = normalize(texts.filter(Boolean).join('\n'))
  return normalize(query)
    .split(/\s+/)
    .every((word) => searchable.includes(word))
}
