/** A name of the code as words: "payPassword" is "pay password". */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What a property is called where people read: the title that its schema gives it, else its name as words. */
export const titleOf = (name: string, schema?: Readonly<Record<`x-${string}`, unknown>>): string => {
  const title = schema?.['x-title']
  return typeof title === 'string' ? title : capital(wordsOf(name))
}
