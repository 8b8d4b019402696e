import type { JsonSchema } from './editorSchema.ts'
import type { Keyword } from './keyword.ts'

/** Switches warnings off at the screen, query, node or step that has it. `compile/allowedWarnings.ts` applies and checks it; it lowers to nothing. */
export const ALLOW = {
  name: 'allow',
  kind: 'object',
  doc: 'Warnings that are intended here, each with its reason: `{"frequent-refresh": "The price expires after two seconds."}`. It covers this object, not the nodes and steps in it.',
  synonyms: ['disable', 'suppress', 'ignore', 'lintIgnore'],
} as const satisfies Keyword

export const ALLOW_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'string', minLength: 1 },
  minProperties: 1,
}
