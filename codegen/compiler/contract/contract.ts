import type { Slot } from '../parts/slot.ts'
import type { CallDef, FormDef } from '../../../src/engine/language/expressions/program.ts'
import type { A11yAnnotation } from '../accessibility/annotations.ts'
import type { AccessRule, LanguagePlugin } from '../../../src/engine/language/plugin.ts'
import type { Signatures } from './functions.ts'
import type { Schema } from './schema.ts'
import type { ObjectType, Type } from '../infer/types.ts'

/** The texts of the source language, as expressions see them. */
export interface Texts {
  /** Argument names of a key's words; undefined when there is no such key. */
  arguments(key: string): ReadonlyMap<string, 'count' | 'value'> | undefined
  keys(): Iterable<string>
}

export interface Call {
  id: string
  file: string
  method: CallDef['method']
  auth: boolean
  effect: CallDef['effect']
  payload: Schema
  data: Schema
  paging?: CallDef['paging']
  /** Access rules that the server enforces, e.g. "verified". */
  needs: readonly string[]
  /** It needs a step-up proof: always, or for these values of a field of the payload. */
  stepUp?: { by?: string; of?: readonly string[] }
  /** Calls whose answers it changes; `by`: for each value of this field of the payload. */
  changes: readonly string[] | { by: string; of: Readonly<Record<string, readonly string[]>> }
  /** Codes of its refusals that its file lists. */
  errors: readonly string[]
  /** Those and the codes of the refusals that it has by its traits, such as a limit that users set. */
  refusals: readonly string[]
  /** The forms whose values it takes; `by`: for each value of this field of the payload. */
  forms?: string | { by: string; of: Readonly<Record<string, string>> }
  /** The text of its success: `success.<name>`. */
  success?: string
  /** Where the figures of the confirmation come from: the answer of a quote, an entity, live values or the form. */
  figures?: { from: FigureSource; of?: string }
  description: string
}

export type FigureSource = 'quote' | 'record' | 'live' | 'typed'

export interface WidgetEvent {
  description?: string
  detail?: Schema
  /** Triggered by the user; it cannot be triggered again while its steps run. */
  guarded?: boolean
  /** The prop that keeps the widget open: the steps of this event must change it. */
  dismisses?: string
  /** A node without a handler of it does nothing. */
  required?: boolean
  /** The widget of a form field that sends it. */
  sentBy?: string
  /** It is sent without the user: at a moment, when something has loaded. */
  automatic?: boolean
  /** The user wants fresh data. */
  asksAgain?: boolean
  /** Props and slots with what the control that sends it shows, in view with it. */
  control?: readonly string[]
}

export interface Widget {
  name: string
  version: number
  description: string
  props: Schema
  slots: Readonly<Record<string, Slot>>
  events: Readonly<Record<string, WidgetEvent>>
  texts: readonly string[]
  a11y: A11yAnnotation
  /** The slot of which only the rows near the window are mounted. */
  virtual?: string
}

export interface Branch {
  description?: string
  as?: string
  type?: Schema | 'x-call-data'
  required?: boolean
  'x-when'?: string
  'x-unless'?: string
}

export interface ActionDef {
  name: string
  version: number
  description: string
  args: Schema
  branches: Readonly<Record<string, Branch>>
  slots: Readonly<Record<string, Slot>>
  texts: readonly string[]
  /** Name of the argument that names the call it sends. */
  sends?: string
  confirms: boolean
  /** The access rule that it proves, e.g. "payPassword". */
  proves?: string
  leaves: boolean
  /** The argument that the previous screen gets as its parameter `result`. */
  returns?: string
  beginsSession: boolean
  endsSession: boolean
  /** The member of the session that it changes. */
  changesSession?: string
  /** The argument that lists the queries or calls whose answers it fetches again; without a value, all queries of the screen. */
  refreshes?: string
  /** It requires a session. */
  needsSession: boolean
  /** Its slots are drawn in a sheet. */
  opensSheet: boolean
  closesSheet: boolean
}

export interface Form {
  id: string
  def: FormDef
  schema: Schema
  /** Its values as an object; fields that are not required are optional. */
  values: Type
  /** Its values while being typed: every field nullable. */
  draft: ObjectType
  texts: readonly string[]
  /** Functions that its rules call. */
  functions: readonly string[]
}

/** Members of a contract besides texts and forms. */
export interface Vocabulary {
  calls: ReadonlyMap<string, Call>
  widgets: ReadonlyMap<string, Widget>
  actions: ReadonlyMap<string, ActionDef>
  icons: ReadonlySet<string>
  /** Kinds of fields that the widget Form draws. */
  formWidgets: ReadonlySet<string>
  accessRules: ReadonlyMap<string, AccessRule>
  signatures: Signatures
  /** The account modes: the values of `session.mode`. */
  modes: LanguagePlugin['modes']
  languages: readonly string[]
  /** Codes of schemas/errors.json that have a text. */
  errorCodes: readonly string[]
  user: Type
  config: Type
  /** Schema of each preference of schemas/preferences.json. */
  preferences: Readonly<Record<string, Schema>>
  named(name: string): Type | undefined
  /** The schema that a `$ref` of a file refers to. */
  resolve(schema: Schema, file: string): Schema
}

/** All inputs that screens are checked against, except other screens. */
export interface Contract extends Vocabulary {
  texts: Texts
  forms: ReadonlyMap<string, Form>
  /** The same object as long as nothing but texts and forms changes. */
  vocabulary: Vocabulary
}

/** The proof that an action with `x-satisfies` of this value obtains. */
export const STEP_UP = 'stepUp'

/** Whether a call needs the proof; `sent` are the members of the payload, by name, where they are known. */
export function needsProof(
  { needs, stepUp }: Pick<Call, 'needs' | 'stepUp'>,
  proof: string,
  sent: ReadonlyMap<string, unknown> = new Map(),
): boolean {
  if (proof !== STEP_UP || !stepUp) return needs.includes(proof)
  const value = sent.get(stepUp.by ?? '')
  return stepUp.of === undefined || typeof value !== 'string' || stepUp.of.includes(value)
}

/** The payload as a screen writes it: a list sets its page and its cursor itself. */
export function screenPayload({ payload, paging }: Pick<Call, 'payload' | 'paging'>): Schema {
  if (!paging) return payload
  const { [paging.after ?? '']: _after, ...properties } = payload.properties ?? {}
  return { ...payload, properties, required: (payload.required ?? []).filter((field) => field !== paging.page) }
}

/** The definition of a call for the client, with the shape by which it validates the data of a reply. */
export function callDef(call: Call, shape: CallDef['data']): CallDef {
  return {
    method: call.method,
    auth: call.auth,
    effect: call.effect,
    ...(call.needs.length > 0 ? { needs: call.needs } : {}),
    ...(call.stepUp ? { stepUp: true as const } : {}),
    data: shape,
    ...(call.paging ? { paging: call.paging } : {}),
  }
}
