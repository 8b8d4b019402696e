import type { Range, Source } from './source.ts'
import type { Diagnostic, Report } from './diagnostics.ts'
import { describeUnusual } from './unusualCharacters.ts'
import { resolveFix } from './quickFix.ts'
import { INPUT_LIMITS } from './limits.ts'
import { tooManyFindings } from '../check/rules/limits.ts'

/** Findings whose range is a name or an operator. */
const NAME_RULES = /^(unknown-|expression-syntax$)/

/** Collects the findings of one file. */
export class Reporter {
  constructor(
    readonly source: Source,
    readonly diagnostics: Diagnostic[] = [],
  ) {}

  report(report: Report, at: Range, path = ''): void {
    const { length } = this.diagnostics
    if (length < INPUT_LIMITS.findings) this.#report(report, at, path)
    else if (length === INPUT_LIMITS.findings) this.#report(tooManyFindings(), at, '')
  }

  #report({ rule, message, suggestion, cause, forFix }: Report, at: Range, path: string): void {
    const advice = typeof suggestion === 'string' ? { sentence: suggestion } : suggestion
    const unusual = NAME_RULES.test(rule.name) ? describeUnusual(this.source.text.slice(at.start, at.end)) : undefined
    const sentence = [unusual, advice?.sentence].filter((one) => one !== undefined).join(' ')
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
      message,
      ...(sentence === '' ? {} : { suggestion: sentence }),
      ...(fix === undefined ? {} : { fix }),
      ...(cause === undefined ? {} : { cause }),
      ...(forFix === undefined ? {} : { forFix }),
    })
  }
}
