import type { Json, Screen, Shell } from '../../src/engine/language/expressions/program.ts'
import type { OutlineItem } from './accessibility/outline.ts'
import type { CheckedProject } from './checkedProject.ts'
import type { CheckedScreen } from './compiledScreen.ts'
import type { Contract, Vocabulary } from './contract/contract.ts'
import type { DeclaredQuery, RouteInfo, State } from './contract/declarations.ts'
import type { Report, RuleMeta } from './source/findings/diagnostics.ts'
import type { FoundEvents } from './events.ts'
import type { ASTNode } from './infer/ast.ts'
import type { JsonNode, Range, Source } from './source/source.ts'
import type { SiblingProperties } from './source/schemaNodes.ts'

/** A rule: what it demands, and what it checks on each event. The only file that knows the rule is its own. */
export interface Rule {
  meta: RuleMeta
  on: { readonly [Event in keyof Events]?: (event: Events[Event], report: ReportOf<Event>) => void }
}

/** Events of whole documents: each has the input that its pass prepares. */
export interface DocumentPasses {
  /** A lowered screen that is within the limits. */
  screen: ScreenInput
  /** All lowered screens that are within the limits. */
  screens: ScreensInput
  /** The nodes of a lowered screen, in page order. */
  outline: OutlineInput
  /** A compiled screen or part: what it declares, and whether it is used. */
  unit: UnitInput
  /** An expression of a screen, part or form. */
  expression: ExpressionInput
  /** A call of the contract. */
  call: CallInput
  /** A schema of the contract, of a state or of a parameter. */
  schema: SchemaInput
  /** A text of a language. */
  text: TextInput
  /** All texts of a language. */
  locale: LocaleInput
  /** All files of the project. */
  project: CheckedProject
}

/** All events: those of whole documents, and what passes find at one place. */
export interface Events extends DocumentPasses, FoundEvents {}

/** Where a rule reports: an event of one place is reported there. */
interface Reports {
  screen: ReportAt
  screens: ReportInScreen
  outline: ReportItem
  unit: ReportInFile
  expression: ReportRange
  call: ReportInFile
  schema: ReportInFile
  locale: ReportInFile
  project: ReportInSource
}

export type ReportOf<Event> = Event extends keyof Reports ? Reports[Event] : (report: Report) => void

export interface ScreenInput {
  screen: Screen
  routes: ReadonlyMap<string, RouteInfo>
  /** Undefined without screens/shell.json. */
  shell: Shell | undefined
  contract: Contract
}

export interface ScreensInput {
  screens: readonly CheckedScreen[]
  shell: Shell | undefined
  contract: Contract
}

export interface OutlineInput {
  screen: Screen
  items: readonly OutlineItem[]
  contract: Vocabulary
  /** The length of a design token in pixels. */
  sizeOf: (token: string) => number | undefined
}

export interface UnitInput {
  kind: 'screen' | 'part'
  /** Empty in a part. */
  states: ReadonlyMap<string, State>
  /** Empty in a part. */
  queries: ReadonlyMap<string, DeclaredQuery>
  /** `set`: whether a step of a part sets a parameter that it may set. */
  params: ReadonlyMap<string, { used: boolean; at: Range; set?: boolean }>
  /** Queries that nodes wait for, show the error of, or give to a part. */
  handledQueries: ReadonlySet<string>
  /** Names declared by "let". */
  names: readonly { name: string; at: Range; path: string; used: boolean }[]
  /** Forms whose values are read or set, with the range of the step that sets them. */
  drafts: ReadonlyMap<string, Range | undefined>
  /** Forms that are shown. */
  forms: ReadonlySet<string>
  text: string
}

export interface ExpressionInput {
  text: string
  ast: ASTNode
}

export interface SchemaInput {
  source: Source
  /** Files that the schema may refer to. */
  sources: ReadonlyMap<string, Source>
  root: JsonNode
  path: string
  /** Its sizes must be bounded, as those of input or of output of the server; undefined too where it is not within the dialect. */
  bounds?: 'input' | 'output'
  /** Its amounts must name their currency; `alone`: no object is around it. */
  amounts?: 'alone' | 'embedded'
  /** The properties beside it. */
  siblings?: SiblingProperties
}

export interface CallInput {
  name: string
  root: JsonNode
  method: Json | undefined
  effect: Json | undefined
  auth: Json | undefined
}

export interface TextInput {
  key: string
  text: string
  /** The text of the source language; undefined in the source language itself, and without one. */
  original: string | undefined
  /** Matches a letter of the script of the language; undefined for an unknown script. */
  script: RegExp | undefined
  /** Words that the language has in common with the source language. */
  same: ReadonlySet<string>
}

export interface LocaleEntry {
  key: JsonNode
  value: JsonNode
  text: string
}

export interface LocaleInput {
  language: string
  entries: ReadonlyMap<string, LocaleEntry>
  /** Keys of texts that are marked as not translated; with any, the language may lack texts. */
  marks: ReadonlySet<string>
  /** The texts of the source language; undefined for the source language itself, and without one. */
  english: ReadonlyMap<string, LocaleEntry> | undefined
  /** The range of the bracket that closes the file. */
  end: Range
}

/** Reports at the source path of a lowered node or step; `key`: at the name of the member, not at its value. */
export type ReportAt = (report: Report, at: string, key?: boolean) => void
/** As `ReportAt`, in the file of a screen. */
export type ReportInScreen = (report: Report, file: string, at: string, key?: boolean) => void
/** Reports at a member of a node, e.g. "props/tone"; without `about` at its widget. */
export type ReportItem = (report: Report, item: OutlineItem, about?: string) => void
/** Reports at a range of the expression; without a range at the whole of it. */
export type ReportRange = (report: Report, at?: Range) => void
/** Reports at a node or range of the file in work. */
export type ReportInFile = (report: Report, at: JsonNode | Range, path?: string) => void
/** As `ReportInFile`, in any file. */
export type ReportInSource = (report: Report, source: Source, at: JsonNode | Range, path?: string) => void
