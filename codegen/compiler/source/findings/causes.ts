import { isFailing } from './diagnostics.ts'
import type { Cause, Finding, FileEdit, Reach, RuleMeta } from './diagnostics.ts'
import type { Message } from '../textCatalogue.ts'

/** Descriptions of rules, by their names. */
type Metas = ReadonlyMap<string, RuleMeta>

/** One finding for each cause: without what another finding causes or an error hides the use of, and with findings of one cause joined. Expects the findings in order. */
export function byCause(findings: readonly Finding[], metas: Metas): Finding[] {
  // A text of a language uses nothing.
  const broken = new Set(
    findings.flatMap(({ severity, file }) => (severity === 'error' && !file.startsWith('locales/') ? [file] : [])),
  )
  const isHidden = ({ rule, file }: Finding): boolean => {
    const hiddenBy = metas.get(rule)?.hiddenBy
    return hiddenBy === 'project' ? broken.size > 0 : hiddenBy === 'file' && broken.has(file)
  }
  const byRule = new Map<string, Finding[]>()
  for (const finding of findings) {
    const known = byRule.get(finding.rule)
    if (known) known.push(finding)
    else byRule.set(finding.rule, [finding])
  }
  const isCaused = (finding: Finding): boolean =>
    Object.keys(metas.get(finding.rule)?.follows ?? {}).some((rule) =>
      byRule.get(rule)?.some((other) => causes(other, finding, metas) && !causes(finding, other, metas)),
    )
  const certain = findings.filter(isFailing)
  const placeOf = ({ file, path }: Finding): string => JSON.stringify([file, path])
  const wrong = new Set(
    findings.flatMap((finding) =>
      finding.severity === 'error' && metas.get(finding.rule)?.contradiction !== 'found' ? [placeOf(finding)] : [],
    ),
  )
  const joined = new Map<string, Finding[]>()
  for (const [index, finding] of findings.entries()) {
    if (isHidden(finding) || isCaused(finding)) continue
    // The operands of an expression with an error are not known.
    if (metas.get(finding.rule)?.contradiction === 'found' && wrong.has(placeOf(finding))) continue
    if (finding.severity === 'lint' && certain.some((other) => isBeside(other, finding))) continue
    const key = keyOf(finding, metas) ?? String(index)
    const known = joined.get(key)
    if (known) known.push(finding)
    else joined.set(key, [finding])
  }
  return [...joined.values()].map(joinFindings)
}

/** Whether a finding is the cause of another. A warning causes no error: an entry of "allow" can permit the warning. */
function causes(cause: Finding, { rule, severity, file, path }: Finding, metas: Metas): boolean {
  const reach = metas.get(rule)?.follows?.[cause.rule]
  if (reach === undefined || (cause.severity !== 'error' && severity === 'error')) return false
  if (reach === 'contract') return cause.file.startsWith('schemas/') && cause.file !== file
  if (reach === 'project') return true
  return cause.file === file && IS_WITHIN[reach](cause.path, path)
}

/** Whether two findings concern one handler, else one node: a guess adds nothing to what is certain there. */
const isBeside = (other: Finding, { file, path }: Finding): boolean =>
  other.file === file &&
  (handlerOf(path) === ''
    ? nodeOf(path) !== '' && nodeOf(other.path) === nodeOf(path)
    : handlerOf(other.path) === handlerOf(path))

/** Maximum number of steps between two paths that count as near. */
const NEAR = 3

const IS_WITHIN: Readonly<Record<Exclude<Reach, 'contract' | 'project'>, (cause: string, path: string) => boolean>> = {
  near: (cause, path) => distance(cause.split('/'), path.split('/')) <= NEAR,
  inside: (cause, path) => cause.includes('/') && path.startsWith(cause.slice(0, cause.lastIndexOf('/') + 1)),
  node: (cause, path) => nodeOf(cause) === nodeOf(path),
  handler: (cause, path) => handlerOf(cause) === handlerOf(path),
  file: () => true,
}

/** The number of steps from one path of a tree to another. */
function distance(from: readonly string[], to: readonly string[]): number {
  const differs = from.findIndex((step, index) => step !== to[index])
  const shared = differs < 0 ? from.length : differs
  return from.length + to.length - 2 * shared
}

/** The path of the innermost node around a path. */
const nodeOf = (path: string): string => /^.*(?:body|toolbar|children|slots\/[^/]+)\/\d+/.exec(path)?.[0] ?? ''

/** The path of the outermost handler around a path. */
const handlerOf = (path: string): string => /^.*?(?:\bon\/[^/]+|onShow)(?=\/|$)/.exec(path)?.[0] ?? ''

/** Findings with the same key have one cause. */
function keyOf({ rule, file, path, code, params, inside, cause }: Finding, metas: Metas): string | undefined {
  if (cause?.within === 'project') return JSON.stringify([rule, cause.name])
  if (cause) return JSON.stringify([file, cause.name, cause.within === 'handler' ? handlerOf(path) : ''])
  return metas.get(rule)?.countsPlaces === true ? JSON.stringify([file, code, params, inside]) : undefined
}

function joinFindings([first, ...others]: readonly Finding[]): Finding {
  if (first === undefined) throw new Error('no finding')
  if (others.length === 0 && first.cause === undefined) return first
  const { cause, ...finding } = first
  const edits = first.fix && editsOfAll([first, ...others])
  if (first.fix && edits) finding.fix = { ...first.fix, edits }
  if (others.length > 0) finding.others = othersOf(cause, others)
  return finding
}

/** The edits of all findings; undefined if one of them has no fix, or another one. */
function editsOfAll(findings: readonly Finding[]): readonly FileEdit[] | undefined {
  const [first] = findings
  if (findings.some(({ fix }) => JSON.stringify(fix?.title) !== JSON.stringify(first?.fix?.title))) return undefined
  const edits = new Map(findings.flatMap(({ fix }) => fix?.edits ?? []).map((edit) => [JSON.stringify(edit), edit]))
  return [...edits.values()].toSorted((a, b) => a.start - b.start)
}

/** The other findings of a cause: what differs between them, or their number. */
function othersOf(cause: Cause | undefined, others: readonly Finding[]): Message {
  const subjects = [...new Set(others.map((other) => other.cause?.subject))].filter(
    (subject): subject is string => subject !== undefined && subject !== cause?.subject,
  )
  if (subjects.length > 0) return { code: 'others/subjects', params: { subjects: subjects.join(', ') } }
  return { code: others.length === 1 ? 'others/place' : 'others/places', params: { places: others.length } }
}
