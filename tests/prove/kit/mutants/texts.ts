import { drop, edit, put, rename, show, typo, walk } from './project.ts'
import type { Kind, Obj, Project } from './project.ts'

function* locales(project: Project): Generator<{ file: string; root: Obj; lang: string }> {
  for (const [file, root] of project.documents) {
    const lang = /^locales\/([\w-]+)\.json$/.exec(file)?.[1]
    if (lang !== undefined) yield { file, root, lang }
  }
}

/** A kind that changes one text: `change` returns the new text, or undefined if not possible. */
function ofTexts(
  name: string,
  change: (text: string, lang: string, key: string, project: Project) => string | undefined,
  mayPass?: string,
): Kind {
  return {
    name,
    ...(mayPass === undefined ? {} : { mayPass }),
    *sites(project) {
      for (const { file, root, lang } of locales(project)) {
        for (const [key, text] of Object.entries(root)) {
          const into = typeof text === 'string' ? change(text, lang, key, project) : undefined
          if (into !== undefined && into !== text)
            yield edit(project, file, `${key} is "${into}"`, (copy) => put(copy, [key], into))
        }
      }
    },
  }
}

const lostKey: Kind = {
  name: 'lost-text',
  *sites(project) {
    for (const { file, root } of locales(project))
      for (const key of Object.keys(root)) yield edit(project, file, `no ${key}`, (copy) => drop(copy, [key]))
  },
}

const renamedKey: Kind = {
  name: 'renamed-text',
  *sites(project, random) {
    for (const { file, root } of locales(project)) {
      for (const key of Object.keys(root)) {
        const wrong = typo(key, random)
        yield edit(project, file, `${key} is ${wrong}`, (copy) => rename(copy, [key], wrong))
      }
    }
  },
}

const lostTextArgument: Kind = {
  name: 'lost-text-argument',
  *sites(project, random) {
    for (const [file, root] of project.documents) {
      if (!file.startsWith('screens/')) continue
      for (const { value, path } of walk(root)) {
        if (path.at(-1) !== 'args' || value === null || typeof value !== 'object' || Array.isArray(value)) continue
        for (const name of Object.keys(value)) {
          const wrong = typo(name, random)
          yield edit(project, file, `${show(path)}: no "${name}"`, (copy) => drop(copy, [...path, name]))
          yield edit(project, file, `${show(path)}: "${name}" is "${wrong}"`, (copy) =>
            rename(copy, [...path, name], wrong),
          )
        }
      }
    }
  },
}

const PLURAL = /_(zero|one|two|few|many|other)$/
const lostPlural: Kind = {
  name: 'lost-plural-form',
  *sites(project) {
    for (const { file, root } of locales(project)) {
      for (const key of Object.keys(root))
        if (PLURAL.test(key)) yield edit(project, file, `no ${key}`, (copy) => drop(copy, [key]))
    }
  },
}

export const texts: readonly Kind[] = [
  lostKey,
  renamedKey,
  lostTextArgument,
  lostPlural,
  ofTexts('wrong-text-argument', (text) =>
    text.includes('{{') ? text.replace(/\{\{(\w+)\}\}/, '{{$1x}}') : undefined,
  ),
  ofTexts(
    'dropped-text-argument',
    (text) => (text.includes('{{') ? text.replace(/\{\{\w+\}\}/, '') : undefined),
    'a plural form may leave its count out',
  ),
  ofTexts('untranslated', (_text, lang, key, project) => {
    const english = project.documents.get('locales/en.json')?.[key]
    return lang !== 'en' && typeof english === 'string' && /\p{L}{4,}.*\s.*\p{L}{4,}/u.test(english)
      ? english
      : undefined
  }),
  ofTexts('markup-in-text', (text) => `<b>${text}</b>`),
]
