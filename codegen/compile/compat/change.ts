/** Kinds of changes, in the order of the report. */
export const KINDS = ['screen', 'form', 'call', 'shell', 'text'] as const
export type ChangeKind = (typeof KINDS)[number]

/** One change between two sides, in words. */
export interface Change {
  kind: ChangeKind
  what: 'added' | 'removed' | 'changed'
  /** What has changed: a screen's route, a form's id, a call's id, "tabs", "home" …, a text's key. */
  name: string
  /** One sentence for people: 'The screen "Withdraw" (/pages/assets/withdraw) has changed.' */
  sentence: string
  /** What in it, a sentence each: 'The Button "Submit" (body/4) now leads to /pages/assets/records.' Empty when all is said. */
  details: readonly string[]
}
