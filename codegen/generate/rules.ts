import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { signatures } from '../../src/core/signatures.ts'
import type { Signature } from '../../src/core/signature.ts'
import type { Rule } from '../compile/diagnostics.ts'
import { dialectTable } from './lib/dialectTable.ts'
import type { Files } from './lib/files.ts'

const FOLDER = 'codegen/check/rules'
/** The page with each generated table. */
const PAGES = { dialect: 'schemas/README.md', functions: 'screens/REFERENCE.md', rules: 'screens/CHECKS.md' } as const

/** The identifier of a rule, unlike that of each message in its file. */
const identifier = (name: string): string =>
  `${name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Rule`

/** The page with the text between the markers of a section replaced. */
function withSection(file: string, page: string, section: string, content: string): string {
  const [begin, end] = [`<!-- ${section}: generated, do not edit -->`, `<!-- /${section} -->`]
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`${file} has no place for this table: ${begin} … ${end}`)
  return `${before}${begin}\n\n${content}\n\n${end}${after}`
}

/** As it is written in an expression: `list.take(int)`, `money(decimal<money>, string?)`. */
function written(name: string, { params, optional = 0, call }: Signature): string {
  const paramTexts = params.map(
    (param, index) => `${param.replaceAll('|', ' or ')}${index >= params.length - optional ? '?' : ''}`,
  )
  const [receiver = '', ...rest] = paramTexts
  const forms = [`${name}(${paramTexts.join(', ')})`, `${receiver}.${name}(${rest.join(', ')})`]
  return (call === 'function' ? forms.slice(0, 1) : call === 'method' ? forms.slice(1) : forms)
    .map((form) => `\`${form}\``)
    .join(' or ')
}

const functionTable = (): string =>
  [
    '| function | gives | |',
    '| --- | --- | --- |',
    ...Object.entries(signatures)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => `| ${written(name, one)} | \`${one.result.replaceAll('|', ' or ')}\` | ${one.doc} |`),
  ].join('\n')

/** The registry of rules (the compiler's core reads no folders), and the tables of rules, functions and the schema dialect in the documentation. */
export default async function rules(root: string): Promise<Files> {
  const names = readdirSync(join(root, FOLDER))
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    .map((file) => file.slice(0, -3))
    .toSorted()
  const rules: Rule[] = []
  for (const name of names) {
    const { default: rule } = (await import(`../check/rules/${name}.ts`)) as { default: Rule }
    if (rule.name !== name) throw new Error(`${FOLDER}/${name}.ts contains the rule "${rule.name}"`)
    rules.push(rule)
  }
  const index = [
    '// Made by codegen/generate/rules.ts of the files beside this one.',
    `import type { CheckingRule } from '../../compile/checkingRule.ts'`,
    ...names.map((name) => `import ${identifier(name)} from './${name}.ts'`),
    '',
    `export const rules: readonly CheckingRule[] = [\n${names.map((name) => `  ${identifier(name)},`).join('\n')}\n]`,
    '',
  ].join('\n')
  const table = [
    '| rule | severity | what holds |',
    '| --- | --- | --- |',
    ...rules.map((rule) => `| \`${rule.name}\` | ${rule.severity} | ${rule.doc} |`),
  ].join('\n')
  const about = `${rules.length} rules. Each has passing and failing cases in \`tests/cases/check/<rule>/\`.`
  const tables = { dialect: dialectTable(), functions: functionTable(), rules: `${about}\n\n${table}` }
  const pages = Object.entries(PAGES).map(([section, file]): [string, string] => [
    file,
    withSection(file, readFileSync(join(root, file), 'utf8'), section, tables[section as keyof typeof PAGES]),
  ])
  return new Map([[`${FOLDER}/index.ts`, index], ...pages])
}
