import { findNodeAtOffset } from 'jsonc-parser'
import type { Finding, FileEdit, Fix } from '../source/findings/diagnostics.ts'
import { itemsOf, member, members, toJson } from '../source/source.ts'
import type { JsonNode, Range, Source } from '../source/source.ts'
import { canonicalJson } from '../../../src/engine/language/values/sha256.ts'
import { PLURAL } from '../locales/texts.ts'
import { propertyOf, removal } from './edits.ts'
import { guardCondition, memberElsewhere } from './expressions.ts'

export type Sources = ReadonlyMap<string, Source>
type Find = (diagnostic: Finding, source: Source, sources: Sources) => Fix | undefined

/** Fixes that need more than what is known where the finding is reported, by rule. */
const FIXES: Readonly<Record<string, Find>> = {
  'duplicate-key': duplicateKey,
  'json-syntax': jsonSyntax,
  'wrong-shape': fileNameId,
  'unused-state': (diagnostic, source) => unusedMember('state', diagnostic, source, []),
  'unused-param': (diagnostic, source, sources) =>
    unusedMember(
      'params',
      diagnostic,
      source,
      [...sources.values()].filter((other) => other !== source && other.file.startsWith('screens/')),
    ),
  'nullable-value': (diagnostic, source) => guardCondition(diagnostic, rangeOf(diagnostic, source), source),
  'unused-text': unusedText,
  'text-edges': textEdges,
}

/** The findings, each with its fix where there is one that is certain. */
export function withFixes(diagnostics: readonly Finding[], sources: Sources): Finding[] {
  const filesWithErrors = new Set(
    diagnostics.filter((diagnostic) => diagnostic.severity === 'error').map((diagnostic) => diagnostic.file),
  )
  return diagnostics.map((diagnostic) => {
    const fixed = mayHideUses(diagnostic, filesWithErrors) ? diagnostic : withFix(diagnostic, sources)
    if (fixed.forFix === undefined) return fixed
    const { forFix: _, ...finding } = fixed
    return finding
  })
}

function withFix(diagnostic: Finding, sources: Sources): Finding {
  const source = sources.get(diagnostic.file)
  if (diagnostic.fix && source && wouldRepeat(diagnostic.fix, source)) {
    const { fix: _doubled, ...rest } = diagnostic
    return rest
  }
  const meant =
    source && diagnostic.rule === 'unknown-name'
      ? memberElsewhere(diagnostic, source, rangeOf(diagnostic, source).start, sources)
      : undefined
  if (meant) return { ...diagnostic, ...meant }
  const find = diagnostic.fix || !source || !Object.hasOwn(FIXES, diagnostic.rule) ? undefined : FIXES[diagnostic.rule]
  const fix = source && find?.(diagnostic, source, sources)
  return fix ? { ...diagnostic, fix } : diagnostic
}

/** Code with errors is not compiled further, so an "unused" name may be used in it. */
const mayHideUses = ({ rule, file }: Finding, filesWithErrors: ReadonlySet<string>): boolean =>
  rule.startsWith('unused-') && (rule === 'unused-text' ? filesWithErrors.size > 0 : filesWithErrors.has(file))

/** It would rename a member to the name of another one of the same object, or make two equal items of a list. */
function wouldRepeat({ edits }: Fix, { root }: Source): boolean {
  const [only] = edits
  if (edits.length !== 1 || !only || !root) return false
  const item = findNodeAtOffset(root, only.start)
  if (item?.parent?.type === 'array') return itemsOf(item.parent).some((other) => other.value === only.text)
  const property = propertyAt(root, only.start)
  const key = property ? property.children?.[0] : undefined
  if (!property || !key || !only || only.start < key.offset || only.end > key.offset + key.length) return false
  return propertyOf(property.parent, only.text) !== undefined
}

/** The innermost member of an object that an offset is in. */
function propertyAt(root: JsonNode, at: number): JsonNode | undefined {
  let node = findNodeAtOffset(root, at)
  while (node && node.type !== 'property') node = node.parent
  return node
}

const offsetOf = ({ line, column }: Finding, { text }: Source): number => {
  let start = 0
  for (let count = 1; count < line; count++) start = text.indexOf('\n', start) + 1
  return start + column - 1
}

const rangeOf = (diagnostic: Finding, source: Source): Range => ({
  start: offsetOf(diagnostic, source),
  end: offsetOf({ ...diagnostic, line: diagnostic.endLine, column: diagnostic.endColumn }, source),
})

