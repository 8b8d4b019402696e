import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formWidgets } from '../compiler/forms/formWidgets.ts'
import { UNIT_FOLDERS } from '../compiler/source/folders.ts'
import { CONTRACT_FILES, readContract } from '../compiler/contract/readContract.ts'
import { parseSource, type Source } from '../compiler/source/source.ts'
import { readForms } from './lib/contract.ts'
import { HEADER, jsonFiles, SchemaError, type Files } from './lib/files.ts'
import { ruleSet } from '../compiler/rules/index.ts'
import { language } from '../product.ts'
import { messageOf } from '../compiler/source/findings/messages.ts'

/** The forms as the client gets them, rules lowered: the server keeps the same ones. */
export default function generate(root: string): Files {
  const sources = new Map<string, Source>()
  const folders = ['schemas', ...UNIT_FOLDERS.widgets, ...UNIT_FOLDERS.actions, 'locales']
  for (const file of folders.flatMap((folder) => jsonFiles(root, folder))) {
    if (CONTRACT_FILES.test(file)) sources.set(file, parseSource(file, readFileSync(join(root, file), 'utf8')))
  }
  const { contract, diagnostics } = readContract(
    sources,
    formWidgets(jsonFiles(root, 'src/engine/widgets/Form/widgets', '.tsx')),
    language,
    ruleSet,
  )
  const written = readForms(root).map(({ id, file, rules }) => {
    const def = contract.forms.get(id)?.def
    const errors = diagnostics.filter((diagnostic) => diagnostic.file === file && diagnostic.severity === 'error')
    if (errors.length > 0)
      throw new SchemaError(
        file,
        '',
        errors.map((diagnostic) => `\n  line ${diagnostic.line}: ${messageOf(diagnostic)}`).join(''),
      )
    if (!def || def.rules.length !== rules.length) throw new SchemaError(file, '', 'cannot be compiled')
    return `  ${id}: ${JSON.stringify(def)},\n`
  })
  return new Map([
    [
      'src/generated/forms.ts',
      `${HEADER}import type { FormDef } from '../engine/language/expressions/program.ts'\n\nexport const forms: Readonly<Record<string, FormDef>> = {\n${written.join('')}}\n`,
    ],
  ])
}
