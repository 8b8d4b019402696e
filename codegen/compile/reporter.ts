import type { Source } from './source.ts'
import type { Diagnostic, Finding, Rule } from './diagnostics.ts'
import { describeUnusual } from './unusualCharacters.ts'
import { resolveFix } from './quickFix.ts'
import { INPUT_LIMITS } from './limits.ts'
import limits from '../check/rules/limits.ts'

/** Findings whose range is a name or an operator. */
const NAME_RULES = /^(unknown-|expression-syntax$)/

/** Collects the findings of one file. */
export class Reporter {
  readonly diagnostics: Diagnostic[] = []
  constructor(readonly source: Source) {}

  report(rule: Rule, finding: Finding): void {
    const { length } = this.diagnostics
    if (length < INPUT_LIMITS.findings) this.#report(rule, finding)
    else if (length === INPUT_LIMITS.findings)
      this.#report(limits, {
        at: finding.at,
        message: `This file has more than ${INPUT_LIMITS.findings} findings; the ones after this one are not listed.`,
      })
  }

  #report(rule: Rule, { at, path = '', message, suggestion, fix: given }: Finding): void {
    const advice = typeof suggestion === 'string' ? { sentence: suggestion } : suggestion
    const unusual = NAME_RULES.test(rule.name) ? describeUnusual(this.source.text.slice(at.start, at.end)) : undefined
    const sentence = [unusual, advice?.sentence].filter((one) => one !== undefined).join(' ')
    const fix = given ?? (advice && resolveFix(advice, this.source.text, at))
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
    })
  }
}
