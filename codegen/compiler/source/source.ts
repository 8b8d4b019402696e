import { parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node as JsonNode, ParseError } from 'jsonc-parser'
import type { Json } from '../../../src/engine/language/expressions/program.ts'
import { INPUT_LIMITS } from './limits.ts'

export type { JsonNode }

/** The files of a project: path from its root, with forward slashes, to text. */
export type Files = ReadonlyMap<string, string>

/** A range of a source file: offsets into its text. */
export interface Range {
  start: number
  end: number
}

/** A problem of the parser, or valid JSON that is ambiguous. */
export interface SyntaxProblem extends Range {
  code: ParserCode | AmbiguityCode
  duplicate?: undefined
}

type ParserCode = ReturnType<typeof printParseErrorCode>
type AmbiguityCode = 'NumberTooLarge' | 'Proto' | 'Nul' | 'LoneSurrogate'

/** A member name that an object has twice. */
export interface DuplicateKey extends Range {
  duplicate: string
}

export interface ExceededLimit {
  of: 'bytes' | 'brackets' | 'values'
  limit: number
}

/** One parsed JSON file. `root` is absent when nothing could be read. */
export interface Source {
  file: string
  /** Why the file is not parsed: a limit that it exceeds. */
  refused?: ExceededLimit
  text: string
  root: JsonNode | undefined
  problems: (SyntaxProblem | DuplicateKey)[]
  position(offset: number): { line: number; column: number }
}

/** `maxBytes`: of UTF-8. A text over a limit is not parsed at all. */
export function parseSource(file: string, text: string, maxBytes: number = INPUT_LIMITS.bytes): Source {
  const refused = refusal(text, maxBytes)
  const errors: ParseError[] = []
  const root =
    refused !== undefined
      ? undefined
      : parseTree(hasByteOrderMark(text) ? ` ${text.slice(1)}` : text, errors, {
          disallowComments: true,
          allowTrailingComma: false,
          allowEmptyContent: false,
        })
  const problems: Source['problems'] = errors.map((error) => ({
    code: printParseErrorCode(error.error),
    start: error.offset,
    end: error.offset + Math.max(1, error.length),
  }))
  if (root) {
    const suspect = SUSPICIOUS.test(text)
    visitJson(root, (node) => checkValue(node, suspect, problems))
  }
  let lines: number[] | undefined
  return {
    file,
    text,
    ...(refused === undefined ? {} : { refused }),
    root,
    problems,
    position(offset) {
      lines ??= lineStarts(text)
      let low = 0
      let high = lines.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((lines[middle] ?? 0) <= offset) low = middle
        else high = middle - 1
      }
      return { line: low + 1, column: offset - (lines[low] ?? 0) + 1 }
    },
  }
}

/** Whether a text begins with a byte order mark. It is read as a blank, so that it hides nothing of the file. */
export const hasByteOrderMark = (text: string): boolean => text.charCodeAt(0) === 0xfeff

function refusal(text: string, maxBytes: number): ExceededLimit | undefined {
  const bytes =
    text.length * 3 <= maxBytes ? 0 : text.length > maxBytes ? text.length : new TextEncoder().encode(text).length
  if (bytes > maxBytes) return { of: 'bytes', limit: maxBytes }
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 0x22) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at += 1
    } else if (sign === 0x7b || sign === 0x5b) {
      depth += 1
      values += 1
      if (depth > INPUT_LIMITS.brackets) return { of: 'brackets', limit: INPUT_LIMITS.brackets }
    } else if (sign === 0x7d || sign === 0x5d) depth -= 1
    else if (sign === 0x2c) values += 1
  }
  if (values > INPUT_LIMITS.values) return { of: 'values', limit: INPUT_LIMITS.values }
  return undefined
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** A text without any of these needs no check of its strings. */
const SUSPICIOUS = /\\u|[\ud800-\udfff]|__proto__/
const NUL = String.fromCharCode(0)

