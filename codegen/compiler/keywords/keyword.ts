import type { JsonSchema } from './editorSchema.ts'
import { kindName } from '../lower/readFields.ts'
import type { Field } from '../lower/readFields.ts'

/** A keyword of the screen language. Its module has all that the compiler, an editor, the reference and a comparison know of it. */
export interface Keyword extends Field {
  /** Documentation in Markdown, for editors and the table of keywords in screens/REFERENCE.md. */
  readonly doc: string
}

/** The properties of an object with these keywords, for editors. A schema without a description gets that of its keyword. */
export const propertiesOf = <T extends Keyword>(
  keywords: readonly T[],
  schemaOf: (keyword: T) => JsonSchema | undefined,
): JsonSchema =>
  Object.fromEntries(
    keywords.flatMap((keyword) => {
      const schema = schemaOf(keyword)
      return schema ? [[keyword.name, { description: keyword.doc, ...schema }]] : []
    }),
  )

export const requiredOf = (keywords: readonly Keyword[]): string[] =>
  keywords.filter(({ required }) => required).map(({ name }) => name)

/** The table of keywords in the reference. */
export const keywordTable = (keywords: readonly Keyword[]): string =>
  [
    '| keyword | value | |',
    '| --- | --- | --- |',
    ...keywords.map(
      ({ name, kind, required, doc }) => `| \`${name}\` | ${kindName(kind)}${required ? ', required' : ''} | ${doc} |`,
    ),
  ].join('\n')
