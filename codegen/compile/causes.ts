import { rules } from '../check/rules/index.ts'
import type { Diagnostic } from './diagnostics.ts'

const RULES = new Map(rules.map((rule) => [rule.name, rule]))

/** One finding for each cause: without what an error hides the use of, and with findings that are the same joined. Expects the findings in order. */
export function byCause(findings: readonly Diagnostic[]): Diagnostic[] {
  // A text of a language uses nothing.
  const broken = new Set(
    findings.flatMap(({ severity, file }) => (severity === 'error' && !file.startsWith('locales/') ? [file] : [])),
  )
  const isHidden = ({ rule, file }: Diagnostic): boolean => {
    const hiddenBy = RULES.get(rule)?.hiddenBy
    return hiddenBy === 'project' ? broken.size > 0 : hiddenBy === 'file' && broken.has(file)
  }
  const joined = new Map<string, { first: Diagnostic; others: number }>()
  for (const [index, finding] of findings.entries()) {
    if (isHidden(finding)) continue
    const isCounted = RULES.get(finding.rule)?.countsPlaces === true && finding.fix === undefined
    const key = isCounted ? JSON.stringify([finding.file, finding.rule, finding.message]) : String(index)
    const known = joined.get(key)
    if (known) known.others += 1
    else joined.set(key, { first: finding, others: 0 })
  }
  return [...joined.values()].map(({ first, others }) =>
    others === 0 ? first : Object.assign({ ...first }, { message: withPlaces(first.message, others) }),
  )
}

const withPlaces = (message: string, others: number): string =>
  `${message.replace(/\.$/, '')}, and at ${others} more ${others === 1 ? 'place' : 'places'}.`
