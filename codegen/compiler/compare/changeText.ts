import texts from '../messages/changes.json' with { type: 'json' }
import { createTextCatalogue, type TextCatalogue } from '../source/textCatalogue.ts'
import type {
  Change,
  ChangeDetail,
  ChangeMessage,
  ChangeParam,
  ChangeValue,
  NodeSubject,
  ScreenSubject,
} from './change.ts'
import { joinWords, quote, truncate } from './formatExpr.ts'

/** Names of what changes are about, for developers or for staff. */
export interface ChangeVoice {
  /** Texts of changes; a code that is missing is taken from those for developers. */
  texts: TextCatalogue
  quote(text: string): string
  /** `message`: the one that names the node. */
  node(node: NodeSubject, message: ChangeMessage): string
  screen(screen: ScreenSubject): string
  property(property: { widget: string; name: string }): string
  condition(expression: string): string
  languages(codes: readonly string[]): string
  capability(name: string): string
  /** `message`: the one that names the value. */
  value(value: ChangeValue, message: ChangeMessage): string
}

const developerTexts = createTextCatalogue(texts)

/** The voice of a terminal: names, paths and expressions as they are written. */
export const developerVoice: ChangeVoice = {
  texts: developerTexts,
  quote,
  node: ({ widget, shown, path }) => `The ${widget} ${shown === null ? '' : `${valueText(shown)} `}(${path})`,
  screen: ({ title, route }) => (title === null ? route : `${quote(title)} (${route})`),
  property: ({ name }) => `its ${name}`,
  condition: truncate,
  languages: joinWords,
  capability: (name) => name,
  value: valueText,
}

/** A value as it is written. */
export function valueText(value: ChangeValue): string {
  if ('words' in value) return quote(value.words)
  if ('expression' in value) return truncate(value.expression)
  return typeof value.json === 'string' ? quote(value.json) : truncate(JSON.stringify(value.json))
}

/** The text of a detail with all before it. */
export const detailText = ({ inside = [], ...own }: ChangeDetail, voice = developerVoice): string =>
  [...inside, own].map((message) => messageText(message, voice)).join('')

/** The text of a message. Throws if its code has no text. */
export function messageText(message: ChangeMessage, voice = developerVoice): string {
  const params = Object.fromEntries(
    Object.entries(message.params ?? {}).map(([name, param]) => [name, paramText(param, message, voice)]),
  )
  const catalogue = [voice.texts, developerTexts].find(({ has }) => has(message.code))
  if (!catalogue) throw new Error(`No text has the code ${message.code}`)
  return catalogue.textOf({ code: message.code, params })
}

function paramText(param: ChangeParam, message: ChangeMessage, voice: ChangeVoice): string | number {
  if (typeof param !== 'object') return param
  if ('code' in param) return messageText(param, voice)
  if ('quoted' in param) return voice.quote(param.quoted)
  if ('list' in param) return joinWords(param.list.map((item) => String(paramText(item, message, voice))))
  if ('node' in param) return voice.node(param.node, message)
  if ('screen' in param) return voice.screen(param.screen)
  if ('property' in param) return voice.property(param.property)
  if ('condition' in param) return voice.condition(param.condition)
  if ('languages' in param) return voice.languages(param.languages)
  if ('capability' in param) return voice.capability(param.capability)
  return voice.value(param, message)
}

/** The changes as lines for a terminal: each sentence with its details indented below. No lines: no changes. */
export const changeLines = (changes: readonly Change[]): string[] =>
  changes.flatMap(({ head, details }) => [messageText(head), ...details.map((detail) => `  ${detailText(detail)}`)])
