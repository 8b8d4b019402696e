import type { ContractEvents, FormEvents } from './events/contractEvents.ts'
import type { InferenceEvents, TextEvents } from './events/inferenceEvents.ts'
import type { DocumentEvents, FixtureEvents, FlowEvents, PartEvents, SourceEvents } from './events/documentEvents.ts'
import type { Advice } from './source/findings/diagnostics.ts'
import type { Message } from './source/textCatalogue.ts'

/** Findings of the passes at one place, by the name of the event, with the facts that rules need. The events of whole documents are in `rule.ts`. */
export interface FoundEvents
  extends
    SourceEvents,
    ContractEvents,
    FormEvents,
    TextEvents,
    InferenceEvents,
    DocumentEvents,
    PartEvents,
    FlowEvents,
    FixtureEvents {}

type Named<Name, Facts> = { [Member in keyof (Facts & Place)]: (Facts & Place)[Member] } & { event: Name }
interface Place {
  /** Locations before the message, the outermost first. */
  inside?: readonly Message[]
  /** Advice in place of that of the rule. */
  advice?: Advice
  /** The fix of the rule is one of several, so that it is left out. */
  isUncertain?: boolean
}

/** An event with its facts, as a pass emits it. */
export type Found = { [Name in keyof FoundEvents]: Named<Name, FoundEvents[Name]> }[keyof FoundEvents]

/** The same event, with its location before the message. */
export const within = <T extends Found>(place: Message, found: T): T => ({
  ...found,
  inside: [place, ...(found.inside ?? [])],
})
