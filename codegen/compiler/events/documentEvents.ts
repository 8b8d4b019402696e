import type { Json } from '../../../src/engine/language/expressions/program.ts'
import type { ActionDef, Widget } from '../contract/contract.ts'
import type { Schema } from '../contract/schema.ts'
import type { UnitRef } from '../contract/unitRef.ts'
import type { SyntaxFault } from '../infer/ast.ts'
import type { Binding } from '../infer/scope.ts'
import type { DecimalType, Type } from '../infer/types.ts'
import type { Advice } from '../source/findings/diagnostics.ts'
import type { ExceededLimit, JsonNode, SyntaxProblem } from '../source/source.ts'
import type { NoFacts } from './noFacts.ts'

/** Files and their limits. */
export interface SourceEvents {
  allowWithoutReason: { name: string }
  allowsError: { name: string }
  allowsNothing: { name: string }
  allowsUnknown: { name: string; rules: Iterable<string> }
  byteOrderMark: NoFacts
  duplicateMember: { name: string }
  invalidAddress: NoFacts
  /** A literal against one keyword of its schema, and the value of the keyword. */
  literalBeyondLimit: { keyword: string; limit: Json; schema: Schema }
  literalNotAllowed: { value: unknown; values: readonly string[] }
  /** A byte that is not UTF-8 is read as U+FFFD. */
  notUtf8: NoFacts
  /** A file that is not parsed. */
  refusedFile: { limit: ExceededLimit }
  routeTaken: { file: string }
  syntaxError: { problem: SyntaxProblem; text: string }
  tooManyFiles: { count: number }
  tooManyFindings: NoFacts
}

/** Members and values of screens and parts. */
export interface DocumentEvents {
  /** The value of "slots" of a node. */
  slotsGiven: { slots: JsonNode }
  /** `outer`: rows without this repeater. */
  nodeRepeated: { rows: number; repeaters: number; outer: number }
  actionMissing: NoFacts
  addressRouteNeedsParams: { route: string; required: readonly string[] }
  anyStringForEnum: { from: Type; to: Type }
  branchWithoutStep: NoFacts
  closesNoSheet: NoFacts
  /** `names`: those in scope; a text that is an expression of them lacks only its "=". */
  conditionNotExpression: { node: JsonNode; names: ReadonlyMap<string, Binding> }
  /** `slot`: with nodes in the node itself and in its "slots". */
  duplicateSlot: { slot: string }
  errorShownAround: { query: string }
  /** `fault`: what the parser says of the text. */
  expressionNotParsed: { text: string; fault: SyntaxFault }
  /** `silent`: the argument that suppresses the toast. */
  failureNotSeen: { silent: string }
  fieldMayBeAbsent: { name: string }
  fieldMissing: { name: string }
  fieldNotExpected: { name: string }
  /** `action`: the one that asks the user, as the last step. */
  confirmationWithoutStep: { action: string }
  handlerWithoutStep: NoFacts
  indexNotCounted: NoFacts
  initialValueMissing: NoFacts
  intervalOutOfRange: { seconds: number }
  invalidDefault: NoFacts
  /** `meant`: the repeater that an invalid one clearly means. */
  invalidRepeater: { node: JsonNode; meant: string | undefined }
  /** `fix`: the address with a slash before it. */
  invalidRoute: { fix: Advice | undefined }
  invalidRowName: { name: string }
  keyNotExpression: { node: JsonNode; names: ReadonlyMap<string, Binding> }
  /** A keyword that has a meaning only beside another one. */
  keywordNeedsOther: { keyword: string; other: string }
  largeName: NoFacts
  letNotExpression: { node: JsonNode; names: ReadonlyMap<string, Binding> }
  literalNeeded: NoFacts
  longToolbar: { nodes: number; limit: number }
  memberMissing: { name: string }
  noMatchingAlternative: NoFacts
  /** `name`: of the keyword or slot. */
  noNodes: { name: string }
  noQueryListed: NoFacts
  notNullExpected: { to: Type }
  /** `numbers`: those of the expression; `expected`: the allowed ones. Both as text. */
  numberNeverWithin: { numbers: string; expected: string }
  numberNotAllowed: { values: readonly number[] }
  optionalStateReference: NoFacts
  otherFormat: { from: Type; to: Type }
  /** The id of a file that is not its path. */
  otherId: { kind: 'screen' | 'part'; file: string; id: string }
  /** `isInstead`: an object is written where a list is expected. */
  otherKind: { kind: string; isInstead: boolean }
  otherRootCount: { nodes: number }
  otherUnit: { from: Type; to: Type }
  /** The name of a query in a keyword of a part's node. */
  partHasNoQueries: { keyword: string; query: string; queries: Iterable<string> }
  pathWithoutEquals: { path: string; fix: Advice }
  propMissing: { widget: string; name: string }
  queryListedTwice: { query: string }
  queryNotPaged: { query: string }
  queryWithEffect: { call: string }
  redundantName: { name: string; other: string }
  repeatedId: { id: string }
  repeatedRoot: NoFacts
  repeaterNotList: { type: Type }
  /** `holder`: what needs the member, for a sentence. */
  requiredMemberMissing: { holder: string; name: string }
  routeParameterType: { types: readonly string[] }
  rowKeyIgnoresRow: { row: string }
  rowKeyMissing: { suggestion: Advice }
  /** The key of a repeated node, whose type is wrong as `mismatch` says. */
  rowKeyType: NoFacts
  rowKeyWithoutId: { row: string }
  rowsOfEmptyList: { list: string }
  runsAfterFailure: { call: string }
  sameErrorInRows: NoFacts
  /** A state or a value in a state that may be null, and the field in it that a step sets. */
  setsFieldOfNull: { outer: string; field: string }
  stateTypeMissing: { state: string }
  stateWithoutFields: { outer: string; type: Type }
  stepAfterLeaving: { action: string }
  tooManyLevels: { holder: string; depth: number }
  /** `holder`: "The screen" or "The part". */
  tooManyNodes: { holder: string; nodes: number }
  toolbarWithoutBar: { navigationBar: string }
  typeMismatch: { from: Type; to: Type }
  /** A state without a "type" whose value is an expression. */
  typeOfInitialExpressionMissing: { state: string }
  /** A field that distinguishes the objects of a union. */
  unionIndistinct: { tag: string }
  unknownAccess: { name: string; accessRules: ReadonlyMap<string, unknown> }
  unknownAction: { action: string; actions: Iterable<string> }
  unknownArgument: { actionDef: ActionDef; name: string }
  unknownEvent: { widget: Widget; name: string }
  unknownFieldOfState: { field: string; outer: string; fields: Iterable<string> }
  unknownForm: { form: string; forms: Iterable<string> }
  /** `holder`: what cannot have the member, e.g. "A screen". */
  unknownMemberOfHolder: { holder: string; name: string; suggestion: Advice | undefined }
  unknownNavigationBar: { name: string; kinds: readonly string[] }
  unknownPayloadField: { name: string; fields: Iterable<string> }
  unknownPreference: { name: string; preferences: Iterable<string> }
  /** `keyword`: the keyword of nodes that the name is. */
  unknownProp: { widget: Widget; name: string; keyword: string | undefined }
  unknownProperty: { name: string; names: Iterable<string> }
  unknownQuery: { kind: 'screen' | 'part'; query: string; queries: Iterable<string> }
  /** `isParameter`: the part has the parameter, which is not declared as one that it may set. */
  unknownSettableParam: { name: string; isParameter: boolean; parameters: Iterable<string> }
  unknownSlot: { widget: Widget; name: string }
  unknownState: { state: string; states: Iterable<string> }
  unknownWidget: { name: string; widgets: Iterable<string> }
  untypedValue: { from: Type; to: Type }
  valueNotInEnum: { value: string; to: Type }
  waitingToolbar: { query: string }
}

