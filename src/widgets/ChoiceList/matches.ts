/** Letters without accents and case, so that "cote" finds "Côte". */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Whether every word of the query occurs in one of the texts. */
export function matches(query: string, ...texts: (string | undefined)[]): boolean {
  const all = plain(texts.filter(Boolean).join('\n'))
  return plain(query).split(/\s+/).every((word) => all.includes(word))
}
