import { readArguments } from '../commands/options.mjs'
import { generate } from '../generate.ts'
import { addLanguage, englishName, LanguageError } from './addLanguage.ts'

const USAGE = `npm run language <tag>

Makes locales/<tag>.json with every text, each marked as not translated: { "en": "…" }. The app offers the language at once, and shows
English where a mark is. Put the translation in the place of a mark; npm run check reports how many are left. The name of the language and
its direction come from the platform. Run it again to mark texts that were added to English later.

Examples: npm run language it, npm run language sr-Latn. To remove a language, delete its file and run npm run generate.
`

try {
  const { positionals } = readArguments({ usage: USAGE, positionals: true, options: {} })
  const [tag] = positionals
  if (tag === undefined || positionals.length > 1) throw new LanguageError(USAGE)
  const root = process.cwd()
  const { language, file, open, all } = addLanguage(root, tag)
  await generate(root)
  console.log(`${englishName(language)}: ${open} of ${all} texts are to be translated in ${file}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
