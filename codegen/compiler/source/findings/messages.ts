import texts from '../../messages/developer.json' with { type: 'json' }
import type { Diagnostic, Finding, RuleReport } from './diagnostics.ts'
import { createTextCatalogue } from '../textCatalogue.ts'

/** The texts of findings for developers. */
export const { has: hasText, textOf } = createTextCatalogue(texts)

/** The message of a finding: its locations, its text, and the findings that are joined with it. */
export function messageOf({
  code,
  params,
  inside = [],
  others,
}: Pick<Finding, 'code' | 'params' | 'inside' | 'others'>): string {
  const message = [...inside, { code, params }].map(textOf).join('')
  return others === undefined ? message : `${message.replace(/\.$/, '')}${textOf(others)}`
}

/** The message of a report about a file that cannot be read. */
export const reportMessage = ({ rule, code, params = {} }: RuleReport): string =>
  textOf({ code: `${rule.name}/${code}`, params })

/** A finding with its texts. */
export const withTexts = ({ fix, ...finding }: Finding): Diagnostic => ({
  ...finding,
  message: messageOf(finding),
  ...(finding.advice && { suggestion: finding.advice.map(textOf).join(' ') }),
  ...(fix && { fix: { ...fix, ...fix.title, title: textOf(fix.title) } }),
})
