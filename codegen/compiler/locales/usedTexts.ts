import type { CheckedProject } from '../checkedProject.ts'
import { formFile } from '../source/folders.ts'
import { members } from '../source/source.ts'

const CODES = [
  ['schemas/errors.json', 'error'],
  ['schemas/successes.json', 'success'],
] as const

/** The keys of all texts that a project uses, plural forms by their base key. `without`: a file whose uses do not count. */
export function usedTexts(
  {
    sources,
    screens,
    parts,
    contract,
    shellTexts,
  }: Pick<CheckedProject, 'sources' | 'screens' | 'parts' | 'contract' | 'shellTexts'>,
  without?: string,
): ReadonlySet<string> {
  const used = new Set(shellTexts)
  const add = (texts: Iterable<string>): void => {
    for (const text of texts) used.add(text)
  }
  for (const screen of screens) if (screen.file !== without) add(screen.used.texts)
  for (const [id, part] of parts) if (`screens/parts/${id}.json` !== without) add(part.used.texts)
  for (const [id, form] of contract.forms) if (formFile(id) !== without) add(form.texts)
  for (const { texts } of [...contract.widgets.values(), ...contract.actions.values()]) add(texts)
  for (const [file, prefix] of CODES)
    for (const { name } of members(sources.get(file)?.root)) used.add(`${prefix}.${name}`)
  // A code that is missing in errors.json, and that a call answers with, is reported there: its text is no remnant.
  for (const { errors } of contract.calls.values()) add(errors.map((code) => `error.${code}`))
  return used
}
