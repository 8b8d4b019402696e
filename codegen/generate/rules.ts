import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RuleMeta } from '../compiler/source/findings/diagnostics.ts'
import type { Rule } from '../compiler/rule.ts'
import { dialectTable } from './lib/dialectTable.ts'
import type { Files } from './lib/files.ts'
import { pageWithTables } from './lib/page.ts'

const FOLDER = 'codegen/compiler/rules'
/** The identifier of a rule, unlike that of each message in its file. */
const identifier = (name: string): string =>
  `${name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Rule`

/** The registry of rules (the compiler's core reads no folders), and the tables of rules and of the schema dialect in the documentation. */
export default async function rules(root: string): Promise<Files> {
  const names = readdirSync(join(root, FOLDER))
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    .map((file) => file.slice(0, -3))
    .toSorted()
  const rules: RuleMeta[] = []
  for (const name of names) {
    const {
      default: { meta },
    } = (await import(`../compiler/rules/${name}.ts`)) as { default: Rule }
    if (meta.name !== name) throw new Error(`${FOLDER}/${name}.ts contains the rule "${meta.name}"`)
    rules.push(meta)
  }
  const index = [
    '// Made by codegen/generate/rules.ts of the files beside this one.',
    `import type { Rule } from '../rule.ts'`,
    `import { RuleSet } from '../ruleSet.ts'`,
    ...names.map((name) => `import ${identifier(name)} from './${name}.ts'`),
    '',
    `export const rules: readonly Rule[] = [\n${names.map((name) => `  ${identifier(name)},`).join('\n')}\n]`,
    '',
    'export const ruleSet = new RuleSet(rules)',
    '',
  ].join('\n')
  const table = [
    '| rule | severity | what holds |',
    '| --- | --- | --- |',
    ...rules.map((rule) => `| \`${rule.name}\` | ${rule.severity} | ${rule.doc} |`),
  ].join('\n')
  const about = `${rules.length} rules. Each has passing and failing cases in \`tests/cases/check/<rule>/\`.`
  const pages = [
    pageWithTables(root, 'schemas/README.md', { dialect: dialectTable() }),
    pageWithTables(root, 'screens/CHECKS.md', { rules: `${about}\n\n${table}` }),
  ]
  return new Map([[`${FOLDER}/index.ts`, index], ...pages])
}
