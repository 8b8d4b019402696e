import { member, itemsOf, rangeOf } from '../source/source.ts'
import type { JsonNode, Range, Source } from '../source/source.ts'
import { Reporter } from '../source/findings/reporter.ts'
import type { Finding, RuleReport } from '../source/findings/diagnostics.ts'
import type { RuleSet } from '../ruleSet.ts'
import type { OutlineItem } from './outline.ts'

/** Creates a reporter that maps a lowered node to its source range, in the file of the screen or of a part. */
export function createReporter(
  { sources, rules }: { sources: Pick<ReadonlyMap<string, Source>, 'get'>; rules: RuleSet },
  file: string,
  diagnostics: Finding[],
): (report: RuleReport, item: OutlineItem, about?: string) => void {
  return (report, { node }, about) => {
    const [, part, inPart] = /^(parts\/[^#]*)#(.*)$/.exec(node.sourcePath) ?? []
    const source = sources.get(part === undefined ? file : `screens/${part}.json`)
    if (!source) return
    const path = inPart ?? node.sourcePath
    const at = nodeAt(source.root, path)
    const target = about === undefined ? undefined : nodeAt(at, about)
    const range: Range = rangeOf(target ?? member(at, 'widget') ?? at ?? { offset: 0, length: 1, type: 'null' })
    const reporter = new Reporter(source, rules)
    reporter.report(report, range, target ? `${path}/${about}` : path)
    diagnostics.push(...reporter.diagnostics)
  }
}

/** The JSON node at a path such as "body/0/props"; undefined if there is none. */
export function nodeAt(root: JsonNode | undefined, path: string): JsonNode | undefined {
  return path
    .split('/')
    .reduce<JsonNode | undefined>(
      (node, step) => (node?.type === 'array' ? itemsOf(node)[Number(step)] : member(node, step)),
      root,
    )
}
