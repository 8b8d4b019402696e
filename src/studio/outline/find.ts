/** Words of people for what the catalogue has under other words. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  warning: ['notice', 'message', 'card'],
  alert: ['notice', 'message', 'dialog'],
  info: ['notice', 'message', 'text'],
  image: ['picture', 'photo', 'icon'],
  table: ['list', 'row'],
  box: ['card', 'stack'],
  heading: ['title', 'text'],
  label: ['text'],
  input: ['field', 'form'],
  link: ['button', 'navigation'],
  menu: ['list', 'tabs'],
}

/** What is found by name, then by purpose, then by a near word. `words`: the name and the purpose. */
export function found<Item>(
  items: readonly Item[],
  wanted: string,
  words: (item: Item) => readonly [string, string],
): Item[] {
  if (wanted === '') return [...items]
  const near = NEAR[wanted] ?? []
  const rank = (item: Item): number => {
    const [name, purpose] = words(item).map((one) => one.toLowerCase()) as [string, string]
    if (name === wanted) return 0
    if (name.startsWith(wanted)) return 1
    if (name.includes(wanted)) return 2
    if (purpose.includes(wanted)) return 3
    return near.some((one) => name.includes(one) || purpose.includes(one)) ? 4 : 5
  }
  return items
    .map((item) => ({ item, at: rank(item) }))
    .filter(({ at }) => at < 5)
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