/** The second of two members with the same name and the same value. */
function duplicateKey(diagnostic: Finding, source: Source): Fix | undefined {
  const second = source.root && propertyAt(source.root, offsetOf(diagnostic, source))
  const holder = second?.parent
  const name = String(second?.children?.[0]?.value)
  const first = holder && propertyOf(holder, name)
  const [firstValue, secondValue] = [first?.children?.[1], second?.children?.[1]]
  if (
    !holder ||
    !firstValue ||
    !secondValue ||
    first === second ||
    canonicalJson(toJson(firstValue)) !== canonicalJson(toJson(secondValue))
  )
    return undefined
  return {
    title: { code: 'fix/removeSecond', params: { name } },
    edits: removal(holder, (child) => child === second),
    removes: true,
  }
}

/** Comments, and commas before a closing bracket. */
function jsonSyntax(diagnostic: Finding, source: Source): Fix | undefined {
  const { text } = source
  const at = offsetOf(diagnostic, source)
  if (text.startsWith('//', at) || text.startsWith('/*', at)) {
    const close = text.startsWith('//', at) ? lineEnd(text, at) : text.indexOf('*/', at) + 2
    if (close < at + 2) return undefined
    let start = at
    while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1
    const alone = (start === 0 || text[start - 1] === '\n') && text[close] === '\n'
    return {
      title: { code: 'fix/removeComment' },
      edits: [{ start, end: alone ? close + 1 : close, text: '' }],
      removes: true,
    }
  }
  const before = text.slice(0, at).trimEnd()
  if ((text[at] === ']' || text[at] === '}') && before.endsWith(','))
    return {
      title: { code: 'fix/removeComma' },
      edits: [{ start: before.length - 1, end: before.length, text: '' }],
    }
  return undefined
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : text[end - 1] === '\r' ? end - 1 : end
}

/** A screen or part is called what its file is called. */
function fileNameId(diagnostic: Finding, source: Source): Fix | undefined {
  const id = /^screens\/(?:parts\/)?(.+)\.json$/.exec(diagnostic.file)?.[1]
  const node = member(source.root, 'id')
  if (diagnostic.path !== 'id' || id === undefined || node?.type !== 'string' || node.value === id) return undefined
  return {
    title: { code: 'fix/fileName', params: { id } },
    edits: [{ start: node.offset, end: node.offset + node.length, text: JSON.stringify(id) }],
  }
}

/** A member that nothing in its file and nothing in `others` names. */
function unusedMember(
  group: 'state' | 'params',
  diagnostic: Finding,
  source: Source,
  others: readonly Source[],
): Fix | undefined {
  const name = diagnostic.path.slice(group.length + 1)
  const holder = member(source.root, group)
  if (
    !diagnostic.path.startsWith(`${group}/`) ||
    !holder ||
    !propertyOf(holder, name) ||
    countMentions(source.text, name) > 1 ||
    others.some((other) => countMentions(other.text, name) > 0)
  )
    return undefined
  const container = (holder.children ?? []).length === 1 && holder.parent?.parent
  const edits = container
    ? removal(container, (child) => child === holder.parent)
    : removal(holder, (child) => child.children?.[0]?.value === name)
  const title = { code: group === 'state' ? 'fix/removeState' : 'fix/removeParameter', params: { name } }
  return { title, edits, removes: true }
}

const countMentions = (text: string, name: string): number =>
  [...text.matchAll(/[\w-]+/g)].filter(([word]) => word === name).length

/** A text and its plural forms, in every language. */
function unusedText(diagnostic: Finding, _source: Source, sources: Sources): Fix | undefined {
  const stem = diagnostic.path.replace(PLURAL, '')
  const edits: FileEdit[] = []
  for (const [file, { root }] of sources) {
    if (!file.startsWith('locales/') || root?.type !== 'object') continue
    for (const edit of removal(root, (child) => String(child.children?.[0]?.value).replace(PLURAL, '') === stem))
      edits.push({ file, ...edit })
  }
  return edits.length > 0
    ? { title: { code: 'fix/removeText', params: { key: stem } }, edits, removes: true }
    : undefined
}

/** Blanks before and after the words, and three dots for one. */
function textEdges(diagnostic: Finding, source: Source): Fix | undefined {
  const value = members(source.root).find(({ name }) => name === diagnostic.path)?.value
  const text = value?.type === 'string' ? String(value.value) : ''
  const { surplus } = diagnostic.forFix ?? {}
  const [title, replacement] =
    surplus === undefined
      ? [undefined, text]
      : surplus === 'three dots'
        ? [{ code: 'fix/threeDots' }, text.replaceAll('...', '…')]
        : [{ code: 'fix/blanks' }, text.trim()]
  if (!value || !title || replacement === '' || replacement === text) return undefined
  return {
    title,
    edits: [{ start: value.offset, end: value.offset + value.length, text: JSON.stringify(replacement) }],
  }
}
