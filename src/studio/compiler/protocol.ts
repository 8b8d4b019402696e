import type {
  Change,
  Diagnostic,
  JsonSchema,
  Renaming,
  ScopeName,
  ShownUse,
  SymbolRef,
  TypeAt,
} from '../../../codegen/compiler/service/index.ts'
import type { ReplyKind, Variant } from '../../../codegen/fixtures/fixture.ts'
import type { Answer, Envelope } from '../../../codegen/fixtures/reply.ts'
import type { Params } from '../preview/exampleParams.ts'
import type { CallDef, FormDef, Json, Manifest, Screen } from '../../engine/language/expressions/program.ts'

export type { Diagnostic, JsonSchema, Renaming, ScopeName, ShownUse, SymbolRef, TypeAt }

export type EntryKind = 'screen' | 'part' | 'form' | 'texts'

/** Properties of a file that the catalogue's tree shows and searches. */
export interface Entry {
  file: string
  kind: EntryKind
  /** Identifier of a screen, a part or a form; the language of texts. */
  id: string
  /** The title as users see it in English. */
  title: string
  route?: string
  calls: readonly string[]
  widgets: readonly string[]
  parts: readonly string[]
  forms: readonly string[]
  /** Keys of texts. */
  texts: readonly string[]
}

/** The result of a check of the whole catalogue. */
export interface Snapshot {
  diagnostics: readonly Diagnostic[]
  entries: readonly Entry[]
  milliseconds: number
}

/** Content of the preview of a change set: the screens and texts that differ from the published ones. */
export interface PreviewContent {
  routes: Record<string, Screen | null>
  locales: Record<string, Readonly<Record<string, string>>>
  shell?: Manifest['shell']
}

export type { Answer, Envelope, Variant }

/** Source of the replies to a screen's queries: the server's data, or a state that the screen must handle. */
export type DataState = 'live' | ReplyKind

/** Replies to the calls of a frame. */
export interface AnswerChoice {
  /** The file of the screen; null: another page. */
  screen: string | null
  /** Name of a fixture of the screen; empty for none. */
  fixture: string
  data: DataState
  /** The states of single queries, by name; the others have that of the fixture, or of `data`. */
  queries: Readonly<Record<string, DataState>>
  /** A kind of user, or "visitor". */
  user: string
}

/** A request of the app. */
export interface AskedCall {
  call: string
  payload: Readonly<Record<string, unknown>>
}

export interface Description {
  changes: readonly Change[]
  outdated: readonly { key: string; languages: readonly string[] }[]
}

/** A form with sample data. */
export interface SampledForm {
  id: string
  values: Readonly<Record<string, Json>>
}

/** A widget as its stories show it. */
export interface ShownWidget {
  widget: string
  stories: readonly Story[]
}

export interface Story {
  name: string
  props: Readonly<Record<string, Json>>
  /** A string is short for a Text. */
  slots?: Readonly<Record<string, string | readonly StoryNode[]>>
}

export type StoryNode = Partial<Omit<Story, 'name'>> & { widget: string }

/** A picture of the gallery: a widget by one of its stories, or a part; its sentence where it cannot be drawn. */
export interface GalleryItem {
  /** Key by which a press finds it. */
  mark: string
  title: string
  about: string
  widget?: string
  story?: Story
  part?: string
}

/** Pictures of several widgets and parts. */
export interface Gallery {
  items: readonly GalleryItem[]
}

/** Content that a draft shows on a separate screen. */
export type IsolatedContent = SampledForm | ShownWidget | Gallery

/** The route of that screen, in drafts only. */
export const ISOLATED_ROUTE = '/studio/isolated'

/** The parameters that links to a screen pass; or a call whose reply is needed first, with the name of that reply. */
export type LinkExample = { params: Params } | { asks: AskedCall; method: CallDef['method']; reply: string }

/** The requests of the page to the compiler's worker, by method. */
export interface Methods {
  /** Reads the published project and the changes of a change set. */
  open(published: Readonly<Record<string, string>>, changes: Readonly<Record<string, string | null>>): Snapshot
  /**
   * Replaces files, null deletes, and checks the screen `first` alone. Null: only a check of all files has a result, since it is no screen, or
   * others have changed with it.
   */
  update(changes: Readonly<Record<string, string | null>>, first: string): readonly Diagnostic[] | null
  /** Checks the whole catalogue. */
  check(): Snapshot
  /** JSON Schema of screens and parts, with the names of this catalogue; of the fixtures of a screen for their file. */
  schema(file?: string): JsonSchema | null
  /** `marked`: the files whose nodes the preview can select. `isolated`: the content shown on a separate screen. */
  preview(marked: readonly string[], isolated?: IsolatedContent): PreviewContent
  /** A form as the server gets it; null for an unknown one. */
  form(id: string): FormDef | null
  /** Effects of a publication of the changes, as sentences, and the texts whose translations may be outdated. */
  describe(): Description
  /** How many letters fit where each text with a limit is shown, by key. */
  textLimits(): Readonly<Record<string, number>>
  /** The keys of the texts that only this file uses. */
  textsOnlyIn(file: string): readonly string[]
  /** Symbol at a position of a file. */
  symbolAt(file: string, offset: number): SymbolRef | null
  /** The type of the expression at a position of a screen or part. */
  typeAt(file: string, offset: number): TypeAt | null
  /**
   * The names in scope of the expression that is written at an offset of a text of a screen or part, or the members of the value at the path
   * `holder` there.
   */
  namesAt(file: string, text: string, offset: number, holder: readonly string[]): readonly ScopeName[]
  /** Where a symbol is named, its declarations first. */
  uses(symbol: SymbolRef): readonly ShownUse[]
  rename(symbol: SymbolRef, to: string): Renaming
  /** Reply to a request, made from a recorded reply; null: the server replies. */
  answer(asked: AskedCall, choice: AnswerChoice, recorded?: Envelope): Answer | null
  /** The required parameters of a screen as a link passes them, by the replies that were asked for until now; null for no screen. */
  linkExample(file: string, user: string, replies: Readonly<Record<string, Json>>): LinkExample | null
}

export type Method = keyof Methods

export interface Request {
  id: number
  method: Method
  args: readonly unknown[]
}

export type Reply = { id: number; result: unknown } | { id: number; error: string }
