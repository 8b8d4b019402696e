import { fixtureFile } from '../../../codegen/fixtures/fixture.ts'
import type { Diagnostic } from '../compiler/protocol.ts'
import { languageOf } from '../model/fileNames.ts'
import type { Workspace } from '../model/workspace.ts'

/** Opens the position of a problem: the row of a text, a form, a saved state, or a node. */
export function openProblem(
  workspace: Workspace,
  { file, path, rule }: Pick<Diagnostic, 'file' | 'path' | 'rule'>,
): void {
  // A file of texts that cannot be read has no rows.
  const isOfText = languageOf(file) !== undefined && path !== '' && !['json-syntax', 'duplicate-key'].includes(rule)
  if (isOfText) workspace.set({ view: 'texts', shownText: path })
  else if (file.startsWith('schemas/forms/')) workspace.set({ view: 'forms', open: file, selected: path })
  else {
    const screen = workspace.get().entries.find(({ id }) => fixtureFile(id) === file)
    workspace.openFile(screen?.file ?? file, screen ? '' : path)
    if (screen) workspace.set({ editedFixture: path.split('/')[0] ?? null })
  }
}

/** Opens a file that is listed: texts, a form, or a screen. */
export function openListed(workspace: Workspace, file: string): void {
  if (languageOf(file) !== undefined) workspace.set({ view: 'texts', shownText: null })
  else if (file.startsWith('schemas/forms/')) workspace.set({ view: 'forms', open: file, selected: '' })
  else workspace.openFile(file)
}