/** Reports valid JSON with ambiguous content: duplicate names, numbers out of range, NUL or lone surrogates. */
function checkValue(node: JsonNode, suspect: boolean, problems: Source['problems']): void {
  if (node.type === 'object') findDuplicates(node, problems)
  else {
    const code = ambiguityOf(node, suspect)
    if (code !== undefined) problems.push({ code, start: node.offset, end: node.offset + node.length })
  }
}

function ambiguityOf(node: JsonNode, suspect: boolean): AmbiguityCode | undefined {
  if (node.type === 'number' && !Number.isFinite(node.value)) return 'NumberTooLarge'
  if (!suspect || node.type !== 'string') return undefined
  const value = String(node.value)
  if (value === '__proto__') return 'Proto'
  if (value.includes(NUL)) return 'Nul'
  return /\p{Surrogate}/u.test(value) ? 'LoneSurrogate' : undefined
}

function findDuplicates(node: JsonNode, problems: Source['problems']): void {
  const seen = new Set<string>()
  for (const property of node.children ?? []) {
    const key = property.children?.[0]
    if (!key) continue
    const name = String(key.value)
    if (seen.has(name))
      problems.push({
        duplicate: name,
        start: key.offset,
        end: key.offset + key.length,
      })
    seen.add(name)
  }
}

/** Visits a node of a document and all nodes within it, each before its content. */
export function visitJson(node: JsonNode, visit: (node: JsonNode) => void): void {
  visit(node)
  if (node.children) for (const child of node.children) visitJson(child, visit)
}

/** The range of a node in its file. */
export const rangeOf = (node: JsonNode): Range => ({ start: node.offset, end: node.offset + node.length })
/** The range of a node, or the range itself. */
export const toRange = (at: JsonNode | Range): Range => ('offset' in at ? rangeOf(at) : at)

export interface Member {
  name: string
  key: JsonNode
  value: JsonNode
}

/** Members of an object node, in order; a property whose value is missing is left out (reported as a syntax error). */
export function members(node: JsonNode | undefined): Member[] {
  if (node?.type !== 'object') return []
  const result: Member[] = []
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? []
    if (key && value) result.push({ name: String(key.value), key, value })
  }
  return result
}

/** The value of a member of an object; undefined for another kind of node or a missing member. */
export function member(node: JsonNode | undefined, name: string): JsonNode | undefined {
  if (node?.type !== 'object') return undefined
  for (const property of node.children ?? []) if (property.children?.[0]?.value === name) return property.children[1]
  return undefined
}

/** The items of a list; empty for another kind of node. */
export const itemsOf = (node: JsonNode | undefined): JsonNode[] => (node?.type === 'array' ? (node.children ?? []) : [])

/** The text of a member of an object; undefined if it is missing or no string. */
export function stringAt(node: JsonNode | undefined, name: string): string | undefined {
  const value = member(node, name)
  return value?.type === 'string' ? String(value.value) : undefined
}

/** The plain value of a node. Own properties only, so "__proto__" stays a name like any other. */
export function toJson(node: JsonNode): Json {
  if (node.type === 'array') return (node.children ?? []).map(toJson)
  if (node.type === 'object') {
    const out: { [key: string]: Json } = {}
    for (const { name, value } of members(node)) {
      const json = toJson(value)
      // An assignment would set the prototype.
      if (name === '__proto__')
        Object.defineProperty(out, name, { value: json, enumerable: true, writable: true, configurable: true })
      else out[name] = json
    }
    return out
  }
  return node.value as Json
}

/**
 * The position of a string's characters in the file: the offset of the character `index` of the decoded text.
 * Escapes make the two differ.
 */
export function offsetInString(source: Source, node: JsonNode, index: number): number {
  const end = node.offset + node.length - 1
  let at = node.offset + 1
  for (let seen = 0; seen < index && at < end; seen++) {
    if (source.text[at] !== '\\') at += 1
    else at += source.text[at + 1] === 'u' ? 6 : 2
  }
  return Math.min(at, end)
}
