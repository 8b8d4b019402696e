/** Kinds of changes, in the order of the report. */
export const KINDS = ['screen', 'form', 'call', 'shell', 'text'] as const
export type ChangeKind = (typeof KINDS)[number]

/** One change between two sides, as text. */
export interface Change {
  kind: ChangeKind
  what: 'added' | 'removed' | 'changed'
  /** The changed item: a screen's route, a form's id, a call's id, "tabs", "home" …, a text's key. */
  name: string
  /** One sentence for people: 'The screen "News" (/news/list) has changed.' */
  sentence: string
  /** Details, one sentence each: 'The Button "Submit" (body/4) now leads to /news/read.' May be empty. */
  details: readonly string[]
}
