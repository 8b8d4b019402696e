import type { Advice, Fix } from './diagnostics.ts'
import type { JsonNode, Range, Source } from './source.ts'

/** What certainly does what an advice says, when its finding stands at this range of the file. */
export function fixOf(advice: Advice, text: string, at: Range): Fix | undefined {
  if (advice.fix) return advice.fix
  if (advice.rename) return rename(text, at, advice.rename)
  return advice.around && putInto(text, at, advice.around)
}

/** Puts a name in the place of a wrong one, when the range holds the wrong one exactly once, as a whole word. */
function rename(text: string, at: Range, { from, to }: { from: string; to: string }): Fix | undefined {
  const held = text.slice(at.start, at.end)
  const found: number[] = []
  for (let index = held.indexOf(from); index >= 0; index = held.indexOf(from, index + 1)) {
    if (!isWord(held[index - 1]) && !isWord(held[index + from.length])) found.push(index)
  }
  const [index] = found
  if (index === undefined || found.length > 1 || JSON.stringify(to) !== `"${to}"`) return undefined
  const start = at.start + index
  return { title: `Replace "${from}" with "${to}".`, edits: [{ start, end: start + from.length, text: to }] }
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\w$]/.test(character)
const NUMBER = /^-?\d+(\.\d+)?$/

/** The range is an expression, or the whole of a text that holds one: "=x". */
function putInto(text: string, at: Range, { before, after, literal }: NonNullable<Advice['around']>): Fix | undefined {
  const whole = text.startsWith('"=', at.start)
  const [start, end] = whole ? [at.start + 2, at.end - 1] : [at.start, at.end]
  const held = text.slice(start, end)
  if (literal && !NUMBER.test(held)) return undefined
  return { title: `Write ${before}${literal ? held : '…'}${after}.`, edits: [{ start, end: start, text: before }, { start: end, end, text: after }] }
}

/** A number of the document where a decimal belongs: the same digits as a text. */
export function inQuotes(node: JsonNode, value: number, { text }: Source): Advice {
  const say = `Write "${value}" in quotes: decimals travel as text.`
  const digits = text.slice(node.offset, node.offset + node.length)
  return NUMBER.test(digits) ? { say, fix: { title: `Write "${digits}" in quotes.`, edits: [{ start: node.offset, end: node.offset + node.length, text: `"${digits}"` }] } } : { say }
}
