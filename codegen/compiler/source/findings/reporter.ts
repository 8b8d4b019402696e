import type { RuleSet } from '../../ruleSet.ts'
import type { Range, Source } from '../source.ts'
import { withoutFix } from './diagnostics.ts'
import type { Finding, RuleReport } from './diagnostics.ts'
import type { Found } from '../../events.ts'
import { describeUnusual } from '../unusualCharacters.ts'
import { hasText } from './messages.ts'
import type { Message, Params } from '../textCatalogue.ts'
import { resolveFix } from '../../fix/quickFix.ts'
import { INPUT_LIMITS } from '../limits.ts'

/** Findings whose range is a name or an operator. */
const NAME_RULES = /^(unknown-|expression-syntax$)/

/** The advice that the catalogue has for a message: for everybody, or with code in it. */
function catalogueAdvice(id: string, params: Params): Message | undefined {
  const code = [`${id}.advice`, `${id}.code`].find(hasText)
  return code === undefined ? undefined : { code, params }
}

/** Collects the findings of one file. */
export class Reporter {
  constructor(
    readonly source: Source,
    readonly rules: RuleSet,
    readonly diagnostics: Finding[] = [],
  ) {}

  /** Reports what the rules find in an event. */
  emit(found: Found, at: Range, path = ''): void {
    for (const report of this.rules.reportsOf(found)) this.report(report, at, path)
  }

  report(report: RuleReport, at: Range, path = ''): void {
    const { length } = this.diagnostics
    if (length < INPUT_LIMITS.findings) this.#add(report, at, path)
    else if (length === INPUT_LIMITS.findings)
      for (const last of this.rules.reportsOf({ event: 'tooManyFindings' })) this.#add(last, at, '')
  }

  #add({ rule, code, params = {}, suggestion, inside, cause, forFix }: RuleReport, at: Range, path: string): void {
    const id = `${rule.name}/${code}`
    const advice = suggestion ?? catalogueAdvice(id, params)
    const unusual = NAME_RULES.test(rule.name) ? describeUnusual(this.source.text.slice(at.start, at.end)) : undefined
    const all = [unusual, advice && withoutFix(advice)].filter((message) => message !== undefined)
    const fix = advice && resolveFix(advice, this.source.text, at)
    const from = this.source.position(at.start)
    const to = this.source.position(Math.max(at.end, at.start + 1))
    this.diagnostics.push({
      rule: rule.name,
      severity: rule.severity,
      file: this.source.file,
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
      path,
      code: id,
      params,
      ...(inside === undefined ? {} : { inside }),
      ...(all.length === 0 ? {} : { advice: all }),
      ...(fix === undefined ? {} : { fix }),
      ...(cause === undefined ? {} : { cause }),
      ...(forFix === undefined ? {} : { forFix }),
    })
  }
}
