import type { Finding, Fix } from '../source/findings/diagnostics.ts'
import { formFile } from '../source/folders.ts'
import type { Message } from '../source/textCatalogue.ts'
import { meant, replaceTitle, thereAre } from '../source/names/nearest.ts'
import { member, members, visitJson } from '../source/source.ts'
import type { JsonNode, Source } from '../source/source.ts'

type Sources = ReadonlyMap<string, Source>

/**
 * Advice, and a fix where it is unambiguous, for a name that is no root but the name of a state, a parameter or a form
 * field of this document.
 */
export function memberElsewhere(
  { forFix, advice }: Finding,
  { root, text }: Source,
  start: number,
  sources: Sources,
): { advice: readonly Message[]; fix?: Fix } | undefined {
  const name = forFix?.unknownName
  if (name === undefined || advice !== undefined || !root) return undefined
  const paths = [
    ...(['state', 'params'] as const).filter((group) => member(member(root, group), name)),
    ...formsShown(root)
      .filter((form) => member(member(member(sources.get(formFile(form))?.root, 'schema'), 'properties'), name))
      .map((form) => `forms.${form}`),
  ].map((group) => `${group}.${name}`)
  const [only] = paths
  if (only === undefined) return undefined
  if (paths.length > 1) return { advice: [thereAre(paths)] }
  return {
    advice: [meant(only)],
    ...(text.startsWith(name, start) && {
      fix: { title: replaceTitle(name, only), edits: [{ start, end: start + name.length, text: only }] },
    }),
  }
}

/** The forms that the nodes of a document name. */
function formsShown(root: JsonNode): string[] {
  const found = new Set<string>()
  visitJson(root, (node) => {
    for (const { name, value } of members(node))
      if (name === 'form' && value.type === 'string') found.add(String(value.value))
  })
  return [...found]
}

const PATH = /^[A-Za-z_][\w.]*$/

/** A condition of a node that reads a value that may be null: the node is hidden while it is null. */
export function guardCondition(
  { path }: Finding,
  at: { start: number; end: number },
  { text }: Source,
): Fix | undefined {
  const value = text.slice(at.start, at.end)
  if (!path.endsWith('/visible') || !PATH.test(value)) return undefined
  const open = text.lastIndexOf('"=', at.start)
  const close = text.indexOf('"', at.end)
  const expression = text.slice(open + 2, close)
  // Beside "or" the condition can hold without this value.
  if (open < 0 || close < 0 || /["\\?]|\|\|/.test(expression)) return undefined
  const start = open + 2
  return {
    title: { code: 'fix/hideWhileEmpty', params: { value } },
    edits: [{ start, end: start, text: `${value} != null && ` }],
  }
}
