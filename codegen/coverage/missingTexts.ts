import type { Project } from './project.ts'

/** The languages in which a text is missing. */
export function languagesMissing(project: Project, key: string): string[] {
  return project
    .files('locales', '.json')
    .filter((path) => !path.startsWith('locales/same/') && !Object.hasOwn(project.json(path) ?? {}, key))
}

/** One line for each text that is missing in some language. */
export function describeMissingTexts(project: Project, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const languages = languagesMissing(project, key)
    return languages.length > 0 ? [`text ${key} in ${languages.length} languages`] : []
  })
}
