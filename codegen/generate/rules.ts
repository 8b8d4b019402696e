import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Rule } from '../compile/diagnostics.ts'
import type { Files } from './lib/files.ts'

const FOLDER = 'codegen/check/rules'
const README = 'codegen/README.md'
const [BEGIN, END] = ['<!-- rules: generated, do not edit -->', '<!-- /rules -->']

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The registry of rules (the compiler's core reads no folders) and the table of rules in the documentation. */
export default async function rules(root: string): Promise<Files> {
  const names = readdirSync(join(root, FOLDER)).filter((file) => file.endsWith('.ts') && file !== 'index.ts').map((file) => file.slice(0, -3)).toSorted()
  const held: Rule[] = []
  for (const name of names) {
    const { default: rule } = (await import(`../check/rules/${name}.ts`)) as { default: Rule }
    if (rule.name !== name) throw new Error(`${FOLDER}/${name}.ts holds the rule "${rule.name}"`)
    held.push(rule)
  }
  const index = [
    '// Made by codegen/generate/rules.ts of the files beside this one.',
    `import type { Rule } from '../../compile/diagnostics.ts'`,
    ...names.map((name) => `import ${camel(name)} from './${name}.ts'`),
    '',
    `export const rules: readonly Rule[] = [\n${names.map((name) => `  ${camel(name)},`).join('\n')}\n]`,
    '',
  ].join('\n')
  const table = ['| rule | severity | what holds |', '| --- | --- | --- |', ...held.map((rule) => `| \`${rule.name}\` | ${rule.severity} | ${rule.doc} |`)].join('\n')
  const readme = readFileSync(join(root, README), 'utf8')
  const [before, rest] = readme.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`${README} has no place for the table: ${BEGIN} … ${END}`)
  return new Map([
    [`${FOLDER}/index.ts`, index],
    [README, `${before}${BEGIN}\n\n${held.length} rules. Each is one file of \`check/rules/\`, with passing and failing cases in \`tests/cases/check/<rule>/\`.\n\n${table}\n\n${END}${after}`],
  ])
}
