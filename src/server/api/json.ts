/** Maximum nesting depth of a body: contract payloads are nearly flat. */
const MAX_DEPTH = 16

export class MalformedBodyError extends Error {}

/**
 * Parses untrusted JSON. Also refuses deep nesting, duplicate keys (parsers disagree on which one counts) and keys that reach an
 * object's prototype. Throws MalformedBodyError.
 */
export function parseJson(text: string): unknown {
  const value = parse(text)
  checkTokens(text)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new MalformedBodyError('The body is not JSON')
  }
}

/** One pass over the tokens of valid JSON, without look-ahead for the end of a string, which could cost quadratic time. */
function checkTokens(text: string): void {
  const open: (Set<string> | null)[] = []
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [word] = match
    if (word === '{' || word === '[') {
      if (open.push(word === '{' ? new Set() : null) > MAX_DEPTH)
        throw new MalformedBodyError('The body is nested too deeply')
    } else if (word === '}' || word === ']') open.pop()
    else {
      const keys = open.at(-1)
      if (!keys || !isKey(text, token.lastIndex)) continue
      const key = JSON.parse(word) as string
      if (key === '__proto__' || key === 'constructor' || key === 'prototype')
        throw new MalformedBodyError('The body has a forbidden key')
      if (keys.has(key)) throw new MalformedBodyError('The body has a key twice')
      keys.add(key)
    }
  }
}

function isKey(text: string, from: number): boolean {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at += 1
  return text[at] === ':'
}
