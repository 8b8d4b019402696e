/** The beginning of a text for a message: at most so many characters, and neither part of a word nor an operator at its end. */
export function excerpt(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  const space = cut.lastIndexOf(' ')
  const words = space > most / 2 ? cut.slice(0, space) : cut
  return `${words.replace(/[\s&|=<>!+\-*/%?:,.(]+$/, '')}…`
}
