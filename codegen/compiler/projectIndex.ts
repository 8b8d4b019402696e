import type { PartAnswer } from './parts/compiledPart.ts'
import type { RuleSet } from './ruleSet.ts'
import type { RouteInfo } from './contract/declarations.ts'

/** Routes and parts of the project, as seen by one screen or part. */
export interface ProjectIndex {
  rules: RuleSet
  routes: ReadonlyMap<string, RouteInfo>
  part(id: string): PartAnswer
  partIds(): Iterable<string>
}
