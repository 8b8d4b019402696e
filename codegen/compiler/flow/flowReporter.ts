import { itemsOf, member, members, rangeOf } from '../source/source.ts'
import type { JsonNode, Source } from '../source/source.ts'
import { Reporter } from '../source/findings/reporter.ts'
import type { RuleSet } from '../ruleSet.ts'
import type { Finding, RuleReport } from '../source/findings/diagnostics.ts'

/** Reports by the source path of a lowered node or step: "body/2/on/press/0", or "parts/row#body/0" in a part. */
export class FlowReporter {
  private readonly reporters = new Map<string, Reporter>()
  constructor(
    private readonly sources: Pick<ReadonlyMap<string, Source>, 'get'>,
    private readonly rules: RuleSet,
  ) {}

  /** `file`: of the screen; `key`: reports at the name of the member, not at its value. */
  report(report: RuleReport, file: string, at: string, key = false): void {
    const [, part, rest] = /^parts\/([^#]+)#(.*)$/.exec(at) ?? []
    const [targetFile, path] = part === undefined ? [file, at] : [`screens/parts/${part}.json`, rest ?? '']
    const source = this.sources.get(targetFile)
    const node = source?.root && nodeAt(source.root, path, key)
    if (!source || !node) return
    const reporter = this.reporters.get(targetFile) ?? new Reporter(source, this.rules)
    this.reporters.set(targetFile, reporter)
    reporter.report(report, rangeOf(node), path)
  }

  get diagnostics(): Finding[] {
    return [...this.reporters.values()].flatMap((reporter) => reporter.diagnostics)
  }
}

/** The nearest node of the document on a path through it. Names of calls and screens contain slashes: the longest matching name is used. */
function nodeAt(root: JsonNode, path: string, key: boolean): JsonNode {
  if (path === '') return root
  const names = path.split('/')
  if (root.type === 'array') {
    const item = itemsOf(root)[Number(names[0])]
    return item ? nodeAt(item, names.slice(1).join('/'), key) : root
  }
  for (let length = names.length; length > 0; length--) {
    const name = names.slice(0, length).join('/')
    const value = member(root, name)
    if (!value) continue
    if (key && length === names.length) return members(root).find((member) => member.name === name)?.key ?? value
    return nodeAt(value, names.slice(length).join('/'), key)
  }
  return root
}
