import type { Json } from '../../../src/engine/language/expressions/program.ts'

/** Kinds of changes, in the order of the report. */
export const KINDS = ['screen', 'form', 'call', 'shell', 'text'] as const
export type ChangeKind = (typeof KINDS)[number]

/** A text of texts/changes.json by its code, with the values that it names. */
export interface ChangeMessage {
  code: string
  params?: Readonly<Record<string, ChangeParam>>
}

/** A node by the first value that it shows, and its path. */
export interface NodeSubject {
  widget: string
  shown: ChangeValue | null
  path: string
}

/** A screen by its title, if that is one text, and its route. */
export interface ScreenSubject {
  title: string | null
  route: string
}

/** A value that is known, the words of a text, or an expression as it is written. */
export type ChangeValue = { json: Json } | { words: string } | { expression: string }

/** A name as it is, a text in quotes, a list, a message within the message, or a subject that each voice names in its own way. */
export type ChangeParam =
  | string
  | number
  | { quoted: string }
  | { list: readonly ChangeParam[] }
  | { node: NodeSubject }
  | { screen: ScreenSubject }
  | { property: { widget: string; name: string } }
  /** An expression that is true or false. */
  | { condition: string }
  /** Codes of languages. */
  | { languages: readonly string[] }
  /** A widget, an action, a function or a kind of field, with its version after "@" unless it is the first. */
  | { capability: string }
  | ChangeValue
  | ChangeMessage

/** One difference in what has changed. `inside`: the messages before its own, such as the node and the event. */
export interface ChangeDetail extends ChangeMessage {
  inside?: readonly ChangeMessage[]
}

/** One change between two sides. */
export interface Change {
  kind: ChangeKind
  what: 'added' | 'removed' | 'changed'
  /** The changed item: a screen's route, a form's id, a call's id, "tabs", "home" …, a text's key. */
  name: string
  /** 'The screen "News" (/news/list) has changed.' */
  head: ChangeMessage
  /** 'The Button "Submit" (body/4), on press: it now leads to /news/read.' May be empty. */
  details: readonly ChangeDetail[]
}

/** Names, each in quotes. */
export const quotedList = (names: readonly string[]): ChangeParam => ({ list: names.map((quoted) => ({ quoted })) })

/** The detail after a message that says where it is. */
export const within = (outer: ChangeMessage, { inside = [], ...own }: ChangeDetail): ChangeDetail => ({
  ...own,
  inside: [outer, ...inside],
})
