/** Maximum nesting depth of a body: contract payloads are nearly flat. */
const MAX_DEPTH = 16

export class MalformedBodyError extends Error {}

/**
 * Parses untrusted JSON. Also refuses deep nesting, duplicate keys (parsers disagree on which one counts), keys that reach an
 * object's prototype, numbers beyond the range of a double and halves of surrogate pairs. Throws MalformedBodyError.
 */
export function parseJson(text: string): unknown {
  const value = parse(text)
  checkTokens(text)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, MAY_OVERFLOW.test(text) ? refuseInfinite : undefined) as unknown
  } catch (error) {
    throw error instanceof MalformedBodyError ? error : new MalformedBodyError('The body is not JSON')
  }
}

/** An exponent of three digits, or a number of so many digits: it may be parsed as infinite. */
const MAY_OVERFLOW = /\d[eE]\+?\d{3}|\d{300}/

function refuseInfinite(_key: string, value: unknown): unknown {
  if (value === Infinity || value === -Infinity) throw new MalformedBodyError('The body has a number that is too large')
  return value
}

const LONE_SURROGATE = /\p{Surrogate}/u

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
      if (word.includes('\\u') && LONE_SURROGATE.test(JSON.parse(word) as string))
        throw new MalformedBodyError('The body has half a character')
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
