/** Entry that the palette and the reference search. */
export interface Findable {
  name: string
  description: string
  keywords?: readonly string[]
}

/** How well an entry fits what is looked for: 0 does not, 1 fits best. */
function fit({ name, description, keywords = [] }: Findable, wanted: string): number {
  const own = name.toLowerCase()
  if (own === wanted) return 1
  if (own.startsWith(wanted) || own === wanted.replaceAll(' ', '')) return 0.9
  const words = keywords.map((keyword) => keyword.toLowerCase())
  if (words.includes(wanted)) return 0.8
  if (words.some((word) => beginsWord(word, wanted))) return 0.7
  if (own.includes(wanted)) return 0.6
  return beginsWord(description.toLowerCase(), wanted) ? 0.5 : 0
}

/** Whether a word of a text begins so: "ring" is in "a ring", and not in "string". */
function beginsWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (at === 0 || !/[\p{L}\d]/u.test(text[at - 1] ?? '')) return true
  return false
}

/** The entries that fit, the best ones first; all of them in their order, when nothing is looked for. */
export function bestFirst<Entry extends Findable>(entries: readonly Entry[], query: string): Entry[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return [...entries]
  return entries
    .map((entry) => ({ entry, rank: fit(entry, wanted) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry)
}

/** Words that find something, the nearest to a query first: those with the same beginning, then some of all. */
export function nearWords(entries: readonly Findable[], query: string, count = 6): string[] {
  const wanted = query.trim().toLowerCase()
  const all = [...new Set(entries.flatMap(({ name, keywords = [] }) => [...keywords, name.toLowerCase()]))]
  const shared = (word: string): number => {
    let length = 0
    while (length < wanted.length && word[length] === wanted[length]) length += 1
    return length
  }
  const near = all.filter((word) => shared(word) >= 2).toSorted((a, b) => shared(b) - shared(a))
  const step = Math.max(1, Math.floor(all.length / count))
  const others = all.filter((word, index) => index % step === 0 && !near.includes(word))
  return [...near, ...others].slice(0, count)
}
