/** Whether words are a key: a group and a name. */
export const isKey = (words: string): boolean => /^[a-z]\w*(\.\w+)+$/i.test(words)

/** Longest name that is made of words. */
const LENGTH = 28

/** A free key for English words, in the group of the open screen: "withdraw.checkedByHand". */
export function keyOf(words: string, file: string | null, isTaken: (key: string) => boolean): string {
  const parts = words.toLowerCase().match(/[a-z0-9]+/g)
  if (!parts) return ''
  const folder = /^(?:screens\/(?:parts\/)?|schemas\/forms\/)(.+)\.json$/.exec(file ?? '')?.[1] ?? 'app'
  const group = folder.split('/').findLast((one) => one !== 'index') ?? 'app'
  let name = ''
  for (const [index, part] of parts.entries()) {
    const next = name + (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))
    if (next.length > LENGTH && name !== '') break
    name = next
  }
  const key = `${group}.${name}`
  for (let count = 2; ; count += 1) {
    const free = count === 2 ? key : `${key}${count - 1}`
    if (!isTaken(free)) return free
  }
}
