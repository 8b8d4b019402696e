import {
  detailText,
  valueText,
  type ChangeDetail,
  type ChangeMessage,
  type ChangeVoice,
  type NodeSubject,
} from '../../../codegen/compiler/service/index.ts'
import { valueAt } from '../merge/edits.ts'
import { studioLanguage } from '../model/studioLanguage.ts'
import { languageName } from '../model/fileNames.ts'
import { titleOf as titleOfProperty, wordsOf } from '../model/titles.ts'
import type { PropertySchema, WidgetInfo } from '../model/vocabulary.ts'
import { expressionWords, TEXTS } from './expressionWords.ts'
import { enumWords, factsOf, nodeWords, type TitleOf } from './differenceWords.ts'

/** Languages that are listed; more are counted. */
const LISTED = 2

/** The document that the changes are in. */
export interface ChangedDocument {
  /** Its text as it is now; undefined: it is deleted, or there is none. */
  text: string | undefined
  english: Readonly<Record<string, string>>
  widgets: ReadonlyMap<string, WidgetInfo>
  titleOf?: TitleOf
}

/** The text of a change for staff, without paths and names of the code. */
export function staffText(change: ChangeDetail, document: ChangedDocument): string {
  const { node } = (change.params?.node ?? {}) as { node?: NodeSubject }
  const facts =
    change.code === 'node/added' && node
      ? factsOf(valueAt(document.text ?? 'null', node.path.split('/')), document.titleOf)
      : []
  return detailText(
    facts.length > 0
      ? { ...change, code: 'node/addedWith', params: { ...change.params, facts: facts.join('; ') } }
      : change,
    staffVoice(document),
  )
}

/** Names elements by their content, properties by their titles, and describes conditions and languages. */
function staffVoice({ text, english, widgets }: ChangedDocument): ChangeVoice {
  const schemaOf = (widget: string, name: string): PropertySchema | undefined =>
    widgets.get(widget)?.props.properties?.[name]
  const quote = (words: string): string => `“${words}”`
  return {
    texts: TEXTS[studioLanguage()],
    quote,
    node({ widget, shown, path }, { code }) {
      const name = wordsOf(widget)
      const label = shown && ('words' in shown ? shown.words : 'json' in shown ? shown.json : null)
      if (typeof label === 'string') return `The ${name} ${quote(label)}`
      // A removed node was in the document before.
      const words = text === undefined || code === 'node/removed' ? '' : nodeWords(text, path, english)
      return words.includes('“') ? `The ${words.charAt(0).toLowerCase()}${words.slice(1)}` : `A ${name}`
    },
    screen: ({ title, route }) => quote(title ?? route),
    property({ widget, name }) {
      const schema = schemaOf(widget, name)
      return schema ? quote(titleOfProperty(name, schema)) : `its ${name}`
    },
    condition: (expression) => expressionWords('condition', expression),
    languages: (codes) => (codes.length > LISTED ? `${codes.length} languages` : codes.map(languageName).join(' and ')),
    capability: (name) => `${wordsOf(name.replace(/@\d+$/, ''))}${name.includes('@') ? ' as it is now' : ''}`,
    value(value, message) {
      if ('words' in value) return quote(value.words)
      if ('expression' in value) return expressionWords('value', value.expression)
      if (typeof value.json !== 'string') return valueText(value)
      return quote(enumWords(value.json, schemaOfName(message)) ?? value.json)
    },
  }

  /** The schema of the property that a message gives a value of. */
  function schemaOfName({ params }: ChangeMessage): PropertySchema | undefined {
    const name = params?.name
    return typeof name === 'object' && 'property' in name
      ? schemaOf(name.property.widget, name.property.name)
      : undefined
  }
}
