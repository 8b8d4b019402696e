import type { Advice, Fix } from '../source/findings/diagnostics.ts'
import { replaceTitle } from '../source/names/nearest.ts'
import { parseExpression, visitAst } from '../infer/ast.ts'
import type { ASTNode } from '../infer/ast.ts'
import type { Binding } from '../infer/scope.ts'
import type { JsonNode, Range, Source } from '../source/source.ts'
import type { Type } from '../infer/types.ts'

/** The edits of a quick fix for a finding at this range of the file; undefined when they are not certain. */
export function resolveFix(advice: Advice, text: string, at: Range): Fix | undefined {
  if (advice.fix) return advice.fix
  if (advice.rename) return rename(text, at, advice.rename)
  return advice.wrap && wrap(text, at, advice.wrap)
}

/** Replaces a wrong name, if the range contains it exactly once, as a whole word. */
function rename(text: string, at: Range, { from, to }: { from: string; to: string }): Fix | undefined {
  const value = text.slice(at.start, at.end)
  const offsets: number[] = []
  for (let index = value.indexOf(from); index >= 0; index = value.indexOf(from, index + 1)) {
    if (!isWord(value[index - 1]) && !isWord(value[index + from.length])) offsets.push(index)
  }
  const [index] = offsets
  if (index === undefined || offsets.length > 1 || JSON.stringify(to) !== `"${to}"`) return undefined
  const start = at.start + index
  return { title: replaceTitle(from, to), edits: [{ start, end: start + from.length, text: to }] }
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\w$]/.test(character)
const NUMBER = /^-?\d+(\.\d+)?$/

/** The range is an expression, or the complete text with an expression: "=x". */
function wrap(
  text: string,
  at: Range,
  { before, after, literal, title }: NonNullable<Advice['wrap']>,
): Fix | undefined {
  const isExpressionValue = text.startsWith('"=', at.start)
  const [start, end] = isExpressionValue ? [at.start + 2, at.end - 1] : [at.start, at.end]
  const value = text.slice(start, end)
  if (literal && !NUMBER.test(value)) return undefined
  return {
    title: title
      ? { code: title, params: { digits: value } }
      : { code: 'fix/wrap', params: { before, value: literal ? value : '…', after } },
    edits: [
      { start, end: start, text: before },
      { start: end, end, text: after },
    ],
  }
}

/** Replaces this text with another. */
export function replaceWith({ offset, length }: JsonNode, text: string): Advice {
  const title = { code: 'code/write', params: { text: JSON.stringify(text) } }
  return {
    ...title,
    fix: { title, edits: [{ start: offset, end: offset + length, text: JSON.stringify(text) }] },
  }
}

/** A text that would be an expression of these names with "=" before it. Without a fix where a member that it reads does not exist. */
export function prefixExpression(node: JsonNode, names: ReadonlyMap<string, Binding>): Advice | undefined {
  const [name = ''] = /[A-Za-z_]\w*/.exec(String(node.value)) ?? []
  if (node.type !== 'string' || !names.has(name)) return undefined
  const parsed = parseExpression(String(node.value))
  if (!('ast' in parsed)) return undefined
  const title = { code: 'code/beginExpression' }
  if (readsMissingMember(parsed.ast, names)) return title
  const start = node.offset + 1
  return { ...title, fix: { title, edits: [{ start, end: start, text: '=' }] } }
}

/** Whether an expression reads a member of a group that the group does not have: `state.nowhere`. */
function readsMissingMember(ast: ASTNode, names: ReadonlyMap<string, Binding>): boolean {
  let isMissing = false
  visitAst(ast, (node) => {
    if (node.op !== '.') return
    const group = bindingOf(node.args[0], names)
    if (group?.kind === 'group' && group.member(node.args[1]) === undefined) isMissing = true
  })
  return isMissing
}

function bindingOf(node: ASTNode, names: ReadonlyMap<string, Binding>): Binding | undefined {
  if (node.op === 'id') return names.get(node.args)
  const group = node.op === '.' ? bindingOf(node.args[0], names) : undefined
  return group?.kind === 'group' && node.op === '.' ? group.member(node.args[1]) : undefined
}

/** A number or boolean written as a text. */
export function removeQuotes({ offset, length }: JsonNode, value: string): Advice {
  const title = { code: 'advice/withoutQuotes', params: { value } }
  return { ...title, fix: { title, edits: [{ start: offset, end: offset + length, text: value }] } }
}

/** A number where a decimal is expected: the same digits as a text. */
export function addQuotes(node: JsonNode, value: number, { text }: Source): Advice {
  const advice = { code: 'advice/inQuotes', params: { value } }
  const digits = text.slice(node.offset, node.offset + node.length)
  return NUMBER.test(digits)
    ? {
        ...advice,
        fix: {
          title: { code: 'fix/inQuotes', params: { digits } },
          edits: [{ start: node.offset, end: node.offset + node.length, text: `"${digits}"` }],
        },
      }
    : advice
}

/** A number that a formatter converts to text. A whole number may also be an id, so the fix is not certain. */
export function formatterHint(from: Type, to: Type & { k: 'string' }): Advice {
  const write = formatter(from)
  const advice = { code: 'advice/format', params: { function: write } }
  const certain =
    !to.enum && (to.format === undefined || to.format === 'text') && (from.k !== 'int' || from.unit === 'unix')
  return certain ? { ...advice, wrap: { before: write.replace('…)', ''), after: ')' } } : advice
}

function formatter(from: Type): string {
  if (from.k === 'decimal' && ['money', 'price', 'percent', 'quantity'].includes(from.unit)) return `${from.unit}(…)`
  if (from.k === 'int' && from.unit === 'unix') return 'dateTime(…)'
  return 'number(…)'
}

/** A whole number that is written out where a decimal is expected. */
export const literalDecimalHint = (): Advice => ({
  code: 'advice/decimal',
  wrap: { before: "decimal('", after: "')", literal: true, title: 'fix/asAmount' },
})
