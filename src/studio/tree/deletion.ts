import { fixtureFile } from '../../../codegen/fixtures/fixture.ts'
import type { Entry } from '../compiler/protocol.ts'

/** A file with what belongs to it alone, as changes of files (null deletes). */
export interface Deletion {
  changes: Readonly<Record<string, null>>
  /** Data that is deleted with the file: "its saved states". */
  with: readonly string[]
}

/** The deletion of a file: of a screen with its saved states. */
export function deletionOf(
  { file, id, kind }: Pick<Entry, 'file' | 'id' | 'kind'>,
  files: Readonly<Record<string, string>>,
): Deletion {
  const fixtures = fixtureFile(id)
  return kind === 'screen' && files[fixtures] !== undefined
    ? { changes: { [file]: null, [fixtures]: null }, with: ['its saved states'] }
    : { changes: { [file]: null }, with: [] }
}
