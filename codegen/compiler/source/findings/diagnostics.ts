import type { Message, Params } from '../textCatalogue.ts'
import type { Range } from '../source.ts'

/** `lint`: a guess, made of names. It is shown, and never fails a check or stops a publication. */
export type Severity = 'error' | 'warning' | 'lint'

/** Whether a finding fails a check and stops a publication. */
export const isFailing = ({ severity }: Pick<Finding, 'severity'>): boolean => severity !== 'lint'

/** Description of a rule: its name is the search term, its one line is shown in the rule table. */
export interface RuleMeta {
  name: string
  severity: Severity
  doc: string
  /** Its findings say that something is not used: an error in the same file (`file`) or in any file (`project`) can hide the use. */
  hiddenBy?: 'file' | 'project'
  /** Findings of one file with one message have one cause: they are one finding with the number of positions. */
  countsPlaces?: true
  /** `found`: its findings of a whole expression are contradictions; `caused` and `found`: its findings within such an expression follow from the contradiction. */
  contradiction?: 'found' | 'caused'
  /** Rules whose finding within this reach is the cause of a finding of this rule, which is left out then. */
  follows?: Readonly<Record<string, Reach>>
}

/** `near`: at most three steps of the tree apart; `inside`: in the node, step or query of the cause; `contract`: the cause is in a file of `schemas/`. */
export type Reach = 'near' | 'inside' | 'node' | 'handler' | 'file' | 'contract' | 'project'

/** Common cause of findings in one file, in one handler or in the project: they are joined into one finding. */
export interface Cause {
  name: string
  within?: 'handler' | 'project'
  /** Difference between the joined findings, as it is written in a sentence. */
  subject?: string
}

/** Report of a rule, without the rule. Reports are made in the file of their rule only. */
export interface Report {
  /** The text of the message, without the name of the rule. */
  code: string
  params?: Params
  /** Advice. Without it the finding has the text "<code>.advice" or "<code>.code" of the catalogue, if there is one. */
  suggestion?: Advice | undefined
  /** Locations before the message, the outermost first. */
  inside?: readonly Message[]
  cause?: Cause
  forFix?: FixInput
}

/** A report with its rule. */
export interface RuleReport extends Report {
  rule: RuleMeta
}

/** Data of the message that the fix of a finding needs. */
export interface FixInput {
  /** A name that is no root. */
  unknownName?: string
  /** Superfluous characters in a text. */
  surplus?: 'blanks at its edges' | 'three dots'
}

/** A name that is missing has one cause at all positions of a file. */
export const missingName = (name: string): Cause => ({ name: `missing ${name}` })

/** Replacement text for a range of a file. */
export interface Edit extends Range {
  text: string
}

/** An unambiguous fix of a finding. Offsets refer to the file as it was checked. */
export interface Fix {
  /** Title, e.g. 'Replace "Txt" with "Text".' */
  title: Message
  edits: readonly FileEdit[]
  /** Whether the fix deletes content that an author wrote: applied only on request. */
  removes?: true
}

/** `file`: where the edit is, when not in the finding's own file. */
export interface FileEdit extends Edit {
  file?: string
}

/** Advice, optionally with an unambiguous fix. */
export interface Advice extends Message {
  /** The one word of the finding's range to replace. */
  rename?: { from: string; to: string }
  /** The text around the expression in the finding's range; `literal`: only when it is a number and nothing else; `title`: code of the fix. */
  wrap?: { before: string; after: string; literal?: true; title?: string }
  fix?: Fix
}

/** Advice without its fix. */
export const withoutFix = ({ code, params }: Advice): Message => ({ code, ...(params && { params }) })

/** A finding as data: what is wrong, where, and what to do. The texts are in the catalogue of `messages.ts`. */
export interface Finding {
  rule: string
  severity: Severity
  file: string
  /** 1-based. */
  line: number
  column: number
  endLine: number
  endColumn: number
  /** The path in the tree, e.g. "body/2/props/label". */
  path: string
  /** The text of the message: "<rule>/<code>". */
  code: string
  params: Params
  /** Locations before the message, the outermost first. */
  inside?: readonly Message[]
  /** Advice on the correction. */
  advice?: readonly Message[]
  /** Findings that are joined with this one: their number, or what differs between them. */
  others?: Message
  fix?: Fix
  /** Only until findings are joined (`causes.ts`). */
  cause?: Cause
  /** Only until fixes are made (`fix/fixes.ts`). */
  forFix?: FixInput
}

/** A finding with its texts for developers. */
export interface Diagnostic extends Omit<Finding, 'fix'> {
  message: string
  suggestion?: string
  fix?: TitledFix
}

/** A fix with its title as a text, and as a text of the catalogue. */
export interface TitledFix extends Omit<Fix, 'title'>, Message {
  title: string
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function compareFindings(a: Finding, b: Finding): number {
  return (
    compareTexts(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareTexts(a.code, b.code) ||
    compareTexts(JSON.stringify(a.params), JSON.stringify(b.params))
  )
}

/** The same finding reached by two ways (a part used twice) is one finding. */
export function unique(diagnostics: readonly Finding[]): Finding[] {
  const seen = new Set<string>()
  return diagnostics.toSorted(compareFindings).filter((finding) => {
    const key = JSON.stringify([
      finding.file,
      finding.line,
      finding.column,
      finding.code,
      finding.params,
      finding.inside,
    ])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
