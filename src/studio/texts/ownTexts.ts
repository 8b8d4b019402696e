import { parsed } from '../model/document.ts'
import { localesOf } from '../model/texts.ts'
import { withTexts } from './table.ts'

type Files = Readonly<Record<string, string>>

/**
 * The files of texts without those that a value names, that are not live, and that nothing else names: what was made for something goes
 * with it. `kept`: code whose texts stay.
 */
export function withoutOwnTexts(value: unknown, files: Files, published: Files, kept = ''): Record<string, string> {
  const locales = localesOf(files)
  const live = localesOf(published)
  const named = JSON.stringify(value ?? null).match(/"[a-z]\w*(?:\.\w+)+"/gi) ?? []
  const others = Object.entries(files).flatMap(([path, text]) => (path.startsWith('locales/') ? [] : [text]))
  const keys = [...new Set(named)].filter(
    (one) =>
      locales.en?.[one.slice(1, -1)] !== undefined &&
      live.en?.[one.slice(1, -1)] === undefined &&
      !kept.includes(one) &&
      !others.some((text) => text.includes(one)),
  )
  const none = Object.fromEntries(Object.keys(locales).map((language) => [language, '']))
  const changed = keys.reduce<Files>((all, one) => ({ ...all, ...withTexts(all, one.slice(1, -1), none) }), files)
  return Object.fromEntries(Object.entries(changed).filter(([path, text]) => files[path] !== text))
}

/** The files after a removal from one of them: texts of the removed code that are not live and that nothing else names go with it. */
export function filesWithout(
  file: string,
  remove: (text: string) => string,
  files: Files,
  published: Files,
): Record<string, string> {
  const before = files[file] ?? ''
  const after = remove(before)
  const texts = withoutOwnTexts(parsed(before), { ...files, [file]: after }, published)
  return { ...texts, [file]: after }
}
