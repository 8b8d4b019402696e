// Reads the words after `npm test --`: names of parts, or test files.

/**
 * The parts and the test files that words stand for: each word is a part of the names of parts, else of the paths of test files. `unknown` has the
 * words that are neither.
 */
export function select(words, partNames, testFiles) {
  const parts = new Set()
  const files = new Set()
  const unknown = []
  for (const word of words) {
    const named = partNames.filter((name) => name.includes(word))
    const found = named.length > 0 ? [] : testFiles.filter((file) => file.includes(word.replace(/^\.\//, '')))
    if (named.length === 0 && found.length === 0) unknown.push(word)
    for (const name of named) parts.add(name)
    for (const file of found) files.add(file)
  }
  return { parts: [...parts], files: [...files], unknown }
}
