/** The compiler of screens: a product's files are checked and lowered. Without a file system: it runs in a page, too. */
export { createCompiler, type Checked, type Compiler, type TypeAt } from './project.ts'
export { buildCatalogue, type Catalogue } from './catalogue.ts'
export type { Diagnostic, Finding, RuleMeta, Severity } from './source/findings/diagnostics.ts'
export type { Rule } from './rule.ts'
export { RuleSet } from './ruleSet.ts'
export type { Files } from './source/source.ts'
