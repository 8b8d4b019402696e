/**
 * The language service for the page of an editor: what a document and its expressions say, without a compilation. `project.ts` answers what needs
 * one. Editors import from these two files only.
 */

// Documents and their nodes.
export { memberPlace, nodeAt, parse, placeAt, toPath, toPlace, type Node, type Place } from './document.ts'
export {
  enclosingNode,
  isNode,
  memberOf,
  outlineEntries,
  traitsOf,
  valueOf,
  type NodeTraits,
  type OutlineEntry,
} from './outline.ts'
export { readVisible, type Visibility } from './visibility.ts'

// Expressions: their tree, what they read and what they prove.
export {
  memberPathOf,
  provedBy,
  queriesHandledIn,
  readsIn,
  readsOf,
  shownValues,
  treeOf,
  type MemberPath,
  type Proof,
  type ShownValues,
} from './expressions.ts'
export { isNull, numberLiteral, parseExpression, stringLiteral, type ASTNode } from '../infer/ast.ts'

// Names in scope with their types, and the facts that the nodes around a position guarantee.
export { factsAt, namesInScope, resolve, schemaOfPath, type ProjectFiles, type Typed } from './scope.ts'
export { typeOf, type PropertySchema } from './propertySchema.ts'

// Completions, and what the schema of a document says of a value.
export {
  completionsAt,
  isInExpression,
  nameCompletions,
  writtenNameAt,
  type Completion,
  type Completions,
  type CompletionSource,
  type WrittenName,
} from './completions.ts'
export { descriptionsOf, schemasAt, type Schema } from './schemaAt.ts'
export type { JsonSchema } from '../keywords/editorSchema.ts'

// The functions of a product, and the folders of its files.
export { signaturesOf, type Signatures } from '../contract/functions.ts'
export { FORM_FILE, formFile } from '../source/folders.ts'
export { sameWordsFile } from '../locales/localeFiles.ts'
export { needsChoices } from '../forms/formWidgets.ts'
export { inferSchema } from '../contract/inferSchema.ts'
export { pseudoLocale } from '../locales/pseudoLocale.ts'

// Findings and changes, with their texts for staff.
export { isFailing, type Diagnostic, type TitledFix } from '../source/findings/diagnostics.ts'
export type { Change, ChangeDetail, ChangeMessage, NodeSubject } from '../compare/change.ts'
export { detailText, valueText, type ChangeVoice } from '../compare/changeText.ts'
export { changedPart, movedItems, orderOf, pairsOf, type ItemComparison } from '../compare/reorder.ts'
export { createTextCatalogue, type Message, type Params, type TextCatalogue } from '../source/textCatalogue.ts'
export { CHANGE_TEXTS, FINDING_TEXTS, type StaffTexts } from './staffTexts.ts'

// The answers of `project.ts`.
export type { TypeAt } from '../project.ts'
export type { ScopeName } from './scopeNames.ts'
export type { SymbolRef } from '../source/names/mention.ts'
export type { Renaming, ShownUse, Use } from './symbols.ts'
