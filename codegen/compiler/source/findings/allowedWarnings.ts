import type { RuleSet } from '../../ruleSet.ts'
import { unique } from './diagnostics.ts'
import type { Finding } from './diagnostics.ts'
import { ALLOW } from '../../keywords/allow.ts'
import { memo } from '../memo.ts'
import { Reporter } from './reporter.ts'
import { itemsOf, member, members, rangeOf } from '../source.ts'
import type { JsonNode, Source } from '../source.ts'

/** The screen or part itself, a query, a node or a step. */
interface Place {
  object: JsonNode
  allow: JsonNode | undefined
  /** The scopes directly inside this one. */
  inner: readonly Place[]
}

/** The scopes of a document that has an entry of "allow"; undefined if it has none. */
const placesOf = memo((source: Source): Place | undefined =>
  source.root?.type === 'object' && source.text.includes(`"${ALLOW.name}"`)
    ? placeOf(source.root, new Set([source.root, ...members(member(source.root, 'queries')).map(({ value }) => value)]))
    : undefined,
)

const placeOf = (object: JsonNode, others: ReadonlySet<JsonNode>): Place => {
  const allow = member(object, ALLOW.name)
  return {
    object,
    allow: allow?.type === 'object' ? allow : undefined,
    inner: children(object).flatMap((child) => placesIn(child, others)),
  }
}

const placesIn = (value: JsonNode, others: ReadonlySet<JsonNode>): readonly Place[] =>
  others.has(value) || (value.type === 'object' && ['widget', 'part', 'action'].some((name) => member(value, name)))
    ? [placeOf(value, others)]
    : children(value).flatMap((child) => placesIn(child, others))

const children = (value: JsonNode): readonly JsonNode[] =>
  value.type === 'object' ? members(value).map((member) => member.value) : value.type === 'array' ? itemsOf(value) : []

/** The innermost scope around the start of a finding. */
function placeAround(place: Place, source: Source, finding: Finding): Place {
  const isInside = ({ object }: Place): boolean => {
    const from = source.position(object.parent?.type === 'property' ? object.parent.offset : object.offset)
    const to = source.position(object.offset + object.length)
    return (
      (from.line < finding.line || (from.line === finding.line && from.column <= finding.column)) &&
      (finding.line < to.line || (finding.line === to.line && finding.column < to.column))
    )
  }
  const inner = place.inner.find(isInside)
  return inner === undefined ? place : placeAround(inner, source, finding)
}

/** Removes the warnings that the entries of "allow" in their scope permit. */
export function withoutAllowed(
  findings: readonly Finding[],
  sources: ReadonlyMap<string, Source>,
): { findings: Finding[]; used: ReadonlySet<JsonNode> } {
  const used = new Set<JsonNode>()
  const left = findings.filter((finding) => {
    const source = sources.get(finding.file)
    const top = source && finding.severity !== 'error' ? placesOf(source) : undefined
    if (!source || !top) return true
    const { allow } = placeAround(top, source, finding)
    const reason = allow && member(allow, finding.rule)
    if (!reason) return true
    used.add(reason)
    return false
  })
  return { findings: left, used }
}

/** Findings about entries of "allow". With `used`, also about each entry that has removed no warning. */
function checkAllowances(source: Source, rules: RuleSet, used?: ReadonlySet<JsonNode>): Finding[] {
  const top = placesOf(source)
  if (!top) return []
  const reporter = new Reporter(source, rules)
  const check = ({ allow, inner }: Place): void => {
    for (const { name, key, value } of allow ? members(allow) : []) {
      const rule = rules.metas.get(name)
      if (rule === undefined) reporter.emit({ event: 'allowsUnknown', name, rules: rules.metas.keys() }, rangeOf(key))
      else if (rule.severity === 'error') reporter.emit({ event: 'allowsError', name }, rangeOf(key))
      else if (value.type !== 'string' || String(value.value).trim() === '')
        reporter.emit({ event: 'allowWithoutReason', name }, rangeOf(value))
      else if (used && !used.has(value)) reporter.emit({ event: 'allowsNothing', name }, rangeOf(key))
    }
    for (const item of inner) check(item)
  }
  check(top)
  return reporter.diagnostics
}

/** Removes allowed warnings, and adds findings about "allow". Without an error each check has run, so that an entry without a warning is needless. */
export function applyAllowances(
  all: readonly Finding[],
  sources: ReadonlyMap<string, Source>,
  rules: RuleSet,
): Finding[] {
  const { findings, used } = withoutAllowed(all, sources)
  const complete = all.every(({ severity }) => severity !== 'error')
  const about = [...sources.values()].flatMap((source) =>
    source.file.startsWith('screens/') ? checkAllowances(source, rules, complete ? used : undefined) : [],
  )
  return about.length === 0 ? findings : unique([...findings, ...about])
}
