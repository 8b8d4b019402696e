import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page of the documentation with its generated sections replaced: the path and the new text. */
export function pageWithTables(
  root: string,
  file: string,
  sections: Readonly<Record<string, string>>,
): [path: string, text: string] {
  let page = readFileSync(join(root, file), 'utf8')
  for (const [section, content] of Object.entries(sections)) page = withSection(file, page, section, content)
  return [file, page]
}

/** The page with the text between the markers of a section replaced. */
function withSection(file: string, page: string, section: string, content: string): string {
  const [begin, end] = [`<!-- ${section}: generated, do not edit -->`, `<!-- /${section} -->`]
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`${file} has no place for this table: ${begin} … ${end}`)
  return `${before}${begin}\n\n${content}\n\n${end}${after}`
}
