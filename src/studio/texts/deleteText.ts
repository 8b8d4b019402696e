import { localesOf } from '../model/texts.ts'
import type { Workspace } from '../model/workspace.ts'
import { withTexts } from './table.ts'

/** Deletes a text in all languages. The compiler says so if the app or the server still names it. */
export function deleteText(workspace: Workspace, key: string): void {
  const { files } = workspace.get()
  const locales = localesOf(files)
  const words = locales.en?.[key] ?? key
  const none = Object.fromEntries(Object.keys(locales).map((language) => [language, '']))
  workspace.edit(`Delete the text “${words}”`, withTexts(files, key, none))
  workspace.notifyDone(`Deleted: the text “${words}”.`)
}
