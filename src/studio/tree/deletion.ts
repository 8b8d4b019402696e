import { fixtureFile } from '../../../codegen/fixtures/fixture.ts'
import type { Entry } from '../compiler/protocol.ts'
import { localesOf } from '../model/texts.ts'
import { withTexts } from '../texts/table.ts'

/** A file with what belongs to it alone, as changes of files (null deletes). */
export interface Deletion {
  changes: Readonly<Record<string, string | null>>
  /** Data that is deleted with the file: "its saved states", "2 texts: “Title” and “Send”". */
  with: readonly string[]
}

const SHOWN = 6

/** The deletion of a file, of a screen with its saved states. `texts`: keys of the texts that only it uses. */
export function deletionOf(
  { file, id, kind }: Pick<Entry, 'file' | 'id' | 'kind'>,
  texts: readonly string[],
  files: Readonly<Record<string, string>>,
): Deletion {
  const locales = localesOf(files)
  const none = Object.fromEntries(Object.keys(locales).map((language) => [language, '']))
  const left = texts.reduce((all, key) => ({ ...all, ...withTexts(all, key, none) }), files)
  const words = texts.flatMap((key) => locales.en?.[key] ?? [])
  const fixtures = fixtureFile(id)
  const hasStates = kind === 'screen' && files[fixtures] !== undefined
  return {
    changes: {
      ...Object.fromEntries(Object.entries(left).filter(([path, text]) => files[path] !== text)),
      [file]: null,
      ...(hasStates && { [fixtures]: null }),
    },
    with: [...(hasStates ? ['its saved states'] : []), ...(words.length > 0 ? [textsInWords(words)] : [])],
  }
}

function textsInWords(words: readonly string[]): string {
  const more = words.length - SHOWN
  const shown = words.slice(0, SHOWN).map((text) => `“${text}”`)
  return `${words.length === 1 ? '1 text' : `${words.length} texts`} that nothing else uses: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