/** Uses of parts. */
export interface PartEvents {
  /** Repeaters and rows with those around the part; `own`: those of the part. */
  partUsed: { rows: number; repeaters: number; own: { rows: number; repeaters: number } }
  actionArgumentMissing: { action: string; name: string }
  /** The same for a part that sets the state. */
  amountOfCurrencyNotGiven: { part: string; unit: string; amount: string }
  largeParameters: NoFacts
  otherStateType: { set: Type; state: Type }
  partClosesNoSheet: { part: string }
  partCycle: { part: string }
  /** A parameter that the use of a part lacks. */
  partParamMissing: { part: string; name: string }
  partWaitsTwice: { part: string; query: string }
  /** A call that requires members of "payload". */
  payloadMissing: { call: string; members: readonly string[] }
  queryOfOtherCall: { call: string; query: string; given: string }
  referenceNotQuery: { call: string; name: string; queries: Iterable<string> }
  /** The argument of a parameter that the part sets: no state of the screen, or no such parameter of the part around it. */
  referenceNotState: { kind: 'screen' | 'part'; name: string; states: Iterable<string> }
  /** A route that requires members of "params". */
  routeParamsMissing: { route: string; members: readonly string[] }
  rowWhileWaiting: { part: string; param: string; row: string }
  stateGivenTwice: NoFacts
  tooManyParts: NoFacts
  unknownPart: { part: string; parts: Iterable<string> }
  unknownPartParam: { part: string; name: string; params: Iterable<string> }
  waitingPartInToolbar: { part: string }
}

/** Order of steps, and what they send. */
export interface FlowEvents {
  /** `unit`: a state with the currency or symbol of the state `amount`. */
  amountOfCurrencyNotSet: { unit: string; amount: string }
  currencyNotGiven: { amount: DecimalType; field: string }
  /** The field is omitted: `given` is its default. */
  otherCurrencyThanDefault: { amount: DecimalType; field: string; given: UnitRef }
  /** `given`: the currency or symbol in the field. */
  otherCurrencyThanField: { amount: DecimalType; field: string; given: UnitRef }
}

/** Saved states of screens. */
export interface FixtureEvents {
  fieldsOfVisitor: NoFacts
  fixtureOfNoScreen: { id: string; screens: Iterable<string> }
  fixtureParamMissing: { name: string }
  fixtureReplyNotUsed: { name: string; used: readonly string[] }
  invalidFixtureName: { name: string }
  invalidFixtureTime: NoFacts
  kindOfVisitor: NoFacts
  noListAtPath: { path: string; call: string; lists: readonly string[] }
  /** `expected`: as text with an article. */
  otherFixtureValue: { expected: string; found: string }
  paramsWithoutRefusal: NoFacts
  refusalParamMissing: { code: string; name: string }
  twoFixtureReplies: NoFacts
  /** `owner`: the object as text; `members`: its members. */
  unknownFixtureField: { name: string; owner: string; members: readonly string[] }
  /** `holder`: the owner of the members, as text. */
  unknownFixtureMember: { name: string; holder: string; members: readonly string[] }
  unknownFixtureParam: { name: string; params: readonly string[] }
  unknownFixtureState: { name: string; states: readonly string[] }
  unknownRefusal: { code: string; call: string; codes: readonly string[] }
  unknownUserKind: { name: string; kinds: readonly string[] }
  visitorOfClosedScreen: NoFacts
}
